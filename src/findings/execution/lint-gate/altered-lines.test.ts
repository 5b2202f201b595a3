import fc from "fast-check";
import { expect, test } from "vitest";
import { alteredLines } from "./altered-lines.ts";
import { cases } from "../../../../test/support/cases.ts";

cases<[string, string, string, number[]]>("%s", (_name, text, other) => alteredLines(text, other), [
  ["nothing", "a\nb\n", "a\nb\n", []],
  ["a line", "a\nb\nc\n", "a\nB\nc\n", [2]],
  ["two places", "a\nb\nc\nd\ne\n", "A\nb\nc\nD\ne\n", [1, 4]],
  ["lines that are joined", "f(\n  a,\n);\nb\n", "f(a);\nb\n", [1, 2, 3]],
  ["a line that is broken up", "a\nf(a, b);\nc\n", "a\nf(\n  a,\n  b,\n);\nc\n", [2]],
  ["a line put in", "a\nb\n", "a\n\nb\n", [1, 2]],
  ["a line taken away", "a\n\n\nb\n", "a\n\nb\n", [3]],
  ["a missing end", "a\nb", "a\nb\n", [2]],
  ["a further end", "a\nb\n\n", "a\nb\n", [4]],
  ["everything", "a", "b\nc", [1]],
  ["ends of lines", "a\r\nb\r\n", "a\nb\n", [1, 2]],
]);

test("of texts too long to be compared, the first line", () => {
  const long = (mark: string) => Array.from({ length: 3000 }, (_, at) => `${mark}${at}`).join("\n");
  expect(alteredLines(`same\n${long("a")}`, `same\n${long("b")}`)).toEqual([2]);
});

test("lines that are not listed are in the other text in the same order", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((some) => some.join("\n"));
  fc.assert(
    fc.property(lines, lines, (text, other) => {
      const altered = new Set(alteredLines(text, other));
      expect(altered.size === 0).toBe(text === other);
      const left = other.split("\n");
      const kept = text.split("\n").filter((_, at) => !altered.has(at + 1));
      for (const line of kept) {
        const at = left.indexOf(line);
        expect(at).toBeGreaterThanOrEqual(0);
        left.splice(0, at + 1);
      }
    }),
  );
});
