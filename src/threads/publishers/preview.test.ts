import fc from "fast-check";
import { expect, test } from "vitest";
import { preview, previewLength } from "./preview.ts";

test.each([
  ["A plain sentence.", "A plain sentence."],
  ["Two\n\nparagraphs,\r\n with blanks", "Two paragraphs, with blanks"],
  ["<!-- a marker of a bot -->\n**Potential issue**", "Potential issue"],
  ["_Note_ <details>\n<summary>More</summary>\n\nhidden\n</details>", "_Note_ More hidden"],
  ["## Title\n> quoted\n```ts\nconst a = 1;\n```", "Title quoted const a = 1;"],
  ["See [the docs](https://example.com/a) ![badge](https://example.com/b.svg)", "See the docs badge"],
  ["if (a < b && c > d) x();", "if (a < b && c > d) x();"],
  ["never <!-- closed", "never"],
  ["\u202egnp.exe", "<U+202E>gnp.exe"],
  ["", ""],
])("%j is previewed as %j", (body, expected) => {
  expect(preview(body).preview.toLowerCase()).toBe(expected.toLowerCase());
});

test("a long one is truncated, and says so", () => {
  const { preview: text, cut } = preview("word ".repeat(200));
  expect([Array.from(text).length <= previewLength, text.endsWith("…"), cut]).toEqual([true, true, true]);
  expect(preview("short").cut).toBe(false);
});

test("any text is one line of limited length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (body) => {
      const { preview: text } = preview(body);
      // Hidden characters are written out, so count what people see.
      expect(text).not.toMatch(/[\n\r\u202e]/);
      expect(Array.from(text).length).toBeLessThanOrEqual(previewLength);
    }),
  );
});
