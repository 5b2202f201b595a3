// Computes which lines of a text differ in another version of it.
import { alignEqual } from "../../../change/align-equal.ts";

/** Beyond this many comparisons only the first differing line is reported. */
const mostCompared = 4_000_000;

/**
 * Line numbers, sorted. For a pure insertion the lines on both sides count, because nothing else of the text can be
 * pointed at.
 */
export function alteredLines(text: string, other: string): number[] {
  const before = text.split("\n");
  const after = other.split("\n");
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  if (a.length * b.length > mostCompared) return [start + 1];
  const found = new Set<number>();
  for (const { at, removes } of editsOf(a, b)) {
    const line = start + at + 1;
    if (removes) found.add(line);
    else for (const near of [line - 1, line]) if (near >= 1 && near <= before.length) found.add(near);
  }
  return [...found].toSorted((one, two) => one - two);
}

interface Edit {
  /** The removed line, or the line before which something is inserted. */
  at: number;
  removes: boolean;
}

/** By the longest common subsequence. Insertions next to removals belong to the same edit. */
function editsOf(a: readonly string[], b: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of [...alignEqual(a, b), [a.length, b.length] as const]) {
    if (i === nextI && j < nextJ) edits.push({ at: i, removes: false });
    for (let at = i; at < nextI; at++) edits.push({ at, removes: true });
    i = nextI + 1;
    j = nextJ + 1;
  }
  return edits;
}
