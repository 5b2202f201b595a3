import fc from "fast-check";
import { expect, test } from "vitest";
import { tricky } from "../../../test/support/summaries.ts";
import { firstSentences, sentencesOf } from "./sentences.ts";
import { cases } from "../../../test/support/cases.ts";

cases<[string, string[]]>("%j", sentencesOf, [
  ["", []],
  ["One", ["One"]],
  ["One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]],
  ["Use a.b, x!=y and why?.not.", ["Use a.b, x!=y and why?.not."]],
  ["See src/cart.ts. It is v1.2 now.", ["See src/cart.ts.", "It is v1.2 now."]],
  ["Carts, e.g. The Big One (cf. Ours) etc. And no. 3.", ["Carts, e.g. The Big One (cf. Ours) etc. And no. 3."]],
  ['He said "Stop." Then (at last.) it did.', ['He said "Stop."', "Then (at last.) it did."]],
  ["Wait... what? no.", ["Wait... what? no."]],
  ["これは。あれは！それは", ["これは。", "あれは！", "それは"]],
  ["Over\nlines.\n\nAnd more.", ["Over lines.", "And more."]],
]);

cases<[string, number, number, string]>("the first of %j, %i at most", firstSentences, [
  ["One. Two. Three.", 2, 100, "One. Two."],
  ["No full stop", 1, 100, "No full stop."],
  ["Very long words", 1, 10, "Very long…"],
  [" ", 3, 100, ""],
]);

test("returns no more than requested", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...tricky, ". ", "A", "b", ") "), fc.string({ unit: "grapheme" })))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 50 }), (given, most, longest) => {
      const first = firstSentences(given, most, longest);
      expect(sentencesOf(first).length).toBeLessThanOrEqual(most);
      expect(first === "").toBe(given.trim() === "");
    }),
  );
});

test("skips abbreviations that look like an end", () => {
  for (const part of [".", ". ", ".)", "!?", "e.g. ", ". a", "。", '."', " "]) {
    const text = part.repeat(65_536 / part.length);
    expect(sentencesOf(text).join("").length).toBeLessThanOrEqual(text.length);
  }
});
