// Tests parsing of quoted and unquoted paths in diff headers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitHeaderPaths, unquotePath, withoutPrefix } from "./diff-path.ts";
import { cases } from "../../test/support/cases.ts";

describe("a name in git's quotes", () => {
  cases("%s is %j", unquotePath, [
    ["plain.ts", "plain.ts"],
    ["plain.ts\r", "plain.ts"],
    ['"tab\\there"', "tab\there"],
    ['"\\a\\b\\t\\n\\v\\f\\r\\"\\\\"', '\x07\b\t\n\v\f\r"\\'],
    ['"caf\\303\\251"', "café"],
    ['"caf\\303\\251"\r', "café"],
    ['"café \\001"', "café \u0001"],
    ['"\\360\\237\\216\\211"', "🎉"],
    ['"cr\\r"', "cr\r"],
    ['""', ""],
  ]);

  test("that is not UTF-8 stays quoted, byte for byte", () => {
    expect(unquotePath('"caf\\351"')).toBe('"caf\\351"');
    expect(unquotePath('"a\\"\\377"')).toBe('"a\\"\\377"');
  });

  test.each(['"', '"abc', '"abc\\', '"\\9', '"\\400"', `"${"x".repeat(500_000)}"`])(
    "broken or huge ones are read: %.12s",
    (written) => expect(unquotePath(written).length).toBeLessThanOrEqual(written.length),
  );

  test("round-trips for any content", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const octal = [...Buffer.from(name)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
        expect(unquotePath(`"${octal}"`)).toBe(name);
      }),
    );
  });
});

describe("the two names after diff --git", () => {
  test.each([
    ["a/x.ts b/x.ts", "a/x.ts", "b/x.ts", true],
    ["x.ts x.ts", "x.ts", "x.ts", false],
    ["a/x a/x", "a/x", "a/x", false],
    ["a/x b/x b/x b/x", "a/x b/x", "b/x b/x", true],
    ["a b a b", "a b", "a b", false],
    ["i/x w/x", "i/x", "w/x", true],
    ["old/with blank after/with blank", "old/with blank", "after/with blank", true],
    ['"a/\\303\\251" "b/\\303\\251"', "a/é", "b/é", true],
    ['"\\303\\251" "\\303\\251"', "é", "é", false],
    ['a/plain "b/\\ttab"', "a/plain", "b/\ttab", true],
    ['"a/\\ttab" b/plain', "a/\ttab", "b/plain", true],
    ['"a/q\\" b" "b/q\\" b"', 'a/q" b', 'b/q" b', true],
    ["a/x.ts b/x.ts\r", "a/x.ts", "b/x.ts", true],
    ["a/one/x y.png b/two/x y.png", "a/one/x y.png", "b/two/x y.png", true],
    ["old-x.png new-x.png", "old-x.png", "new-x.png", false],
  ])("%s", (names, left, right, prefixed) => expect(splitHeaderPaths(names)).toEqual({ left, right, prefixed }));

  test.each(["", " x", "one", '"unclosed', "a b c", "a/x b/y b/z"])(
    "%j could be split in no way or in several",
    (names) => expect(splitHeaderPaths(names)).toBeNull(),
  );

  test("any name is found again, with and without prefixes", () => {
    const name = fc.stringMatching(/^[a-c /]{1,12}$/).filter((one) => !one.startsWith("/"));
    fc.assert(
      fc.property(name, (path) => {
        expect(splitHeaderPaths(`a/${path} b/${path}`)).toEqual({
          left: `a/${path}`,
          right: `b/${path}`,
          prefixed: true,
        });
        expect(splitHeaderPaths(`${path} ${path}`)).toEqual({ left: path, right: path, prefixed: false });
      }),
    );
  });
});

cases("%s without its prefix is %s", withoutPrefix, [
  ["a/src/x.ts", "src/x.ts"],
  ["x.ts", "x.ts"],
  ['"b/caf\\351"', '"caf\\351"'],
]);
