import fc from "fast-check";
import { expect, test } from "vitest";
import { pairInOrder } from "./pair-in-order.ts";
import { cases } from "../../../test/support/cases.ts";

const pairs = (some: (number | null)[], others: number[]) =>
  pairInOrder(
    some,
    others,
    (one) => one,
    (one) => one,
  );

cases<[string, (number | null)[], number[], [number | null, number][]]>(
  "%s",
  (_name, some, others) => pairs(some, others),
  [
    [
      "the first of three mended",
      [10, 20, 30],
      [19, 29],
      [
        [20, 19],
        [30, 29],
      ],
    ],
    [
      "the last of three mended",
      [10, 20, 30],
      [10, 20],
      [
        [10, 10],
        [20, 20],
      ],
    ],
    ["an equal one made above", [10], [5, 11], [[10, 11]]],
    [
      "an equal one made below",
      [10, 20],
      [10, 15, 20],
      [
        [10, 10],
        [20, 20],
      ],
    ],
    [
      "as many as before, all moved",
      [10, 20],
      [110, 120],
      [
        [10, 110],
        [20, 120],
      ],
    ],
    [
      "lines that nobody knows",
      [null, null],
      [1, 2, 3],
      [
        [null, 1],
        [null, 2],
      ],
    ],
    ["none", [], [1], []],
  ],
);

test("finds the largest number of pairs that do not cross", () => {
  const lines = fc.array(fc.nat(50), { maxLength: 8 }).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(lines, lines, (some, others) => {
      const found = pairs(some, others);
      expect(found).toHaveLength(Math.min(some.length, others.length));
      expect(found).toEqual(found.toSorted(([a, b], [c, d]) => a! - c! || b - d));
    }),
  );
});
