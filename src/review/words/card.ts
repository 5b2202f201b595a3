// Writes the text of a line comment.
import type { CodeLocation, Quote } from "../../change/change.ts";
import type { Config } from "../../change/config.ts";
import type { JudgedFinding } from "../../findings/finding.ts";
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import { codeBlock, codeText } from "./code-text.ts";
import { explanationOf, findingLocation, shownQuote, findingSources, findingTitle, whereOf } from "./finding-lines.ts";
import { markdownText } from "./markdown-text.ts";
import { sourceName } from "./reasons.ts";
import { list, plain } from "./text.ts";

/**
 * `standard` accompanies a summary; `enhanced` is self-contained. `place` are the lines that the
 * comment stands on, null in a review's body. Only a comment on the finding's own lines can contain a suggestion.
 */
export function findingCard(one: JudgedFinding, mode: Config["mode"], place: CodeLocation | null): string {
  const parts = mode === "standard" ? standardParts(one) : enhancedParts(one, place);
  return [...parts, ...evidenceElsewhere(one, place), ...fixParts(one, place)].join("\n\n");
}

function standardParts(one: JudgedFinding): string[] {
  return [
    `**${markdownText(findingTitle(one))}**`,
    [one.severity, `confidence ${one.confidence}/10`, ...foundBy(one)].join(" · "),
    ...nonEmpty(markdownText(explanationOf(one))),
  ];
}

function foundBy({ finding }: JudgedFinding): string[] {
  const names = finding.sources.map(sourceName);
  return names.length < 2 ? [] : [`found by ${markdownText(list(names))}`];
}

function enhancedParts(one: JudgedFinding, place: CodeLocation | null): string[] {
  const { finding } = one;
  const where = place !== null && isWithin(one.finding.at, place) ? "" : ` · ${codeText(findingLocation(one))}`;
  const explanation = markdownText(explanationOf(one));
  return [
    `**${capitalised(one.severity)}** · ${finding.category} · confidence ${one.confidence}/10${where}`,
    `**What:** ${markdownText(findingTitle(one))}`,
    ...(explanation === "" ? [] : [`**Why:** ${explanation}`]),
    `**What to do:** ${whatToDo(one, place)}`,
    `**Source:** ${markdownText(findingSources(one))}, ${finding.proof}`,
  ];
}

function whatToDo(one: JudgedFinding, place: CodeLocation | null): string {
  const { fix, improvement } = one.finding;
  if (fix && isExact(one, place)) return "apply the suggestion below, if it is what you meant";
  if (fix) return "see the replacement below";
  if (improvement) return "optional";
  if (one.severity === "low" || one.severity === "nit") return "fix it if you agree";
  return "fix it, or reply why it is right as it is";
}

/** GitHub already shows the comment's own lines above it. */
function evidenceElsewhere({ finding: { at, evidence } }: JudgedFinding, place: CodeLocation | null): string[] {
  return evidence.flatMap((quote) =>
    isWithin(quote, place ?? at) ? [] : [`See ${codeText(whereOf(quote))}:`, codeBlock(shownLines(quote))],
  );
}

function isWithin(quote: CodeLocation, at: CodeLocation): boolean {
  return quote.path === at.path && quote.side === at.side && quote.start >= at.start && quote.end <= at.end;
}

const mostLines = 20;

function shownLines(quote: Quote): string {
  const lines = plain(shownQuote(quote)).split("\n");
  return lines.length <= mostLines ? lines.join("\n") : [...lines.slice(0, mostLines), "…"].join("\n");
}

function fixParts(one: JudgedFinding, place: CodeLocation | null): string[] {
  const { fix } = one.finding;
  if (!fix) return [];
  if (isExact(one, place)) return [codeBlock(fix.text, "suggestion")];
  return [`Instead of ${codeText(whereOf(fix.at))}:`, codeBlock(plain(fix.text))];
}

/**
 * GitHub replaces exactly the commented lines by the suggestion, verbatim: so it must be meant for these lines and
 * contain nothing that is shown escaped or redacted.
 */
function isExact({ finding: { fix } }: JudgedFinding, place: CodeLocation | null): boolean {
  if (!fix || place === null || fix.at.side !== "head") return false;
  const sameLines = isWithin(fix.at, place) && isWithin(place, fix.at);
  return (
    sameLines &&
    plain(fix.text.replaceAll("\t", " ")) === fix.text.replaceAll("\t", " ") &&
    redactSecrets(fix.text) === fix.text &&
    !fix.text.includes("…")
  );
}

function nonEmpty(text: string): string[] {
  return text === "" ? [] : [text];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
