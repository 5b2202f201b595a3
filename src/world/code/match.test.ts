import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSearchable, NameFinder, standsIn } from "./match.ts";

describe("a name matches a line as a whole word", () => {
  test.each([
    ["const total = 1;", "total", true],
    ["const subtotal = 1;", "total", false],
    ["const totals = 1;", "total", false],
    ["totals + total", "total", true],
    ["total", "total", true],
    ["a.total()", "total", true],
    ["$total", "total", true],
    ["my_total", "total", false],
    ["total2", "total", false],
    ["run --dry-run now", "--dry-run", true],
    ["run x--dry-run now", "--dry-run", true],
    ["run --dry-runs now", "--dry-run", false],
    ["see src/a.ts.", "src/a.ts", true],
    ["see lib/src/a.ts", "src/a.ts", true],
    ["see libsrc/a.ts", "src/a.ts", false],
    ["class .btn-primary {", ".btn-primary", true],
    ["<.btn-primary2>", ".btn-primary", false],
    ["größe = 1", "größe", true],
    ["aaa aa", "aa", true],
    ["a => b", "=>", true],
    ["", "total", false],
  ])("%j contains %j: %j", (line, name, is) => {
    expect(standsIn(line, name)).toBe(is);
    expect(new NameFinder([name]).namesIn(line).has(name)).toBe(is);
  });
});

test("empty names and names with line breaks are not searched", () => {
  expect(["", "a", "ab", "a\nb", "a\0b", "a\r", "\ud800x", "x".repeat(5000), "--x"].filter(isSearchable)).toEqual([
    "ab",
    "--x",
  ]);
});

test("many names are found together as they are alone", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "_", "1", "-", ".", " ", "é", "$"), maxLength: 30 });
  const names = fc.array(
    text.filter((name) => name.length > 0),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(text, names, (line, searchNames) => {
      const matches = new NameFinder(searchNames).namesIn(line);
      for (const name of searchNames) expect(matches.has(name)).toBe(standsIn(line, name));
    }),
    { numRuns: 500 },
  );
});

test("a removed name is no longer found, and its neighbour still is", () => {
  const finder = new NameFinder(["--flag", "flag", "=>"]);
  finder.drop("flag");
  finder.drop("=>");
  expect([...finder.namesIn("x => --flag")]).toEqual(["--flag"]);
});
