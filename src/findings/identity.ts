// Computes a finding's merge key, for one run, and its identity, which survives moves and rebases and so has no line
// number.
import { createHash } from "node:crypto";
import type { Identity } from "../change/change.ts";
import { pathOf, type FileDiff } from "../change/diff.ts";
import type { RawFinding } from "./build-finding.ts";
import type { Finding } from "./finding.ts";
import { checkQuote, normalise, type QuotedFile } from "./quote.ts";

/** Findings of different sources on the same few lines and of the same kind are about the same thing. */
export function mergeKey(finding: Pick<Finding, "at" | "kind">): string {
  return [finding.at.path, finding.at.side, Math.floor((finding.at.start - 1) / 5), finding.kind].join("\0");
}

export interface IdentityFacts {
  files: readonly FileDiff[];
  text(path: string, side: "base" | "head"): QuotedFile | null;
}

/** Gives each finding of a unit its id and identity; equal ones are told apart by their order in the file. */
export function identify(unit: string, raw: readonly RawFinding[], facts: IdentityFacts): Finding[] {
  const counts = new Map<string, number>();
  const identities = new Map<RawFinding, Identity>();
  for (const finding of raw.toSorted((a, b) => a.at.start - b.at.start)) {
    const key = identityKey(finding, facts);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    identities.set(finding, nthIdentity(key, ordinal));
  }
  return raw.map((finding, index) => ({ ...finding, id: `${unit}-${index + 1}`, identity: identities.get(finding)! }));
}

/** The name of the nth of several that are equal in all that an identity knows, from 0. */
export function nthIdentity(key: string, ordinal: number): Identity {
  return hash(`${key}\0${ordinal}`) as Identity;
}

/** All that an identity knows, but for the order of equals. */
export function identityKey(finding: RawFinding, facts: IdentityFacts): string {
  const { path, side } = finding.at;
  const file = facts.files.find((one) => pathOf(one) === path);
  // A rename is the same file; a copy is another one.
  const before = file?.status === "copied" ? path : (file?.oldPath ?? path);
  const around = facts.text(path, side);
  return [
    before,
    finding.kind,
    normalise(finding.evidence[0].text),
    around ? enclosingLine(around, lineOf(finding, around)) : "",
  ].join("\0");
}

/** Where the quote stands, should its line be a little off. */
function lineOf({ at, evidence: [quote] }: RawFinding, file: QuotedFile): number {
  const verdict = checkQuote({ ...quote, start: at.start }, file);
  return verdict.is === "moved" ? verdict.to : at.start;
}

const declaration =
  /^(export |public |private |protected |static |async |abstract |final |pub(\([a-z]+\))? |unsafe )*(function|class|interface|type|enum|struct|impl|trait|module|namespace|def|fn|func|sub|object|record|const|let|var)\b|^[\w$.]+\s*[:=]\s*(async\s*)?(function\b|\(.{0,200}\)\s*=>)|^[\w$]+\(.{0,200}\)\s*\{$|^[\w-]+:$/;
/** How far up an enclosing declaration is looked for. */
const reach = 400;

/** The nearest line above that is less indented and declares something: it moves with the code that it holds. */
export function enclosingLine(file: QuotedFile, line: number): string {
  let indent = indentOf(file.lines[line - 1] ?? "");
  for (let at = line - 2; at >= Math.max(0, line - reach) && indent > 0; at--) {
    const text = file.lines[at] ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    if (declaration.test(text.trim())) return normalise(text);
    indent = indentOf(text);
  }
  return "";
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
