// Formats a finding's lines, the same in every output.
import type { CodeLocation, Quote } from "../../change/change.ts";
import type { Finding, JudgedFinding, Mark } from "../../findings/finding.ts";
import { reasonText, sourceName } from "./reasons.ts";
import { list, oneLine } from "./text.ts";

export function findingLocation({ finding: { at } }: JudgedFinding): string {
  return whereOf(at);
}

export function whereOf(at: CodeLocation): string {
  // Content that occurs only in an intermediate commit has a file and no line.
  const lines = at.start < 1 ? "" : at.end > at.start ? `:${at.start}-${at.end}` : `:${at.start}`;
  return `${oneLine(at.path)}${lines}${at.side === "base" ? " (before)" : ""}`;
}

export function findingTitle({ finding }: JudgedFinding): string {
  return oneLine(finding.title);
}

/** For the line under the title: "high · confidence 9/10 · found by code-reviewer and second-opinion". */
export function findingFacts(one: JudgedFinding): string {
  const isMarked = (kind: Mark["why"]["kind"]) => one.marks.some(({ why }) => why.kind === kind);
  return [
    one.severity,
    `confidence ${one.confidence}/10${isMarked("medium-confidence") ? " (verify)" : ""}`,
    ...(isMarked("disputed") ? ["disputed between models"] : []),
    `found by ${list([...new Set(one.finding.sources.map(sourceName))])}`,
  ].join(" · ");
}

export function explanationOf({ finding }: JudgedFinding): string {
  return oneLine(finding.explanation);
}

/** The quote as shown: never a secret itself. */
export function shownQuote(quote: Quote): string {
  return quote.masked ?? quote.text;
}

/** The marks that decided its outcome, and those that lowered its confidence that far. */
export function whyNotPosted({ finding, marks, outcome }: JudgedFinding): string {
  const deciding = marks.filter((mark) => mark.outcome === outcome || mark.confidence !== undefined);
  const say = ({ why }: Mark) =>
    why.kind === "root" && isResidual(finding) ? "a remaining uncertainty, not a defect" : reasonText(why);
  return (deciding.length > 0 ? deciding : marks).map(say).join("; ");
}

/** What a probe could not verify. */
function isResidual({ sources }: Finding): boolean {
  return sources[0] === "PROBE";
}

export function findingSources({ finding }: JudgedFinding): string {
  return finding.sources.map(sourceName).join(", ");
}

export function suggestedAction({ finding }: JudgedFinding): string {
  if (isResidual(finding)) return "Verify it, or accept it";
  if (finding.root === "DOC") return "Update the document";
  return finding.root === "NEW"
    ? "Describe the pattern, or follow the old one"
    : "Check it, and post it if it is right";
}
