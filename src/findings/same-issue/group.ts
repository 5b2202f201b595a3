// Groups findings by pairwise scores.

export interface Pair {
  a: number;
  b: number;
  strength: number;
}

/**
 * The strongest pairs first. Two groups become one only where every member of one is paired with every member of the
 * other, so that nothing joins by way of a third; what may not stand together is left out of `pairs`. Gives each item
 * once, in groups ordered by their first member.
 */
export function groupPairs(count: number, pairs: readonly Pair[]): number[][] {
  const paired = new Set(pairs.map(({ a, b }) => key(a, b, count)));
  const groups = Array.from({ length: count }, (_, item) => [item]);
  for (const { a, b } of pairs.toSorted((one, other) => other.strength - one.strength)) {
    const [into, from] = [groups[a]!, groups[b]!];
    if (into === from || !into.every((one) => from.every((other) => paired.has(key(one, other, count))))) continue;
    into.push(...from);
    for (const item of from) groups[item] = into;
  }
  return [...new Set(groups)].map((group) => group.toSorted((a, b) => a - b));
}

function key(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}
