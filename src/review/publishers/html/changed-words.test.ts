import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../test/support/cases.ts";
import { changedWords, replacedLines } from "./changed-words.ts";

const marked = (text: string, ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, end]) => text.slice(start, end));

cases(
  "of %j and %j",
  (before, after) => {
    const found = changedWords(before, after);
    return found && [marked(before, found.removed), marked(after, found.added)];
  },
  [
    ["if (cents >= 10)", "if (cents > 10)", [["="], []]],
    ["return price;", "return price * rate;", [[], [" * rate"]]],
    ["let total = a + b;", "let sum = a + b;", [["total"], ["sum"]]],
    ["import x from 'y';", "const answer = compute(42);", null],
    ["same", "same", [[], []]],
    ["", "x", null],
  ],
);

test("what is not marked is the same on both sides", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "bc", " ", "(", "é", "💥", "9") });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = changedWords(before, after);
      if (found === null) return;
      const rest = (whole: string, ranges: readonly (readonly [number, number])[]) =>
        ranges.reduceRight((left, [start, end]) => left.slice(0, start) + left.slice(end), whole).replaceAll(/\s/g, "");
      expect(rest(before, found.removed)).toBe(rest(after, found.added));
    }),
  );
});

test("each removed line goes with the added line in its place", () => {
  const line = (text: string) => ({
    text,
    kind: ({ "+": "added", "-": "removed", " ": "context" } as const)[text.charAt(0) as "+"],
  });
  const pairs = [...replacedLines(["-a", "-b", "+A", " c", "+d", "-e", "+E", "+F"].map(line))];
  expect(pairs.map(([one, other]) => `${one.text}${other.text}`)).toEqual(["-a+A", "-e+E"]);
});
