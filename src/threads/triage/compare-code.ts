// Compares the commented code with the head: what remains, what replaced it, and whether it only moved.
import { redactFileLines } from "../../secrets/redact-file.ts";
import { startOfText } from "../../secrets/cut-text.ts";
import type { FileDiff } from "../../change/diff.ts";
import { languageFor } from "../../findings/text/languages.ts";
import { part, scan } from "../../findings/text/scan.ts";
import { plainRequestResult } from "./plain-requests.ts";
import type { CodeFacts, Excerpt, NamedCode } from "./code-facts.ts";
import { lineMap, currentRange, type LineMap } from "./line-map.ts";
import { movedTo } from "./moved-to.ts";
import { namedCode } from "./named-code.ts";
import type { Objections } from "./objections.ts";
import { suggestionState } from "./suggestion-state.ts";
import { containsTokens, renamesIn, shareIn, distinctiveTokens, codeTokens, tokensOfLines } from "./code-tokens.ts";

export interface CodeComparison {
  path: string;
  /** The commented lines, 1-based. */
  start: number;
  end: number;
  /** The whole file then. */
  before: readonly string[];
  /** The whole file at the head; null when it was deleted. */
  now: readonly string[] | null;
  headPath: string | null;
  /** From then to the head. */
  entry: FileDiff | null;
  files: readonly FileDiff[];
  objections: Objections;
}

/** Distance within which added lines count as nearby. */
const near = 3;
/** Longer ones are rewritten files: their content says nothing about one line. */
const longestPlace = 200;

export type CodeCompared = Omit<CodeFacts, "unknown" | "commit">;

export function compareCode(given: CodeComparison): CodeCompared {
  const { path, start, end, before, headPath, objections } = given;
  const now = given.now ?? [];
  const map = lineMap(given.entry);
  const lines = before.slice(start - 1, end);
  const followed = lines.map((_, index) => (given.now === null ? null : map.now(start + index)));
  const place = given.now === null ? { start: 1, end: 0 } : currentRange(map, start, end, before.length, now.length);
  const here = placeText(now, place, map);
  const code = { old: withoutComments(path, before), now: withoutComments(headPath ?? path, now) };
  const bare = tokensOfLines(code.old.slice(start - 1, end));
  // A review comment on a code comment is about its text.
  const commented = distinctiveTokens(bare).length > 0 ? bare : tokensOfLines(lines);
  const herePlain = tokensOfLines(here.map((line) => now[line - 1]!));
  const hereCode = tokensOfLines(here.map((line) => code.now[line - 1]!));
  const standsHere = distinctiveTokens(bare).length > 0 ? hereCode : herePlain;
  const then = {
    commented: tokensOfLines(lines),
    around: tokensOfLines(before.slice(Math.max(0, start - 1 - near), end + near)),
  };
  const around = tokensOfLines(now.slice(Math.max(0, place.start - 1 - near), place.end + near));
  const inPlace = tokensOfLines(code.now.slice(place.start - 1, Math.min(place.end, place.start + longestPlace)));
  const named = namedCode(objections, then, { here: herePlain, around, commented, place: inPlace });
  const untouched = followed.every((line) => line !== null);
  const moved = untouched ? null : movedTo(given, new Set(here), commented, named.quotes);
  const compared = distinctiveTokens(bare).length > 0 ? code : { old: before, now };
  return {
    path,
    headPath,
    commented: { path, start, lines },
    followed,
    outcome: fateOf(followed, given.now === null, place.end >= place.start),
    lineAtHead: given.now !== null && lineStands(lines, now),
    lineNear: lineStands(lines, now.slice(Math.max(0, place.start - 1 - 2 * near), place.end + 2 * near)),
    remains: untouched ? 1 : shareIn(distinctiveTokens(standsHere), distinctiveTokens(commented)),
    sameCode: untouched || isSame(standsHere, commented) || isSame(herePlain, then.commented),
    renames: untouched ? null : renamesIn(commented, standsHere),
    words: distinctiveTokens(commented).length,
    movedTo: moved,
    changed: moved === null && (given.now === null || differsNearby(compared, { start, end }, place, map)),
    ...named,
    suggestion: suggestionState(objections.suggestions, then, around, herePlain),
    ...(untouched
      ? { inWords: null, unshown: false }
      : plainRequestResult(objections.clauses, named, { commented, place: inPlace, here: standsHere })),
    others: standsElsewhere(given, named.quotes, commented),
    before: excerpt(path, before, start, end),
    now: headPath === null ? null : excerpt(headPath, now, place.start, Math.max(place.end, place.start)),
  };
}

