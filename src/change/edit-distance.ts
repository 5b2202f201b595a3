// Computes the edit distance between words.

/** The Levenshtein distance; null as soon as it must exceed `atMost`. */
export function editDistance(left: string, right: string, atMost: number): number | null {
  if (Math.abs(left.length - right.length) > atMost) return null;
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const replaced = above[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      const cost = Math.min(replaced, above[column]! + 1, current[column - 1]! + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    // No later row can be below the minimum of this one.
    if (best > atMost) return null;
    above = current;
  }
  const distance = above[right.length]!;
  return distance <= atMost ? distance : null;
}

/** The nearest known word, the first of equals; null if none is within `atMost` edits. */
export function nearestWord(word: string, known: Iterable<string>, atMost: number): string | null {
  let nearest: string | null = null;
  let limit = atMost;
  for (const candidate of known) {
    const distance = editDistance(word, candidate, limit);
    if (distance === null) continue;
    nearest = candidate;
    if (distance === 0) return nearest;
    limit = distance - 1;
  }
  return nearest;
}

/** Whether the words differ by two neighbouring letters in the other order. */
export function hasSwappedLetters(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const at = left.split("").findIndex((letter, index) => letter !== right[index]);
  return (
    at >= 0 && left[at] === right[at + 1] && left[at + 1] === right[at] && left.slice(at + 2) === right.slice(at + 2)
  );
}
