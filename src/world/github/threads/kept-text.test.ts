import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bothEnds, lastLines, maxKeptBody, openKeeping, shareOfOneScan, shortBody } from "./kept-text.ts";

describe("a body", () => {
  test("that fits is unchanged", () => {
    const body = "x".repeat(maxKeptBody);
    expect(openKeeping(shareOfOneScan())(body, false)).toBe(body);
  });

  test("that is too long keeps its start and its end", () => {
    const body = `_Potential issue_\n${"reasons ".repeat(5000)}\n✅ Addressed in commit abc1234`;
    const kept = openKeeping(shareOfOneScan())(body, false);
    expect(kept.length).toBeLessThanOrEqual(maxKeptBody);
    expect(kept).toMatch(/^_Potential issue_\n/);
    expect(kept).toMatch(/✅ Addressed in commit abc1234$/);
  });

  test("is whole where that is wanted", () => {
    const body = "\u{1F600}".repeat(65_536);
    expect(openKeeping(shareOfOneScan(true))(body, false)).toBe(body);
  });

  test("is shortened more once the scan is over its budget", () => {
    const keep = openKeeping({ left: 1000, most: maxKeptBody });
    const body = "y".repeat(900);
    const kept = [keep(body, false), keep(body, false), keep(body, false), keep(body, true)];
    // What began a thread is spared.
    expect(kept.map(({ length }) => length)).toEqual([900, 900, shortBody, 900]);
  });

  test("never grows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 8, max: 200 }), (body, most) => {
        expect(bothEnds(body, most).length).toBeLessThanOrEqual(Math.max(most, 0));
      }),
    );
  });
});

describe("the code above a thread", () => {
  test("keeps its last lines complete, because the comment is on the last one", () => {
    const hunk = `@@ -0,0 +1,2000 @@\n${"+a line of code\n".repeat(2000)}+the line`;
    const kept = lastLines(hunk)!;
    expect(kept.length).toBeLessThanOrEqual(4000);
    expect(
      kept
        .split("\n")
        .slice(0, -1)
        .every((line) => line === "+a line of code"),
    ).toBe(true);
    expect(kept).toMatch(/\n\+the line$/);
  });

  test("is omitted if its last line is too long", () => {
    expect(lastLines(`@@ -1 +1 @@\n+${"x".repeat(5000)}`)).toBeNull();
  });

  test("that fits is unchanged", () => {
    expect(lastLines("@@ -1 +1 @@\n+x")).toBe("@@ -1 +1 @@\n+x");
  });
});
