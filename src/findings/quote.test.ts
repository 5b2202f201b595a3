import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteOf } from "../../test/support/finding-of.ts";
import { checkQuote, drift, normalise, quotedFile, type QuotedFile } from "./quote.ts";
import { cases } from "../../test/support/cases.ts";

function fileOf(text: string): QuotedFile {
  return quotedFile(new TextEncoder().encode(text));
}

const shop = fileOf(
  [
    "function total(prices) {",
    "  let sum = 0;",
    "  for (const price of prices) {",
    "    sum += price;",
    "  }",
    "  return sum;",
    "}",
    "",
  ].join("\n"),
);

describe("a quote", () => {
  cases("%s", (_name, text, line) => checkQuote(quoteOf(text, line), shop), [
    ["stands where it was said to", "    sum += price;", 4, { is: "there" }],
    ["may be indented in another way", "\tsum  +=  price;", 4, { is: "there" }],
    ["may end in a line break", "    sum += price;\n", 4, { is: "there" }],
    ["may come with Windows line ends", "    sum += price;\r\n  }\r\n", 4, { is: "there" }],
    ["may span lines", "for (const price of prices) {\n  sum += price;\n}", 3, { is: "there" }],
    ["that drifted up three lines is found again", "    sum += price;", 7, { is: "moved", to: 4 }],
    ["that drifted down three lines is found again", "    sum += price;", 1, { is: "moved", to: 4 }],
    ["that drifted farther is not taken for the same", "    sum += price;", 8, { is: "missing" }],
    ["of something else is missing", "    sum -= price;", 4, { is: "missing" }],
    ["of half a line is missing", "sum +=", 4, { is: "missing" }],
    ["whose second line differs is missing", "let sum = 0;\nlet tax = 0;", 2, { is: "missing" }],
    ["past the end is missing", "}", 400, { is: "missing" }],
    ["on line 0 is looked for near it", "function total(prices) {", 0, { is: "moved", to: 1 }],
    ["that runs over the end is missing", "}\n\nmore", 7, { is: "missing" }],
    ["of a NUL is not found where there is no line", "\0", 9, { is: "missing" }],
    ["of nothing is evidence of nothing", "", 8, { is: "missing" }],
    ["of blanks is evidence of nothing", "  \n\t\n", 4, { is: "missing" }],
  ]);

  test("in a missing file is missing", () => {
    expect(checkQuote(quoteOf("sum += price;", 4), null)).toEqual({ is: "missing" });
  });

  test("is searched above before below, nearest first", () => {
    const file = fileOf("same();\nother();\nsame();\nsame();\n");
    expect(checkQuote(quoteOf("same();", 2), file)).toEqual({ is: "moved", to: 1 });
  });

  test("in a file with Windows line endings is found", () => {
    expect(checkQuote(quoteOf("sum += price;", 2), fileOf("let sum = 0;\r\nsum += price;\r\n"))).toEqual({
      is: "there",
    });
  });
});

const lineOfCode = fc.stringMatching(/^[a-z]{1,6}\([a-z]{0,3}\);$/);
const blanks = fc.stringMatching(/^[ \t]{0,6}$/);

test("any line quoted verbatim is found, whatever its indentation", () => {
  fc.assert(
    fc.property(fc.array(lineOfCode, { minLength: 1, maxLength: 20 }), fc.nat(), blanks, (lines, pick, indent) => {
      const at = pick % lines.length;
      expect(checkQuote(quoteOf(indent + lines[at]!, at + 1), fileOf(lines.join("\n")))).toEqual({ is: "there" });
    }),
  );
});

test("a unique line is found again within the drift limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -8, max: 8 }), (at, away) => {
      const lines = Array.from({ length: 30 }, (_, index) => `call${index + 1}();`);
      const verdict = checkQuote(quoteOf(`call${at}();`, at + away), fileOf(lines.join("\n")));
      const near = { is: "moved", to: at };
      expect(verdict).toEqual(away === 0 ? { is: "there" } : Math.abs(away) <= drift ? near : { is: "missing" });
    }),
  );
});

test("normalising twice is normalising once", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "\r", "\n") });
  fc.assert(
    fc.property(text, (any) => {
      expect(normalise(normalise(any))).toBe(normalise(any));
    }),
  );
});
