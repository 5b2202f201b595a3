// Defines the texts of the stored state of pull requests' threads.
import type { ThreadState } from "../thread-state.ts";
import { bytes, count, list, oneLine, seconds } from "../../review/words/text.ts";

export interface StoredStateRow {
  place: string;
  at: number;
  characters: number;
}

export function storedStatesText(rows: readonly StoredStateRow[]): string {
  if (rows.length === 0) return "Nothing is stored.\n";
  return `${rows.map(({ place, at, characters }) => `${day(at)}  ${oneLine(place)}  ${bytes(characters)}`).join("\n")}\n`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

const at = (head: string, when: number) => `at ${head.slice(0, 12)}, ${day(when)}`;

export function stateText(pull: string, state: ThreadState): string {
  const { scan, triage, outcomes, check, watch, phase } = state;
  const rows = [
    `Pull request: ${oneLine(pull)}`,
    `Phase: ${phase ?? "not started"}`,
    scan === null ? "Scan: none" : `Scan: ${scanWords(scan)} ${at(scan.head, scan.at)}, as ${oneLine(scan.viewer)}`,
    ...(scan?.threads ?? []).map(threadLine),
    triage.length === 0 ? "Triage: none" : `Triage: ${tally(triage.map(({ classification }) => classification))}`,
    outcomes.length === 0 ? "Outcomes: none" : `Outcomes: ${outcomeWords(outcomes)}`,
    check === null
      ? "Check: none"
      : `Check: ${check.result}${check.dirty ? ", with uncommitted changes," : ""} ${at(check.head, check.at)}`,
    ...(check?.commands ?? []).map((one) => `  ${one.result}  ${oneLine(one.command)}  ${seconds(one.ms)}`),
    watch === null
      ? "Watch: none"
      : `Watch: ${watch.result}, ${count(watch.runs, "check")} ${at(watch.head, watch.at)}`,
    "The text of comments and replies is not stored.",
  ];
  return `${rows.join("\n")}\n`;
}

function scanWords({ is, whole, threads, leftOut }: NonNullable<ThreadState["scan"]>): string {
  const scope = whole ? "every unresolved thread" : "not every unresolved thread";
  return `${is}, ${scope}, ${count(threads.length, "thread")} chosen and ${leftOut} left out,`;
}

function threadLine(thread: NonNullable<ThreadState["scan"]>["threads"][number]): string {
  const place = thread.path === null ? "no place" : `${thread.path}${thread.line === null ? "" : `:${thread.line}`}`;
  const marks = [thread.isResolved ? "resolved" : "unresolved", ...(thread.isOutdated ? ["outdated"] : [])];
  return `  ${oneLine(thread.threadId)}  ${oneLine(place)}  ${marks.join(", ")}`;
}

function outcomeWords(outcomes: ThreadState["outcomes"]): string {
  const replies = tally(outcomes.map(({ reply }) => reply));
  return `replies: ${replies}; resolutions: ${tally(outcomes.map(({ resolution }) => resolution))}`;
}

function tally(names: readonly string[]): string {
  return list([...Map.groupBy(names, (name) => name)].map(([name, all]) => `${all.length} ${name}`));
}

export const forgetQuestion = (what: string) => `Delete what is stored about ${oneLine(what)}?`;

export function forgotten(gone: number): string {
  return gone === 0 ? "Nothing was stored about it.\n" : `Deleted: ${count(gone, "pull request")}.\n`;
}

export const notForgotten = "Nothing was deleted.\n";
