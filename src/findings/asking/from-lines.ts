// Parses answers in lines instead of JSON: `[SEVERITY] (confidence: N/10) file:line — description`. Such a line has no
// quote, so the line at head is quoted.
import { severities, type Category, type Pass, type Severity } from "../finding.ts";
import type { ReviewerAnswer, AnsweredFinding } from "./answer.ts";
import { cleanPath, cut, collapseWhitespace } from "./raw-findings.ts";

export interface LineFacts {
  /** What the reviewer's findings are about, where a line does not say it. */
  pass: Pass;
  /** The line at head; null where there is none. */
  line(path: string, line: number): string | null;
}

/** Longer ones are no findings; every pattern is only ever tried on one such line. */
const longestLine = 4_000;
const mostLines = 20_000;

const begin =
  /^\s{0,8}(?:[-*•]\s{1,4}|\d{1,3}[.)]\s{1,4})?\**\[\s?(critical|high|medium|low|nit)\s?\]\**:?\s{0,4}(.*)$/i;
const score = /^\(\s?confidence:?\s{0,2}(\d{1,3})(?:\s?\/\s?10)?\s?\)\s{0,4}(.*)$/i;
// The first of these that reads as a place: a path may hold blanks and colons, a description may name other places.
const place =
  /^[`*]{0,3}([^`\s][^`]{0,500}?):(\d{1,9})(?:\s?[-–]\s?(\d{1,9}))?(?::\d{1,6})?[`*]{0,3}\s{0,4}(?:—|–|--|-|:)\s{1,4}(.*)$/;
const nothing = /^\W*(?:no (?:findings|issues)|nothing (?:found|to report))\W*$/i;

/** Null where the text holds no answer of that form: saying nothing is not saying that all is well. */
export function fromLines(text: string, facts: LineFacts): ReviewerAnswer | null {
  const lines = text
    .split("\n", mostLines)
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line.length <= longestLine);
  const findings = lines.flatMap((line) => findingOn(line, facts) ?? []);
  if (findings.length === 0 && !lines.some((line) => nothing.test(line))) return null;
  return { findings, verdicts: [], notes: [], goal: null, concerns: [], answers: [] };
}

const categoryOf: Record<Pass, Category> = {
  correctness: "correctness",
  security: "security",
  "cross-reference": "docs",
  "error-handling": "error-handling",
  tests: "tests",
  "diff-specific": "style",
  performance: "performance",
  async: "concurrency",
};

function findingOn(text: string, facts: LineFacts): AnsweredFinding | null {
  const [, said = "", rest = ""] = begin.exec(text) ?? [];
  const severity = severities.find((one) => one === said.toLowerCase()) satisfies Severity | undefined;
  if (severity === undefined) return null;
  const [, confidence = null, afterScore = rest] = score.exec(rest) ?? [];
  const [, path = "", line = "", endLine, description = ""] = place.exec(afterScore) ?? [];
  const explanation = collapseWhitespace(description);
  if (explanation === "") return null;
  const [start, end] = [Number(line), endLine === undefined ? null : Number(endLine)];
  const title = firstSentence(explanation);
  return {
    kind: title,
    path,
    side: "head",
    line: start,
    quote: facts.line(cleanPath(path), start) ?? "",
    endLine: end,
    also: [],
    claim: "present",
    severity,
    confidence: confidence === null ? null : Number(confidence),
    root: "CODE",
    category: categoryOf[facts.pass],
    pass: facts.pass,
    title,
    explanation,
    fix: null,
  };
}

function firstSentence(text: string): string {
  const end = /[.!?;](?=\s)/.exec(text)?.index ?? text.length;
  return cut(text.slice(0, end).replace(/\.$/, ""), 120);
}
