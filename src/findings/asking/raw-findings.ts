// Converts a model's answer to findings. Nothing is trusted: numbers are clamped, texts truncated, and a fix is kept
// only if it is exact.
import { startOfText } from "../../secrets/cut-text.ts";
import type { CodeLocation, Quote, Side } from "../../change/change.ts";
import type { FileDiff } from "../../change/diff.ts";
import type { RawFinding } from "../build-finding.ts";
import type { Claim, Finding } from "../finding.ts";
import { drift, normalise, type QuotedFile } from "../quote.ts";
import type { AnsweredFinding, ReviewerAnswer, Citation } from "./answer.ts";
import { hides, showHiddenCharacters } from "./boundary.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";

export interface AnswerFacts {
  files: readonly FileDiff[];
  /** Null where that side has no such file. */
  read(path: string, side: Side): Promise<QuotedFile | null>;
}

/** What a model that gives no number is taken to mean. */
const noScore = 6;
const most = { findings: 100, quotes: 6, quote: 4_000, title: 160, explanation: 3_000, path: 1_000, fixedLines: 60 };

export async function toRawFindings(
  answer: Pick<ReviewerAnswer, "findings">,
  reviewer: Pick<Reviewer, "id" | "passes">,
  facts: AnswerFacts,
): Promise<RawFinding[]> {
  return await Promise.all(answer.findings.slice(0, most.findings).map((one) => rawFinding(one, reviewer, facts)));
}

async function rawFinding(
  one: AnsweredFinding,
  reviewer: Pick<Reviewer, "id" | "passes">,
  facts: AnswerFacts,
): Promise<RawFinding> {
  const evidence = await Promise.all(
    [one, ...one.also.slice(0, most.quotes - 1)].map((quote) => quoteOf(quote, facts)),
  );
  const [first, ...others] = evidence as [Quote, ...Quote[]];
  const { text: _text, ...place } = first;
  const at: CodeLocation = { ...place, end: Math.max(first.end, lineNumber(one.endLine ?? first.end)) };
  const fix = await exactFix(one, at, facts);
  const title = cut(collapseWhitespace(one.title), most.title);
  const explanation = cut(one.explanation.trim(), most.explanation);
  return {
    kind: slug(one.kind) ?? slug(title) ?? "issue",
    at,
    evidence: [first, ...others.filter((quote) => quote.text.trim() !== "")],
    claim: one.claim satisfies Claim,
    proof: "argued",
    severity: one.severity,
    confidence: one.confidence === null ? noScore : clamp(one.confidence, 1, 10),
    root: rootOf(one, reviewer),
    category: one.category,
    pass: one.pass,
    // What is merely nicer blocks nothing.
    improvement: one.severity === "nit",
    title: title === "" ? cut(collapseWhitespace(explanation), most.title) || "A finding without words" : title,
    explanation,
    ...(fix && { fix }),
    sources: [reviewer.id],
  };
}

/** Those who own security post what is severe, and only tell of what is low. */
function rootOf({ root, severity }: AnsweredFinding, { passes }: Pick<Reviewer, "passes">): Finding["root"] {
  if (!passes.includes("security")) return root;
  if (severity === "critical" || severity === "high") return "CODE";
  return severity === "medium" && root === "CODE" ? "CODE" : "DOC";
}

/** The quote, with the lines as the file has them where the model saw them with hidden characters written out. */
export async function quoteOf(said: Citation, facts: AnswerFacts): Promise<Quote> {
  const path = pathOn(cleanPath(said.path), said.side, facts.files);
  const text = wholeLines(said.quote.replaceAll("\r\n", "\n").replace(/^\n+/, "").trimEnd(), most.quote);
  const start = lineNumber(said.line);
  const end = start + text.split("\n").length - 1;
  const quote = { path, side: said.side, start, end, text };
  const file = await facts.read(path, said.side);
  return (file && asInFile(quote, file)) ?? quote;
}

