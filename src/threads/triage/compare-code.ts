// Holds the commented code against the head: what of it stands, what came in its place, and whether it only moved.
import { addedLines, type FileDiff } from "../../change/diff.ts";
import { editDistance } from "../../change/edit-distance.ts";
import { languageFor } from "../../findings/text/languages.ts";
import { part, scan } from "../../findings/text/scan.ts";
import { askedInWords } from "./asked-in-words.ts";
import type { CodeFacts, Excerpt, NamedCode } from "./facts.ts";
import { lineMap, placeNow, type LineMap } from "./follow.ts";
import type { Objections } from "./objections.ts";
import {
  anyName,
  contains,
  containsLoosely,
  isName,
  renamesIn,
  overlap,
  shareIn,
  telling,
  tokensOf,
  tokensOfLines,
} from "./tokens.ts";

export interface Compared {
  path: string;
  /** The commented lines, from 1. */
  start: number;
  end: number;
  /** The whole file then. */
  before: readonly string[];
  /** The whole file at the head; null when it is gone. */
  now: readonly string[] | null;
  headPath: string | null;
  /** From then to the head. */
  entry: FileDiff | null;
  files: readonly FileDiff[];
  objections: Objections;
}

/** How far around the place added lines count as standing there. */
const near = 3;
/** Longer ones are rewritten files: what stands in them says nothing of one line. */
const longestPlace = 200;

export type CodeCompared = Omit<CodeFacts, "unknown" | "commit">;

export function compareCode(given: Compared): CodeCompared {
  const { path, start, end, before, headPath, objections } = given;
  const now = given.now ?? [];
  const map = lineMap(given.entry);
  const lines = before.slice(start - 1, end);
  const followed = lines.map((_, index) => (given.now === null ? null : map.now(start + index)));
  const place = given.now === null ? { start: 1, end: 0 } : placeNow(map, start, end, before.length, now.length);
  const here = placeText(now, place, map);
  const code = { old: withoutComments(path, before), now: withoutComments(headPath ?? path, now) };
  const bare = tokensOfLines(code.old.slice(start - 1, end));
  // A comment on a comment is about its words.
  const commented = telling(bare).length > 0 ? bare : tokensOfLines(lines);
  const herePlain = tokensOfLines(here.map((line) => now[line - 1]!));
  const hereCode = tokensOfLines(here.map((line) => code.now[line - 1]!));
  const standsHere = telling(bare).length > 0 ? hereCode : herePlain;
  const then = {
    commented: tokensOfLines(lines),
    around: tokensOfLines(before.slice(Math.max(0, start - 1 - near), end + near)),
  };
  const around = tokensOfLines(now.slice(Math.max(0, place.start - 1 - near), place.end + near));
  const named = namedCode(objections, then, herePlain, around);
  const untouched = followed.every((line) => line !== null);
  return {
    path,
    headPath,
    commented: { path, start, lines },
    followed,
    fate: fateOf(followed, given.now === null, place.end >= place.start),
    lineAtHead: given.now !== null && lineStands(lines, now),
    lineNear: lineStands(lines, now.slice(Math.max(0, place.start - 1 - 2 * near), place.end + 2 * near)),
    remains: untouched ? 1 : shareIn(telling(standsHere), telling(commented)),
    sameCode: untouched || isSame(standsHere, commented) || isSame(herePlain, then.commented),
    renames: untouched ? null : renamesIn(commented, standsHere),
    words: telling(commented).length,
    movedTo: untouched ? null : movedTo(given, new Set(here), commented, named.quotes),
    ...named,
    suggestion: suggestionNow(objections.suggestions, then, around, herePlain),
    inWords: untouched
      ? null
      : askedInWords(objections.prose, named.quotes, {
          commented,
          place: tokensOfLines(code.now.slice(place.start - 1, Math.min(place.end, place.start + longestPlace))),
          here: standsHere,
        }),
    others: standsElsewhere(given, named.quotes, commented),
    before: excerpt(path, before, start, end),
    now: headPath === null ? null : excerpt(headPath, now, place.start, Math.max(place.end, place.start)),
  };
}

