// Defines the view of a changed file that the finders of silent-failure share.
import type { Language } from "../../text/languages.ts";
import { part, type Scanned } from "../../text/scan.ts";

export interface ScannedSource {
  path: string;
  language: Language;
  scanned: Scanned;
  text: string;
  /** The text with everything but code and the quotes of strings blanked out. */
  code: string;
  added: ReadonlySet<number>;
  /** Lines, trimmed, that this change takes away somewhere. */
  removed: ReadonlySet<string>;
  /** The lines that it takes away from this file. */
  removedHere: readonly string[];
}

/** The confidence of what is shown to the person who asked, and not posted. */
export const advisoryConfidence = 4;

export interface SwallowedError {
  kind: string;
  /** The lines that are quoted. */
  line: number;
  end: number;
  title: string;
  explanation: string;
  confidence: number;
}

/** A place where an error ends: what was tried, what is caught, and what is done about it. */
export interface ErrorHandler {
  /** The lines of the handler itself, from its `catch` to its end. */
  line: number;
  end: number;
  /** Where the text of what was tried begins and ends; both the same when there is no telling. */
  tryRange: readonly [number, number];
  /** Where the handler begins and where its body does and ends. */
  from: number;
  body: readonly [number, number];
  /** The word that opens it, as people of that language call it. */
  keyword: string;
  /** It takes every error, or nearly: nothing in it says which one was expected. */
  isBroad: boolean;
  /** What it takes is named by what is done with it, as in `catch (IOException ignored)`. */
  isNamedIgnored: boolean;
}

export function blankNonCode(text: string, { parts }: Scanned): string {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const isKept = isCode(parts[from]!);
    let to = from + 1;
    while (to < text.length && isCode(parts[to]!) === isKept) to++;
    const piece = text.slice(from, to);
    pieces.push(isKept ? piece : piece.replace(/[^\n]/g, " "));
    from = to;
  }
  return pieces.join("");
}

function isCode(kind: number): boolean {
  return kind === part.code || kind === part.quote;
}

/** The line, from 1, on which a place of the text lies. */
export function lineOfOffset({ starts }: Scanned, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** A handler that says nothing is short; what it tried may be longer. */
const longestBody = 1_000;
const longestTried = 4_000;
/** Handlers looked at in one file: more are not written by people. */
export const mostHandlers = 500;

/** Where the bracket that opens at `open` is closed; -1 when it is not, or too far away. */
export function findClosing(code: string, open: number): number {
  return findMatching(code, open, 1, "([{", ")]}", longestBody);
}

/** Where the bracket that closes at `close` was opened; -1 when it was not, or too far away. */
export function findOpening(code: string, close: number): number {
  return findMatching(code, close, -1, ")]}", "([{", longestTried);
}

function findMatching(
  code: string,
  from: number,
  step: 1 | -1,
  opens: string,
  closes: string,
  furthest: number,
): number {
  let depth = 0;
  for (let at = from, left = furthest; at >= 0 && at < code.length && left > 0; at += step, left--) {
    const character = code[at]!;
    if (opens.includes(character)) depth++;
    else if (closes.includes(character) && --depth === 0) return at;
  }
  return -1;
}

/** The comments between two places, as one text. */
export function commentsBetween({ text, scanned }: ScannedSource, from: number, to: number): string {
  let found = "";
  for (let at = Math.max(0, from); at < Math.min(to, text.length); at++)
    if (scanned.parts[at] === part.comment) found += text[at];
    else if (found !== "" && !found.endsWith(" ")) found += " ";
  return found;
}

export function textOfLine({ scanned }: ScannedSource, line: number): string {
  return scanned.lines[line - 1] ?? "";
}

/** The handler, or a line of it, came with this change, and did not come from elsewhere in it. */
export function isNewHandler(source: ScannedSource, line: number, end: number): boolean {
  let isAdded = false;
  let isMoved = true;
  for (let at = line; at <= end; at++) {
    if (!source.added.has(at)) continue;
    isAdded = true;
    const trimmed = textOfLine(source, at).trim();
    if (trimmed !== "" && !source.removed.has(trimmed)) isMoved = false;
  }
  if (!isAdded || isRewritten(source, line)) return false;
  // `} catch {` alone is written everywhere: it moved only if what stands before it did, too.
  return !(isMoved && source.removed.has(codeLineBefore(source, line)));
}

/** The same handler stood there with another name for its error, or with other blanks, and did no more. */
function isRewritten(source: ScannedSource, line: number): boolean {
  const own = normalizeHandler(textOfLine(source, line));
  if (!/catch|except|rescue/.test(own) || source.removedHere.some((text) => reportingWords.test(text))) return false;
  return source.removedHere.some((text) => normalizeHandler(text) === own);
}

const reportingWords =
  /\b(?:log|logger|logging|console|throw|raise|report|warn|warning|error|capture\w*|print)\b\s*[.(]|\b(?:throw|raise)\b/i;

function normalizeHandler(text: string): string {
  return text
    .slice(0, 500)
    .replace(/\b(?:catch\s*\([^)]*\)|as \w+|=> \w+)/, (all) => (all.startsWith("catch") ? "catch" : ""))
    .replace(/\s+/g, "");
}

function codeLineBefore(source: ScannedSource, line: number): string {
  for (let at = line - 1; at >= Math.max(1, line - 5); at--) {
    const trimmed = textOfLine(source, at).trim();
    if (trimmed !== "") return trimmed;
  }
  return "";
}
