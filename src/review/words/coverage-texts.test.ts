import { describe, expect, test } from "vitest";
import type { Receipt } from "../../findings/coverage.ts";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { coverageLines } from "./coverage-texts.ts";

const receipt: Receipt = {
  hunks: [],
  total: 9,
  byReviewers: 5,
  byChecksOnly: 3,
  unread: 1,
  withoutLines: [],
  notCovered: [],
};

describe("the coverage receipt in words", () => {
  test("says who read how much", () => {
    expect(coverageLines(receipt)).toEqual(["9 changed lines: 5 read by reviewers, 3 by checks only, 1 by nobody"]);
  });

  test("names files without lines, and counts them when they are many", () => {
    const withoutLines = Array.from({ length: 6 }, (_, index) => ({ path: `${index}.png`, why: "binary" as const }));
    expect(coverageLines({ ...receipt, withoutLines: withoutLines.slice(0, 1) })[1]).toBe(
      "no lines to read in 0.png (binary)",
    );
    expect(coverageLines({ ...receipt, withoutLines })[1]).toMatch(/4\.png \(binary\) and 1 more$/);
  });

  test("names in one line what no check could judge", () => {
    const notCovered = [
      { what: ["error handling", "references"], languages: ["Elixir", "Lua"], files: 3 },
      { what: ["references"], languages: ["Kotlin"], files: 1 },
    ];
    expect(coverageLines({ ...receipt, notCovered })[1]).toBe(
      "not covered: error handling and references in Elixir and Lua (3 files); references in Kotlin (1 file)",
    );
  });

  test("lets no control characters through", () => {
    const lines = coverageLines({ ...receipt, withoutLines: [{ path: hostile, why: "empty" }] });
    expect(lines[1]).toContain("gpj.exe");
    expect(lines[1]).not.toMatch(acting);
  });
});