/** The lines at head that stand in the place, and added ones close by. */
function placeText(now: readonly string[], place: { start: number; end: number }, map: LineMap): number[] {
  const found: number[] = [];
  for (let line = Math.max(1, place.start - near); line <= Math.min(now.length, place.end + near); line++) {
    const inside = line >= place.start && line <= place.end;
    if (inside ? line < place.start + longestPlace : map.added.has(line)) found.push(line);
  }
  return found;
}

/** All of it stands there; with an `await` before it, it does something else. */
function isSame(here: readonly string[], commented: readonly string[]): boolean {
  return contains(here, commented) && !contains(here, ["await", ...commented]);
}

function fateOf(followed: readonly (number | null)[], gone: boolean, replaced: boolean): CodeFacts["fate"] {
  if (gone) return "file-removed";
  const standing = followed.filter((line) => line !== null).length;
  if (standing === followed.length) return "untouched";
  if (standing > 0) return "partly";
  return replaced ? "replaced" : "removed";
}

function lineStands(lines: readonly string[], now: readonly string[]): boolean {
  const wanted = lines.map((line) => tokensOf(line).join(" ")).filter((line) => line !== "");
  const standing = new Set(now.map((line) => tokensOf(line).join(" ")));
  return wanted.some((line) => standing.has(line));
}

/** Code alone, line by line; as it is where the language is not known. */
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

function namedCode(
  { spans, removed, added }: Objections,
  then: { commented: readonly string[]; around: readonly string[] },
  here: readonly string[],
  around: readonly string[],
): { quotes: NamedCode[]; proposals: NamedCode[] } {
  const quotes: NamedCode[] = [];
  const proposals: NamedCode[] = [];
  for (const text of [...spans, ...removed]) {
    const tokens = tokensOf(text);
    const words = telling(tokens);
    if (words.length === 0) continue;
    const name = tokens.every((one) => isName(one) || one === "." || one === "::" || one === "->" || one === "?.");
    const stands = contains(here, tokens);
    if (contains(then.commented, tokens))
      quotes.push({ text, name, stands, altered: (name ? isLike : isAltered)(here, tokens) });
    // What stood beside the commented line must be gone from there too, unless it is a mere name.
    else if (contains(then.around, tokens)) {
      if (!name && words.length > 1) quotes.push({ text, name, stands: contains(around, tokens), altered: false });
    } else if (!removed.includes(text)) proposals.push({ text, name, stands, altered: false });
  }
  for (const text of added) {
    const tokens = tokensOf(text);
    if (telling(tokens).length > 1 && !contains(then.around, tokens))
      proposals.push({ text, name: false, stands: contains(here, tokens), altered: false });
  }
  return { quotes: withoutParts(quotes), proposals };
}

/** Something was put between its words, or a few of them became other names: that mends nothing by itself. */
function isAltered(here: readonly string[], tokens: readonly string[]): boolean {
  if (contains(here, tokens)) return false;
  if (containsLoosely(here, tokens)) return true;
  const words = telling(tokens);
  const gone = new Set(tokens.filter((one, at) => !mere.has(one) && !standsBeside(here, tokens, at)));
  // Another operator is another meaning.
  if (![...gone].every(isName)) return false;
  const share = shareIn(telling(here), words);
  // The last bracket may be further away now: there can be more arguments.
  const open = tokens.at(-1) === ")" ? tokens.slice(0, -1) : tokens;
  const withOtherNames = open.map((one) => (gone.has(one) ? anyName : one));
  return share > mostIsLeft || (share > halfIsLeft && contains(here, withOtherNames));
}

/** What only separates and holds together: other ones there say nothing. */
const mere = new Set(["(", ")", ",", ";", ".", ":", '"', "'", "`"]);

/** Names by themselves; signs, which stand everywhere, next to one of their neighbours. */
function standsBeside(here: readonly string[], tokens: readonly string[], at: number): boolean {
  if (isName(tokens[at]!)) return here.includes(tokens[at]!);
  const pairs = [tokens.slice(Math.max(0, at - 1), at + 1), tokens.slice(at, at + 2)];
  return pairs.some((pair) => (pair.length > 1 || tokens.length === 1) && contains(here, pair));
}

