// Writes the context that a model gets besides the conversation itself.
import { oneLine } from "../../../review/words/text.ts";
import type { AskedFinding, LineState } from "./finding-texts.ts";

export function omittedTurnsNote(comments: number): string {
  return comments === 1 ? "(1 earlier comment is left out.)" : `(${comments} earlier comments are left out.)`;
}

/** A finding on one line: its state, place, weight, title and origin. */
export function findingRow({ state, about, details }: AskedFinding, line: LineState): string {
  const place =
    about === null ? "no longer known where" : `${about.path}:${line.is === "there" ? line.line : about.line}`;
  const weight = details === null ? [] : [details.severity, `confidence ${details.confidence}/10`];
  const title = details === null ? (about?.kind ?? "a finding") : details.title;
  const now = state === "open" && about !== null ? lineStates[line.is] : "";
  const origin = about === null ? [] : [`by ${about.check}`];
  return oneLine(`${state}: ${place}: ${title} (${[...weight, ...origin].join(", ")})${now}`);
}

const lineStates: Record<LineState["is"], string> = {
  there: "; the line is still there",
  gone: "; the line is gone",
  "no-file": "; the file is gone",
  unknown: "",
};
