// Writes messages for other programs that show findings: code scanning, comments, test reports.
import type { JudgedFinding } from "../../findings/finding.ts";
import type { Check, Report } from "../../findings/report.ts";
import { explanationOf, findingLocation, shownQuote, findingTitle, whyNotPosted } from "./finding-lines.ts";
import { reasonText } from "./reasons.ts";
import { plain } from "./text.ts";

/** Title, location if the checked-out files no longer have it, and explanation, each as sentences. */
export function messageParts(one: JudgedFinding): string[] {
  return [findingTitle(one), beforeNote(one), explanationOf(one)].filter((part) => part !== "").map(sentence);
}

/** The location is in the file before the change: a program that shows the current file must not point into it. */
function beforeNote({ finding: { at } }: JudgedFinding): string {
  if (at.side === "head") return "";
  const lines = at.end > at.start ? `lines ${at.start} to ${at.end}` : `line ${at.start}`;
  return `This is about ${lines} of the file as it was before the change`;
}

function sentence(text: string): string {
  return /[.!?…:;]$/.test(text) ? text : `${text}.`;
}

/** One finding in the format of a compiler message, with the quoted lines below. */
export function plainReport(one: JudgedFinding, rule: string): string {
  const quoted = one.finding.evidence.flatMap((quote) => plain(shownQuote(quote)).split("\n"));
  return [
    `${findingLocation(one)}: ${one.severity} ${rule}: ${findingTitle(one)}`,
    ...quoted.map((line) => `  ${line.trim()}`),
  ].join("\n");
}

/** Like `plainReport`, with all details. */
export function fullReport(one: JudgedFinding, rule: string): string {
  return `${plainReport(one, rule)}\n${explanationOf(one)}\nConfidence ${one.confidence}/10\n`;
}

/** Why a finding is listed and not posted. */
export function outcomeText(one: JudgedFinding): string {
  return `${one.outcome}: ${whyNotPosted(one)}`;
}

/** A check's description, and how to dismiss its findings, with the suppression comment formatted by `code`. */
export function checkHelp({ id, explains }: Check, code: (text: string) => string): string {
  return `${explains}\n\nSilence one line with a comment: ${code(`crosscheck-ignore ${id}: why`)}`;
}

export function notRunLine({ unit, status, why }: Report): string {
  const reason = why ? reasonText(why) : "no reason is known";
  return status === "failed" ? `${unit}: ${reason}` : `${unit} did not run: ${reason}`;
}
