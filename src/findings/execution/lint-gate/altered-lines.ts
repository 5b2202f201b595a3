// Computes which lines of a text differ in another version of it.

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
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    const from = { i, j };
    while ((i < a.length || j < b.length) && !(i < a.length && j < b.length && a[i] === b[j])) {
      const takes = j === b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!);
      if (takes) i++;
      else j++;
    }
    if (i === from.i) edits.push({ at: i, removes: false });
    else for (let at = from.i; at < i; at++) edits.push({ at, removes: true });
  }
  return edits;
}