/** The first lines of it that are not too long together: a line that is cut short is no longer verbatim. */
function wholeLines(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf("\n", longest);
  return end < 0 ? text.slice(0, longest) : text.slice(0, end);
}

/** What stands before the text of a line in the diff and in what the tools show. */
const lineMark = /^[ +-]?\d{1,9}\|/;
const shownReturn = /<U\+000D>$/;

function asInFile(quote: Quote, file: QuotedFile): Quote | null {
  const lines = quote.text.split("\n").map((line) => line.replace(shownReturn, ""));
  const wanted = [lines, lines.map((line) => line.replace(lineMark, ""))].map((some) => some.map(normalise));
  for (const start of [0, ...Array.from({ length: drift }, (_, away) => [-away - 1, away + 1]).flat()]) {
    const from = quote.start + start - 1;
    if (from < 0 || from + lines.length > file.lines.length) continue;
    const there = file.lines.slice(from, from + lines.length).map((line) => line.replace(/\r$/, ""));
    const seen = there.map((line) => normalise(showHiddenCharacters(line)));
    if (seen.some((line) => line !== "") && wanted.some((some) => some.every((line, index) => line === seen[index])))
      return { ...quote, start: from + 1, end: from + lines.length, text: there.join("\n") };
  }
  return null;
}

/** A suggestion block takes the place of whole lines, and is applied with one click: it must be meant so. */
async function exactFix(
  { fix }: AnsweredFinding,
  at: CodeLocation,
  facts: AnswerFacts,
): Promise<Finding["fix"] | null> {
  if (fix === null || at.side !== "head" || fix.text.trim() === "" || hides(fix.text.replaceAll("\r\n", "\n")))
    return null;
  const { startLine: start, endLine: end } = fix;
  const text = fix.text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const file = await facts.read(at.path, "head");
  const fits =
    file !== null &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    1 <= start &&
    start <= end &&
    end <= linesIn(file) &&
    end - start < most.fixedLines &&
    text.length <= most.quote &&
    // It mends the lines that the finding is about, not others.
    start <= at.end &&
    at.start <= end;
  if (
    !fits ||
    file.lines
      .slice(start - 1, end)
      .join("\n")
      .replaceAll("\r", "") === text
  )
    return null;
  return { at: { path: at.path, side: "head", start, end }, text };
}

/** A last line feed ends a line and begins none. */
function linesIn({ lines }: QuotedFile): number {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

/** As trees name it: people put `./` in front, and a way out of the tree (`..`) leads nowhere, and ends git itself. */
export function cleanPath(said: string): string {
  const path = collapseWhitespace(showHiddenCharacters(said))
    .split(/[\\/]/)
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");
  return path === "" ? "(no path)" : cut(path, most.path);
}

/** The name that the file has on that side, where the model used the other one, a diff's prefix, or what it was shown. */
function pathOn(path: string, side: Side, files: readonly FileDiff[]): string {
  const names = files.map(({ oldPath, newPath }) =>
    side === "head" ? { own: newPath, other: oldPath } : { own: oldPath, other: newPath },
  );
  for (const from of ["own", "other"] as const)
    for (const said of [path, path.replace(/^[ab]\//, "")]) {
      const own = names.find((name) => name[from] !== null && showHiddenCharacters(name[from]) === said)?.own;
      if (own != null) return own;
    }
  return path;
}

function slug(text: string): string | null {
  const words = showHiddenCharacters(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/, 12)
    .filter((word) => word !== "");
  const joined = words.slice(0, 5).join("-").slice(0, 50).replace(/-$/, "");
  return /^[a-z]/.test(joined) ? joined : null;
}

export function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${startOfText(text, longest - 1).trimEnd()}…`;
}

function lineNumber(said: number): number {
  return clamp(said, 1, 100_000_000);
}

function clamp(number: number, least: number, greatest: number): number {
  return Math.min(greatest, Math.max(least, Number.isFinite(number) ? Math.round(number) : least));
}
