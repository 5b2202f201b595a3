import fc from "fast-check";
import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

test.each([
  ["", [""]],
  ["ab\ncd\n", ["ab\ncd\n"]],
  ["ab\ncd\nefgh\n", ["ab\ncd\n", "efgh\n"]],
  ["abcdefghijk", ["abcdefgh", "ijk"]],
])("%j", (text, parts) => expect(textParts(text, 8)).toEqual(parts));

test("loses nothing, and splits no character", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 2, max: 9 }), (text, largest) => {
      const parts = textParts(text, largest);
      expect(parts.join("")).toBe(text);
      expect(parts.every((part) => part.length <= largest && part.isWellFormed())).toBe(true);
    }),
  ));
