// Defines the texts about earlier rounds: replies in threads, and the details comment.
import type { Oid, PastFinding } from "../../change/change.ts";
import type { JudgedFinding } from "../../findings/finding.ts";
import { compareRounds, type RoundInput, type RoundComparison } from "../compare-rounds.ts";
import { codeText, folded, tableLines } from "./code-text.ts";
import { findingLocation, findingTitle } from "./finding-lines.ts";
import { markdownText } from "./markdown-text.ts";
import { oneLine } from "./text.ts";

/** The reply under a finding that is fixed. */
export function fixedReply(head: Oid): string {
  return `Fixed as of ${oneLine(head).slice(0, 7)}.`;
}

/** The message with which a review of ours that asked for changes is dismissed. */
export function liftedText(head: Oid): string {
  return `Everything that this review asked to change was fixed or dismissed as of ${oneLine(head).slice(0, 7)}.`;
}

/** null on a first review. */
export function sinceLine(draft: RoundInput): string | null {
  const { rounds, findings } = draft.change.past;
  if (rounds.length === 0 && findings.length === 0) return null;
  const { fresh, fixed, known, remaining, late } = compareRounds(draft);
  const there = known.filter(({ past }) => past.state === "open").length;
  const counts: [number, string][] = [
    [fresh.length, "new"],
    [fixed.length, "fixed"],
    [there, "still open"],
    [remaining.length - there, "not checked again"],
    [late.length, "found late"],
  ];
  return counts
    .filter(([number, what]) => number > 0 || what === "new")
    .map(([number, what]) => `${number} ${what}`)
    .join(", ");
}

/** Folded: the state of earlier findings, and what an earlier round should have reported. */
export function sinceSections(draft: RoundInput): string[][] {
  const since = compareRounds(draft);
  return [pastTable(since), lateTable(since.late)].filter((section) => section.length > 0);
}

function pastTable({ known, fixed, remaining }: RoundComparison): string[] {
  const open = known.filter(({ past }) => past.state === "open");
  const unseen = remaining.filter((past) => !open.some((one) => one.past === past));
  const rows = [
    ...fixed.map((past) => [pastPlace(past), "fixed"]),
    ...open.map(({ judged }) => [
      codeText(findingLocation(judged)),
      `still open: ${markdownText(findingTitle(judged))}`,
    ]),
    ...unseen.map((past) => [pastPlace(past), "not checked again"]),
  ];
  return rows.length === 0 ? [] : folded("Findings of earlier reviews", tableLines(["File:line", "State"], rows));
}

function pastPlace({ about }: PastFinding): string {
  return about === null ? "no longer known" : codeText(`${about.path}:${about.line}`);
}

function lateTable(late: readonly JudgedFinding[]): string[] {
  const rows = late.map((one) => [codeText(findingLocation(one)), one.severity, markdownText(findingTitle(one))]);
  return rows.length === 0
    ? []
    : folded(
        "Missed by an earlier review, on code that did not change since; not posted",
        tableLines(["File:line", "Severity", "Summary"], rows),
      );
}
