import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acting } from "../../../test/support/finding-of.ts";
import { bytes, count, list, oneLine, plain, plainJson, seconds, shorten, shortenPath } from "./text.ts";
import { cases } from "../../../test/support/cases.ts";

describe("text from outside", () => {
  test.each<[string, string, string]>([
    ["an ANSI escape", "\u001b[31mred\u001b[0m", "<U+001B>[31mred<U+001B>[0m"],
    ["an escape of one character", "\u009b31mred", "<U+009B>31mred"],
    ["a link that a terminal would hide", "\u001b]8;;http://evil\u0007x", "<U+001B>]8;;http://evil<U+0007>x"],
    ["a direction change", "abc\u202etxt.exe", "abc<U+202E>txt.exe"],
    ["an isolated direction change", "a\u2066b\u2069", "a<U+2066>b<U+2069>"],
    ["a zero-width space", "pass\u200bword", "pass<U+200B>word"],
    ["words that nobody sees", "fine\u{e0068}\u{e0069}", "fine<U+E0068><U+E0069>"],
    ["a backspace", "safe\b\b\b\bevil", "safe<U+0008><U+0008><U+0008><U+0008>evil"],
    ["a tab, which is harmless", "a\tb", "a  b"],
    ["an emoji of several, without what joins them", "👩\u200d👩\u200d👧 ❤\ufe0f ok", "👩👩👧 ❤ ok"],
    ["other scripts", "Größe 大きさ حجم", "Größe 大きさ حجم"],
  ])("%s", (_name, text, shown) => {
    expect(plain(text)).toBe(shown);
    expect(oneLine(text)).toBe(shown);
  });

  test.each<[string, string]>([
    ["Unix line ends", "one\n  two\n\nthree"],
    ["Windows line ends", "one\r\ntwo\r\n\r\nthree"],
    ["line ends of old", "one\rtwo\r\rthree"],
  ])("on one line: %s", (_name, text) => expect(oneLine(text)).toBe("one two three"));

  test("any text loses its control characters", () => {
    const anything = fc.string({
      unit: fc
        .oneof(
          fc.integer({ min: 0, max: 0x2fff }),
          fc.integer({ min: 0xfe00, max: 0xffff }),
          fc.integer({ min: 0xe0000, max: 0xe0fff }),
        )
        .map((code) => String.fromCodePoint(code)),
    });
    fc.assert(
      fc.property(anything, (text) => {
        expect(plain(text).replaceAll("\n", "")).not.toMatch(acting);
        expect(oneLine(text)).not.toMatch(acting);
      }),
      { numRuns: 2000 },
    );
  });

  test("gets through a very long line", () => {
    expect(oneLine(" ".repeat(200_000))).toHaveLength(200_000);
  });
});

test("JSON keeps its value, without control characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (value) => {
      const printed = plainJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(printed)).toEqual(value);
      expect(printed.replaceAll("\n", "")).not.toMatch(acting);
    }),
  );
  expect(plainJson(JSON.stringify(["a\u202e\u009b", "\u{e0041}"]))).toBe(String.raw`["a\u202e\u009b","\udb40\udc41"]`);
});

describe("shortening a path keeps the file's name", () => {
  cases<[string, number, string]>("%j to %i: %j", shortenPath, [
    ["src/cart.ts", 11, "src/cart.ts"],
    ["src/shop/cart.ts", 11, "…/cart.ts"],
    ["src/a-long-name.ts", 8, "…name.ts"],
    ["src/folder/", 5, "…/"],
  ]);
});

describe("shortening", () => {
  cases<[string, number, string]>("%j to %i: %j", shorten, [
    ["short", 5, "short"],
    ["longer", 5, "long…"],
    ["a b c", 3, "a…"],
    ["😀😀😀", 3, "😀😀😀"],
    ["😀😀😀😀", 3, "😀😀…"],
    ["", 3, ""],
  ]);
});

describe("numbers and lists", () => {
  cases("%s", (said) => said, [
    [count(0, "file"), "0 files"],
    [count(1, "file"), "1 file"],
    [count(2, "file"), "2 files"],
    [count(2, "pass", "passes"), "2 passes"],
    [list([]), ""],
    [list(["a"]), "a"],
    [list(["a", "b"]), "a and b"],
    [list(["a", "b", "c"]), "a, b and c"],
    [bytes(1), "1 kB"],
    [bytes(20_500), "21 kB"],
    [bytes(1_500_000), "1.5 MB"],
    [seconds(0), "0 ms"],
    [seconds(999.4), "999 ms"],
    [seconds(1500), "1.5 s"],
  ]);
});