/** `usr_` for `usr`, `strncpy` for `strcpy`: a name that is hardly another one. */
function isLike(here: readonly string[], tokens: readonly string[]): boolean {
  const name = tokens.at(-1)!.toLowerCase();
  if (name.length < 3 || contains(here, tokens)) return false;
  return here.some((one) => {
    const other = one.toLowerCase();
    return other.includes(name) || (name.length > 4 && editDistance(name, other, 1) !== null);
  });
}

const mostIsLeft = 0.7;
const halfIsLeft = 0.5;

/** A name that is part of a longer quote is spoken of by that. */
function withoutParts(quotes: readonly NamedCode[]): NamedCode[] {
  const rows = quotes.map(({ text }) => tokensOf(text));
  return quotes.filter(
    ({ name }, at) => !name || !rows.some((row) => row.length > rows[at]!.length && contains(row, rows[at]!)),
  );
}

function suggestionNow(
  suggestions: Objections["suggestions"],
  then: { commented: readonly string[]; around: readonly string[] },
  around: readonly string[],
  here: readonly string[],
): CodeFacts["suggestion"] {
  const texts = suggestions.map(tokensOfLines).filter((tokens) => telling(tokens).length > 0);
  if (texts.length === 0) return null;
  const each = texts.map((tokens) => {
    if (contains(around, tokens) && !contains(then.around, tokens)) return "stands";
    const [old, fresh] = [telling(then.commented), telling(tokens)];
    const bringsIn = fresh.filter((one) => !old.includes(one));
    const takesOut = old.filter((one) => !fresh.includes(one));
    if (bringsIn.length === 0 || takesOut.length === 0) return "missing";
    return bringsIn.every((one) => here.includes(one)) && !takesOut.some((one) => here.includes(one))
      ? "substance"
      : "missing";
  });
  return each.includes("missing") ? "missing" : each.includes("substance") ? "substance" : "stands";
}

/** An added line elsewhere counts from this share of the commented words on. */
const alike = 0.65;
const mostAdded = 60_000;

/** Elsewhere in the file, or in another file of the change. */
function movedTo(
  { files, headPath }: Compared,
  here: ReadonlySet<number>,
  commented: readonly string[],
  quotes: readonly NamedCode[],
): CodeFacts["movedTo"] {
  const wanted = telling(commented);
  const pieces = quotes
    .filter(({ name }) => !name)
    .map(({ text }) => tokensOf(text))
    .filter((tokens) => telling(tokens).length > 1);
  let looked = 0;
  for (const file of files)
    for (const run of runsOf(file, file.newPath === headPath ? here : nowhere)) {
      looked += run.length;
      const first = { path: file.newPath ?? "", line: run[0]!.line };
      // Too much to look through: then nobody can say that it did not move.
      if (looked > mostAdded) return first;
      const whole = tokensOfLines(run.map(({ text }) => text));
      if (wanted.length > 1 && contains(whole, commented)) return first;
      if (pieces.some((piece) => contains(whole, piece))) return first;
      const like = run.find(({ text }) => wanted.length > 2 && overlap(telling(tokensOf(text)), wanted) >= alike);
      if (like) return { path: first.path, line: like.line };
    }
  return null;
}

const nowhere: ReadonlySet<number> = new Set();

/** Added lines that follow each other, without those in the place itself. */
function* runsOf(file: FileDiff, without: ReadonlySet<number>): Generator<{ line: number; text: string }[]> {
  let run: { line: number; text: string }[] = [];
  for (const { line, text } of addedLines(file)) {
    if (without.has(line)) continue;
    if (run.length > 0 && run.at(-1)!.line !== line - 1) {
      yield run;
      run = [];
    }
    run.push({ line, text });
  }
  if (run.length > 0) yield run;
}

function standsElsewhere({ now }: Compared, quotes: readonly NamedCode[], commented: readonly string[]): boolean {
  const all = tokensOfLines(now ?? []);
  const wanted = quotes.length > 0 ? quotes.map(({ text }) => tokensOf(text)) : [commented];
  return wanted.some((tokens) => contains(all, tokens));
}

const around = 4;
const mostShown = 30;

function excerpt(path: string, lines: readonly string[], start: number, end: number): Excerpt {
  const from = Math.max(1, start - around);
  const to = Math.min(lines.length, end + around, from + mostShown - 1);
  return { path, start: from, lines: lines.slice(from - 1, to).map((line) => line.slice(0, 400)) };
}
