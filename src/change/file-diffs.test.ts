// Tests how raw rows and patches combine into file diffs.
import { describe, expect, test } from "vitest";
import { fileDiffs } from "./file-diffs.ts";
import type { RawRow } from "./git.ts";

const [zero, one, two] = ["0", "1", "2"].map((digit) => digit.repeat(40)) as [string, string, string];

function row(status: string, oldPath: string, newPath = oldPath): RawRow {
  const [oldMode, oldOid] = status === "A" ? ["000000", zero] : ["100644", one];
  const [newMode, newOid] = status === "D" ? ["000000", zero] : ["100755", two];
  return { oldMode, newMode, oldOid, newOid, status, oldPath, newPath };
}

function read(only: RawRow, patch: string) {
  return fileDiffs([only], new TextEncoder().encode(patch))[0];
}

describe("git's rows and its patch together", () => {
  test("the row decides a rename whose header could be split in two ways", () => {
    const patch = "diff --git a/x b/y b/x b/y\nsimilarity index 100%\nrename from x\nrename to y b/x b/y\n";
    expect(read(row("R100", "x", "y b/x b/y"), patch)).toMatchObject({
      oldPath: "x",
      newPath: "y b/x b/y",
      status: "renamed",
      similarity: 100,
      oldMode: "100644",
      newMode: "100755",
      oldOid: one,
      newOid: two,
    });
  });

  test.each([
    ["A", "added", { oldPath: null, newPath: "x", oldMode: null, newMode: "100755", oldOid: null, newOid: two }],
    ["D", "deleted", { oldPath: "x", newPath: null, oldMode: "100644", newMode: null, oldOid: one, newOid: null }],
    ["M", "modified", { oldPath: "x", newPath: "x" }],
    ["T", "type-changed", { oldPath: "x", newPath: "x" }],
    ["C75", "copied", { oldPath: "x", newPath: "x" }],
  ])("row %s is %s, and a side that is missing is null", (letter, status, sides) => {
    expect(read(row(letter, "x"), "diff --git a/x b/x\n")).toMatchObject({ status, ...sides });
  });

  test("the hunks come from the patch", () => {
    const patch = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    expect(read(row("M", "x"), patch)).toMatchObject({ additions: 1, deletions: 1, hunks: [{ lines: ["-1", "+2"] }] });
  });

  test("a patch with fewer files than rows is a fault, not a shorter review", () => {
    expect(() => read(row("M", "x"), "")).toThrow("git lists 1 changed files, but its patch was read as 0");
  });
});
