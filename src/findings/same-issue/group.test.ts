import fc from "fast-check";
import { expect, test } from "vitest";
import { groupPairs, type Pair } from "./group.ts";
import { cases } from "../../../test/support/cases.ts";

function pair(a: number, b: number, strength = 1): Pair {
  return { a, b, strength };
}

cases<[string, number, Pair[], number[][]]>("%s", (_name, count, pairs) => groupPairs(count, pairs), [
  ["nothing paired: each alone", 2, [], [[0], [1]]],
  ["all paired with all: one group", 3, [pair(0, 1), pair(1, 2), pair(0, 2)], [[0, 1, 2]]],
  ["a chain is cut at its weakest link", 3, [pair(0, 1, 0.5), pair(1, 2, 0.9)], [[0], [1, 2]]],
  [
    "the strongest first, whatever the order",
    4,
    [pair(0, 3, 0.6), pair(0, 2, 0.7), pair(1, 2, 0.8)],
    [
      [0, 3],
      [1, 2],
    ],
  ],
]);

test("each item is in one group, and every two of a group are a pair", () => {
  const item = fc.integer({ min: 0, max: 7 });
  const anyPair = fc.record({ a: item, b: item, strength: fc.double({ noNaN: true }) }).filter(({ a, b }) => a !== b);
  fc.assert(
    fc.property(fc.array(anyPair), (pairs) => {
      const groups = groupPairs(8, pairs);
      expect(groups.flat().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      for (const group of groups)
        for (const one of group)
          for (const other of group)
            if (one < other)
              expect(pairs.some(({ a, b }) => Math.min(a, b) === one && Math.max(a, b) === other)).toBe(true);
    }),
  );
});