/** The lines at head in the same position, and lines added nearby. */
function placeText(now: readonly string[], place: { start: number; end: number }, map: LineMap): number[] {
  const found: number[] = [];
  for (let line = Math.max(1, place.start - near); line <= Math.min(now.length, place.end + near); line++) {
    const inside = line >= place.start && line <= place.end;
    if (inside ? line < place.start + longestPlace : map.added.has(line)) found.push(line);
  }
  return found;
}

/** Whether lines in or beside the place were changed, other than in layout. */
function differsNearby(
  { old, now }: { old: readonly string[]; now: readonly string[] },
  then: { start: number; end: number },
  place: { start: number; end: number },
  map: LineMap,
): boolean {
  const within = (
    lines: readonly string[],
    { start, end }: { start: number; end: number },
    is: (line: number) => boolean,
  ) =>
    tokensOfLines(
      lines.filter((_, index) => index + 1 >= start - near && index + 1 <= end + near && is(index + 1)),
    ).join(" ");
  const removed = within(old, then, (line) => map.now(line) === null);
  return removed !== within(now, place, (line) => map.added.has(line));
}

/** All of it is there; with an added `await` it does something else. */
function isSame(here: readonly string[], commented: readonly string[]): boolean {
  return containsTokens(here, commented) && !containsTokens(here, ["await", ...commented]);
}

function fateOf(followed: readonly (number | null)[], gone: boolean, replaced: boolean): CodeFacts["outcome"] {
  if (gone) return "file-removed";
  const standing = followed.filter((line) => line !== null).length;
  if (standing === followed.length) return "untouched";
  if (standing > 0) return "partly";
  return replaced ? "replaced" : "removed";
}

function lineStands(lines: readonly string[], now: readonly string[]): boolean {
  const wanted = lines.map((line) => codeTokens(line).join(" ")).filter((line) => line !== "");
  const standing = new Set(now.map((line) => codeTokens(line).join(" ")));
  return wanted.some((line) => standing.has(line));
}

/** Code without comments, line by line; unchanged if the language is unknown. */
function withoutComments(path: string, lines: readonly string[]): readonly string[] {
  const language = languageFor(path);
  if (language === null) return lines;
  const text = lines.join("\n");
  const { parts, starts } = scan(text, language);
  return lines.map((line, index) => {
    const from = starts[index] ?? 0;
    let kept = "";
    for (let at = 0; at < line.length; at++) kept += parts[from + at] === part.comment ? " " : line[at]!;
    return kept;
  });
}

function standsElsewhere({ now }: CodeComparison, quotes: readonly NamedCode[], commented: readonly string[]): boolean {
  const all = tokensOfLines(now ?? []);
  const wanted = quotes.length > 0 ? quotes.map(({ text }) => codeTokens(text)) : [commented];
  return wanted.some((tokens) => containsTokens(all, tokens));
}

const around = 4;
const mostShown = 30;

function excerpt(path: string, lines: readonly string[], start: number, end: number): Excerpt {
  const from = Math.max(1, start - around);
  const to = Math.min(lines.length, end + around, from + mostShown - 1);
  const safe = redactFileLines(path, lines, from - 1, to);
  return { path, start: from, lines: safe.map((line) => startOfText(line, 400)) };
}
