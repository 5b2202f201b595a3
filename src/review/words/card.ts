// Writes the text of a line comment.
import type { CodeLocation, Quote } from "../../change/change.ts";
import type { Config } from "../../change/config.ts";
import { hasUsableFix, type JudgedFinding } from "../../findings/finding.ts";
import type { PostedEntry } from "../posted-entries.ts";
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import { codeBlock, codeText } from "./code-text.ts";
import { explanationOf, findingFacts, findingLocation, findingTitle, shownQuote, whereOf } from "./finding-lines.ts";
import { markdownProse, markdownText } from "./markdown-text.ts";
import { count, plain } from "./text.ts";

/**
 * `standard` accompanies a summary; `enhanced` is self-contained. `place` are the lines that the
 * comment stands on, null in a review's body. Only a comment on the finding's own lines can contain a suggestion.
 */
export function findingCard({ one, also }: PostedEntry, mode: Config["mode"], place: CodeLocation | null): string {
  return [
    `**${markdownProse(findingTitle(one))}**`,
    `${markdownText(findingFacts(one))}${placeNote(one, place)}`,
    ...nonEmpty(markdownProse(explanationOf(one))),
    ...nonEmpty(alsoLines(one, also).join("\n")),
    ...evidenceElsewhere(one, place),
    ...(mode === "enhanced" ? [`**What to do:** ${whatToDo(one, place)}`] : []),
    ...fixParts(one, place),
  ].join("\n\n");
}

/** Findings of the same cause; those that say the same have only their place. */
export function alsoLines(lead: JudgedFinding, also: readonly JudgedFinding[]): string[] {
  return also.map((one) => {
    const place = codeText(findingLocation(one));
    const title = findingTitle(one);
    return title === findingTitle(lead) ? `- also at ${place}` : `- also: ${markdownProse(title)} (${place})`;
  });
}

/** GitHub shows where a comment stands. */
function placeNote(one: JudgedFinding, place: CodeLocation | null): string {
  return place !== null && isWithin(one.finding.at, place) ? "" : ` · ${codeText(findingLocation(one))}`;
}

function whatToDo(one: JudgedFinding, place: CodeLocation | null): string {
  const { improvement } = one.finding;
  const fix = usableFix(one);
  if (fix && isExact(one, place)) return "apply the suggestion below, if it is what you meant";
  if (fix) return "see the replacement below";
  if (improvement) return "optional";
  if (one.severity === "low" || one.severity === "nit") return "fix it if you agree";
  return "fix it, or reply why it is right as it is";
}

/** GitHub already shows the comment's own lines above it. */
function evidenceElsewhere({ finding: { at, evidence } }: JudgedFinding, place: CodeLocation | null): string[] {
  return evidence.flatMap((quote) => {
    if (place === null && isWithin(quote, at)) return [quoteBlock(quote)];
    return place !== null && isWithin(quote, place) ? [] : [`See ${codeText(whereOf(quote))}:`, quoteBlock(quote)];
  });
}

/** The code at the finding's own place, for a text that does not stand on its line; empty where none is quoted. */
export function quotedCode({ finding: { at, evidence } }: JudgedFinding): string {
  return evidence
    .filter((quote) => isWithin(quote, at))
    .slice(0, 1)
    .map(quoteBlock)
    .join("");
}

function isWithin(quote: CodeLocation, at: CodeLocation): boolean {
  return quote.path === at.path && quote.side === at.side && quote.start >= at.start && quote.end <= at.end;
}

const mostLines = 20;

function quoteBlock(quote: Quote): string {
  const lines = plain(shownQuote(quote)).split("\n");
  return codeBlock(lines.length <= mostLines ? lines.join("\n") : [...lines.slice(0, mostLines), "…"].join("\n"));
}

function fixParts(one: JudgedFinding, place: CodeLocation | null): string[] {
  const fix = usableFix(one);
  if (!fix) return [];
  if (isExact(one, place)) return [codeBlock(fix.text, "suggestion"), ...nonEmpty(trialNote(one))];
  return [`Instead of ${codeText(whereOf(fix.at))}:`, codeBlock(plain(fix.text))];
}

/** A fix that does not apply, or breaks a test, is not shown. */
function usableFix(one: JudgedFinding): JudgedFinding["finding"]["fix"] {
  return hasUsableFix(one) ? one.finding.fix : undefined;
}

function trialNote({ marks }: JudgedFinding): string {
  const why = marks.map((mark) => mark.why).find((one) => one.kind === "fix-tested");
  if (why?.kind !== "fix-tested") return "";
  return `With this change, ${count(why.passed, "related test")} passed (${why.runner}).`;
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
