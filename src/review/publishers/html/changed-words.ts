// Finds the words that differ between a removed line and the added line that replaces it.
import type { DiffLine } from "../../../change/diff.ts";
import type { WordRange } from "./code-line.ts";

/** Longer lines are compared as a whole. */
const mostWords = 150;
/** Lines that share less than this are different lines, and marking all their words says nothing. */
const leastShared = 0.4;

export interface ChangedWords {
  removed: readonly WordRange[];
  added: readonly WordRange[];
}

export function changedWords(before: string, after: string): ChangedWords | null {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  if (old.length > mostWords || fresh.length > mostWords) return null;
  const { inOld, inFresh } = common(old, fresh);
  const letters = (words: readonly string[], kept: ReadonlySet<number>) =>
    words.reduce((sum, word, at) => sum + (kept.has(at) ? word.trim().length : 0), 0);
  const longest = Math.max(before.replaceAll(/\s/g, "").length, after.replaceAll(/\s/g, "").length);
  if (letters(old, inOld) < leastShared * longest) return null;
  return { removed: ranges(before, old, inOld), added: ranges(after, fresh, inFresh) };
}

/** Pairs the lines of each run of removed lines with those of the run of added lines that follows it. */
export function* replacedLines<Line extends Pick<DiffLine, "kind">>(
  lines: readonly Line[],
): Generator<readonly [removed: Line, added: Line]> {
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, "removed");
    const added = runOf(lines, at + removed.length, "added");
    const pairs = Math.min(removed.length, added.length);
    for (let index = 0; index < pairs; index++) yield [removed[index]!, added[index]!];
    at += Math.max(1, removed.length + added.length);
  }
}

function runOf<Line extends Pick<DiffLine, "kind">>(
  lines: readonly Line[],
  from: number,
  kind: DiffLine["kind"],
): Line[] {
  let end = from;
  while (lines[end]?.kind === kind) end++;
  return lines.slice(from, end);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|\s+|./gsu) ?? [];
}

/** The longest common subsequence of words. */
function common(old: readonly string[], fresh: readonly string[]): { inOld: Set<number>; inFresh: Set<number> } {
  const inOld = new Set<number>();
  const inFresh = new Set<number>();
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = fresh.length - 1; b >= 0; b--)
      lengths[a]![b] =
        old[a] === fresh[b] ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
  for (let a = 0, b = 0; a < old.length && b < fresh.length;) {
    if (old[a] === fresh[b]) {
      inOld.add(a++);
      inFresh.add(b++);
    } else if (lengths[a + 1]![b]! >= lengths[a]![b + 1]!) a++;
    else b++;
  }
  return { inOld, inFresh };
}

/** What is not common; a gap of white space between two such parts belongs to them. */
function ranges(text: string, words: readonly string[], kept: ReadonlySet<number>): WordRange[] {
  const all: [number, number][] = [];
  let at = 0;
  for (const [index, word] of words.entries()) {
    const end = at + word.length;
    if (!kept.has(index)) {
      const last = all.at(-1);
      if (last && text.slice(last[1], at).trim() === "") last[1] = end;
      else all.push([at, end]);
    }
    at = end;
  }
  return all;
}
