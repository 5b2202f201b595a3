// Pairs two ordered lists of equal findings without crossing, so that lines that moved together stay together.

/** A line that is not known is as near as any. */
export function pairInOrder<A, B>(
  some: readonly A[],
  others: readonly B[],
  lineOfSome: (one: A) => number | null,
  lineOfOther: (one: B) => number,
): [A, B][] {
  const shift = (one: A, other: B) => lineOfOther(other) - (lineOfSome(one) ?? lineOfOther(other));
  if (some.length <= others.length) return skipping(some, others, shift);
  return skipping(others, some, (other, one) => shift(one, other)).map(([other, one]) => [one, other]);
}

/** What lines that move apart from each other cost, beside what they move: a common shift is what lines above them make. */
const apart = 100;

interface Way {
  cost: number;
  shift: number;
  /** Which of the many, for the one before it. */
  before: number;
}

/** Each of the few has one of the many. */
function skipping<Few, Many>(
  few: readonly Few[],
  many: readonly Many[],
  shiftOf: (one: Few, other: Many) => number,
): [Few, Many][] {
  const spare = many.length - few.length;
  const ways: Map<number, Way>[] = [];
  for (const [index, one] of few.entries()) {
    const row = new Map<number, Way>();
    for (let at = index; at <= index + spare; at++) {
      const shift = shiftOf(one, many[at]!);
      row.set(at, cheapest(ways[index - 1], at, shift));
    }
    ways.push(row);
  }
  const pairs: [Few, Many][] = [];
  let at = least(ways.at(-1));
  for (let index = few.length - 1; index >= 0; index--) {
    pairs.push([few[index]!, many[at]!]);
    at = ways[index]!.get(at)!.before;
  }
  return pairs.toReversed();
}

function cheapest(earlier: ReadonlyMap<number, Way> | undefined, at: number, shift: number): Way {
  let best: Way = { cost: earlier ? Infinity : Math.abs(shift), shift, before: -1 };
  for (const [before, way] of earlier ?? []) {
    const cost = way.cost + apart * Math.abs(shift - way.shift) + Math.abs(shift);
    if (before < at && cost < best.cost) best = { cost, shift, before };
  }
  return best;
}

function least(row: ReadonlyMap<number, Way> = new Map()): number {
  let best = -1;
  for (const [at, { cost }] of row) if (best < 0 || cost < row.get(best)!.cost) best = at;
  return best;
}
