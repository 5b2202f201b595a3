// Many names as one pattern of git's grep. What the pattern finds is held against `standsIn` afterwards: it may find too
// much, and must not miss anything.
import type { GrepPattern } from "../git/grep.ts";
import { endsWithWord, startsWithWord } from "./match.ts";

/** Perl's engine compiles a pattern into 64 kB at most. */
const mostCharacters = 16_000;
/** It allows 250 groups inside each other. */
const deepest = 50;

/** One pattern: of several, git looks for each through the rest of a file, again after every hit. */
export function grepPattern(names: readonly string[]): GrepPattern {
  return { perl: perlPattern(names), extended: names.map(escapedExtended).join("|") };
}

/** The names in as many runs of git as it takes; thousands of names take a second one. */
export function* batches(names: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const name of names) {
    if (batch.length > 0 && size + name.length > mostCharacters) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(name);
    size += name.length;
  }
  if (batch.length > 0) yield batch;
}

/** Names that end in the same way share one look-around: one for each name costs three times as much. */
function perlPattern(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => `${startsWithWord(name)} ${endsWithWord(name)}`);
  return [...groups.values()]
    .map((group) => {
      const before = startsWithWord(group[0]!) ? "(?<![A-Za-z0-9_])" : "";
      const after = endsWithWord(group[0]!) ? "(?![A-Za-z0-9_])" : "";
      return `${before}${anyOf(group, 0)}${after}`;
    })
    .join("|");
}

/** Shared beginnings are written once: 1,000 names then take a fifth of the time that a plain list of them takes. */
function anyOf(endings: readonly string[], depth: number): string {
  if (endings.length === 1) return escapedPerl(endings[0]!);
  if (depth === deepest) return `(?:${endings.map(escapedPerl).join("|")})`;
  const groups = Map.groupBy(endings, (ending) => String.fromCodePoint(ending.codePointAt(0) ?? 0));
  const ends = groups.delete("\0");
  const branches = [...groups].map(([first, group]) => {
    const shared = first + sharedStart(group.map((ending) => ending.slice(first.length)));
    return escapedPerl(shared) + (group.length === 1 ? "" : anyOf(cut(group, shared.length), depth + 1));
  });
  return branches.length === 1 && !ends ? branches[0]! : `(?:${branches.join("|")}${ends ? "|" : ""})`;
}

function cut(texts: readonly string[], length: number): string[] {
  return texts.map((text) => text.slice(length));
}

function sharedStart([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other.charCodeAt(same) === first.charCodeAt(same)) same++;
    length = same;
  }
  // Half a character beyond the basic plane is none.
  return first.slice(0, length).isWellFormed() ? first.slice(0, length) : first.slice(0, length - 1);
}

/** A backslash takes the meaning of any sign, and would give one to a letter or a digit. */
function escapedPerl(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_\u0080-\u{10ffff}]/gu, (char) => `\\${char}`);
}

/** Here a backslash would give `<`, `>`, `'` and `\`` a meaning. */
function escapedExtended(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, (char) => (char === "]" || char === "}" ? char : `\\${char}`));
}
