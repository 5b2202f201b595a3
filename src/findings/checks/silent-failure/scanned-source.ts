// Defines the view of a changed file that the finders of silent-failure share.
import type { Language } from "../../text/languages.ts";
import { part, type Scanned } from "../../text/scan.ts";

export interface ScannedSource {
  path: string;
  language: Language;
  scanned: Scanned;
  text: string;
  /** The text with everything except code and string quotes blanked out. */
  code: string;
  added: ReadonlySet<number>;
  /** Trimmed lines that this change removes anywhere. */
  removed: ReadonlySet<string>;
  /** Lines that it removes from this file. */
  removedHere: readonly string[];
}

/** Findings with this confidence are listed but not posted. */
export const advisoryConfidence = 4;

export interface SwallowedError {
  kind: string;
  /** The quoted lines. */
  line: number;
  end: number;
  title: string;
  explanation: string;
  confidence: number;
}

/** An error handler: the `try` block, the caught type and the body. */
export interface ErrorHandler {
  /** Lines of the handler itself, from `catch` to its end. */
  line: number;
  end: number;
  /** Offsets of the `try` block; equal if unknown. */
  tryRange: readonly [number, number];
  /** Offset of the handler, and the start and end of its body. */
  from: number;
  body: readonly [number, number];
  /** The keyword that opens it in this language. */
  keyword: string;
  /** It catches every error, or nearly: it does not say which one is expected. */
  isBroad: boolean;
  /** The variable's name says that the error is ignored, as in `catch (IOException ignored)`. */
  isNamedIgnored: boolean;
}

export function blankNonCode(text: string, { parts }: Scanned): string {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const isCodePiece = isCode(parts[from]!);
    let to = from + 1;
    while (to < text.length && isCode(parts[to]!) === isCodePiece) to++;
    const piece = text.slice(from, to);
    pieces.push(isCodePiece ? piece : piece.replace(/[^\n]/g, " "));
    from = to;
  }
  return pieces.join("");
}

function isCode(kind: number): boolean {
  return kind === part.code || kind === part.quote;
}

/** The line number, from 1, of an offset. */
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

/** Silent handlers are short; the `try` block may be longer. */
const longestBody = 1_000;
const longestTried = 4_000;
/** Maximum number of handlers per file; hand-written files have fewer. */
export const mostHandlers = 500;

/** Offset of the closing bracket; -1 if it is missing or too far away. */
export function findClosing(code: string, open: number): number {
  return findMatching(code, open, 1, "([{", ")]}", longestBody);
}

/** Offset of the opening bracket; -1 if it is missing or too far away. */
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

/** Comments between two offsets, joined. */
export function commentsBetween({ text, scanned }: ScannedSource, from: number, to: number): string {
  let comments = "";
  for (let at = Math.max(0, from); at < Math.min(to, text.length); at++)
    if (scanned.parts[at] === part.comment) comments += text[at];
    else if (comments !== "" && !comments.endsWith(" ")) comments += " ";
  return comments;
}

export function textOfLine({ scanned }: ScannedSource, line: number): string {
  return scanned.lines[line - 1] ?? "";
}

/** The change adds a line of the handler and did not move it from elsewhere. */
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
  // `} catch {` occurs everywhere: it moved only if the code before it moved too.
  return !(isMoved && source.removed.has(codeLineBefore(source, line)));
}

/** The same handler existed with another error name or other whitespace. */
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
