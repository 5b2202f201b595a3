// Finds invisible characters and bidirectional controls (Trojan Source); this file names them by code point to pass its
// own check.
import type { ChangedLine } from "../../../change/diff.ts";
import { isInlineTest, type HygieneFile, type HygieneProblem } from "./hygiene-file.ts";
import { commentOn, part, partAt, type Scanned } from "../../text/scan.ts";
import { isFixture, isLocale, isProse, isTest } from "../../../change/file-kinds.ts";

const suspect = new RegExp(
  [
    "[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060\\u2066-\\u2069\\uFEFF]",
    // Hangul fillers, which are invisible letters, and tag characters.
    "[\\u115F\\u1160\\u3164\\uFFA0\\u{E0000}-\\u{E007F}]",
    // One selector or joiner belongs to an emoji or letter; a run of them can encode bytes.
    "[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]{3}",
    "[\\u200C\\u200D]{4}",
  ].join("|"),
  "gu",
);
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** Scripts without spaces, where a zero-width space marks a line break opportunity. */
const breaksWords = /[\u0900-\u109F\u1780-\u17FF]/;

const names: Record<number, string> = {
  0x200b: "zero width space",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0xfeff: "zero width no-break space",
};

type Verdict = "reorders" | "hides-code" | "hides-text" | null;

/** Computed once per line, because a hostile line may contain a million of these characters. */
interface LineContext {
  file: HygieneFile;
  line: ChangedLine;
  rtl: boolean;
  locale: boolean;
  /** The scan of the file; null if it disagrees about this line. */
  scanned: Scanned | null;
  /** Whether such characters have a purpose in strings of this line. */
  allowsInStrings: boolean;
}

export function mayHoldHiddenCharacters(text: string): boolean {
  return text.search(suspect) >= 0;
}

export function findHiddenCharacters(file: HygieneFile): HygieneProblem[] {
  if (isFixture(file.path)) return [];
  const unchanged = unchangedCodePoints(file);
  return file.added.flatMap((line) =>
    mayHoldHiddenCharacters(line.text) ? findOnLine(createLineContext(file, line), unchanged) : [],
  );
}

/** Characters that the change removes at least as often as it adds: they existed before. */
function unchangedCodePoints({ added, removed }: HygieneFile): ReadonlySet<number> {
  const before = countCodePoints(removed);
  const now = countCodePoints(added.map(({ text }) => text));
  return new Set([...before].flatMap(([code, count]) => (count >= (now.get(code) ?? 0) ? code : [])));
}

function countCodePoints(texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const text of texts)
    for (const match of text.matchAll(suspect)) {
      const code = match[0].codePointAt(0)!;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  return counts;
}

function createLineContext(file: HygieneFile, line: ChangedLine): LineContext {
  const scanned = file.scanned?.lines[line.line - 1] === line.text ? file.scanned : null;
  const rtl = rightToLeft.test(line.text);
  const locale = isLocale(file.path);
  const allowsInStrings =
    rtl ||
    locale ||
    isTest(file.path) ||
    isInlineTest(file, line.line) ||
    breaksWords.test(line.text) ||
    (scanned !== null && mentionsHiddenCharacters(scanned, line));
  return { file, line, rtl, locale, scanned, allowsInStrings };
}

function findOnLine(at: LineContext, unchanged: ReadonlySet<number>): HygieneProblem[] {
  const byCodePoint = new Map<number, Verdict>();
  for (const match of at.line.text.matchAll(suspect)) {
    const code = match[0].codePointAt(0)!;
    if (unchanged.has(code)) continue;
    const verdict = judgeCharacter(at, match.index, code);
    if (verdict) byCodePoint.set(code, verdict);
  }
  if (byCodePoint.size === 0) return [];
  const points = [...byCodePoint.keys()].slice(0, 5).map(formatCodePoint).join(", ");
  const verdicts = new Set(byCodePoint.values());
  const { line, text } = at.line;
  if (verdicts.has("reorders")) return [{ line, text, ...reorderedProblem(points) }];
  return [{ line, text, ...invisibleProblem(points), confidence: verdicts.has("hides-code") ? 9 : 7 }];
}

function judgeCharacter(at: LineContext, column: number, code: number): Verdict {
  const { file, rtl, locale } = at;
  if (code >= 0xe0000 && code <= 0xe007f) return isFlag(at.line.text, column) ? null : "hides-code";
  if (isSelector(code) || code === 0x200c || code === 0x200d) return "hides-code";
  const prose = isProse(file.path);
  if (code === 0x202d || code === 0x202e) return rtl && (locale || prose) ? null : "reorders";
  // The other characters matter only in code.
  if (prose || file.language === null || file.language.family === "markup") return null;
  const isData = file.language.family === "data";
  if (code >= 0x202a && code <= 0x2069 && code !== 0x2060)
    return (isData && (rtl || locale)) || (locale && rtl) ? null : "reorders";
  return isData ? null : judgeInCode(at, column, code);
}

/** Marks and zero-width characters are wrong in a name, and in a string unless its language needs them. */
function judgeInCode({ line, scanned, allowsInStrings }: LineContext, column: number, code: number): Verdict {
  if (scanned === null || (code === 0xfeff && line.line === 1 && column === 0)) return null;
  const kind = partAt(scanned, line.line, column);
  // Between tags of markup in code, a lone character is layout.
  if (kind === part.code) return line.text[column - 1] === ">" || line.text[column + 1] === "<" ? null : "hides-code";
  if (
    kind !== part.string ||
    allowsInStrings ||
    code === 0x3164 ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0xffa0
  )
    return null;
  // A string that contains nothing else exists for that character.
  const alone =
    partAt(scanned, line.line, column - 1) !== part.string && partAt(scanned, line.line, column + 1) !== part.string;
  return alone ? null : "hides-text";
}

/** The line strips such characters, or a comment mentions them. */
function mentionsHiddenCharacters(scanned: Scanned, { line, text }: ChangedLine): boolean {
  const comments = commentOn(scanned, line - 1) + commentOn(scanned, line);
  return (
    /preg_|\bre\.|RegExp|regex|replace|strip|trim|sanitize/i.test(text) ||
    /zero[- ]?width|invisible|zwsp|word joiner|\bBOM\b/i.test(comments)
  );
}

/** The flags of England, Scotland and Wales consist of a black flag and tag characters. */
function isFlag(text: string, at: number): boolean {
  return text.slice(Math.max(0, at - 16), at).includes("\u{1F3F4}");
}

function isSelector(code: number): boolean {
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

function formatCodePoint(code: number): string {
  const name = names[code];
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}${name ? ` (${name})` : ""}`;
}

function reorderedProblem(points: string): Pick<HygieneProblem, "kind" | "title" | "explanation"> {
  return {
    kind: "bidi-character",
    title: `The line is displayed in another order than it runs: it contains ${points}`,
    explanation:
      "Such characters can make harmful code look like a comment or a string (CVE-2021-42574). Remove them, " +
      "or write them as escapes if the program needs them.",
  };
}

function invisibleProblem(points: string): Pick<HygieneProblem, "kind" | "title" | "explanation"> {
  return {
    kind: "invisible-character",
    title: `The line contains an invisible character: ${points}`,
    explanation:
      "It changes a name or a value or hides text, while the line looks the same. Remove it, or " +
      "write it as an escape if the program needs it.",
  };
}
