import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathOf } from "../change/diff.ts";
import { parseDiff } from "../change/parse-diff.ts";
import { triage } from "../change/triage.ts";
import type { Change } from "../change/change.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { reportOf } from "../../test/support/finding-of.ts";
import { codeWithoutReviewer, coverageReceipt } from "./coverage.ts";
import { hunksOf } from "./read-all.ts";
import type { Report } from "./report.ts";

describe("a receipt", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const change = changeOf({
    base: { "src/a.ts": lines.join("\n"), "src/old.ts": "same();\nsame();\n", "empty.txt": "" },
    head: {
      "src/a.ts": lines.with(2, "changed").with(25, "changed").join("\n"),
      "src/new.ts": "same();\nsame();\n",
      "yarn.lock": "a\nb\nc\n",
      "logo.png": new Uint8Array([0, 1, 2, 0, 255]),
    },
  });
  const reads = (unit: string, by: Report["by"], ...hunks: string[]) =>
    reportOf({ unit, by, read: hunks.map((hunk) => ({ hunk, depth: "full" })) });
  const receipt = coverageReceipt(change, [
    reads("secrets", "check", "src/a.ts#1", "yarn.lock#1"),
    reads("code-reviewer", "reviewer", "src/a.ts#1"),
    reads("tests", "execution", "src/a.ts#2"),
  ]);

  test("lists for each hunk who read it, or why nobody did", () => {
    expect(receipt.hunks).toEqual([
      {
        hunk: "src/a.ts#1",
        path: "src/a.ts",
        lines: 2,
        checks: ["secrets"],
        reviewers: [{ unit: "code-reviewer", depth: "full" }],
        leftOut: null,
      },
      { hunk: "src/a.ts#2", path: "src/a.ts", lines: 2, checks: [], reviewers: [], leftOut: null },
      { hunk: "yarn.lock#1", path: "yarn.lock", lines: 3, checks: ["secrets"], reviewers: [], leftOut: "lockfile" },
    ]);
  });

  test("names what can run and no reviewer has read, though a check of lockfiles is enough for them", () => {
    expect(codeWithoutReviewer(receipt)).toEqual([
      { path: "yarn.lock", lines: 3 },
      { path: "src/a.ts", lines: 2 },
    ]);
    const checked = [reads("supply-chain", "check", "yarn.lock#1"), reads("x", "reviewer", "src/a.ts#1", "src/a.ts#2")];
    expect(codeWithoutReviewer(coverageReceipt(change, checked))).toEqual([]);
    const binary = changeOf({ head: { "tool.exe": new Uint8Array([0, 1]), "notes.md": "text\n" } });
    expect(codeWithoutReviewer(coverageReceipt(binary, []))).toEqual([{ path: "tool.exe", lines: 0 }]);
  });

  test("adds up: running code is not reading it", () => {
    expect(receipt).toMatchObject({ total: 7, byReviewers: 2, byChecksOnly: 3, unread: 2 });
  });

  test("names the files that have no lines, with the reason", () => {
    expect(receipt.withoutLines.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: "empty.txt", why: "empty" },
      { path: "logo.png", why: "binary" },
      { path: "src/new.ts", why: "rename-only" },
    ]);
  });

  test("distinguishes a merge's combined diff from an empty file", () => {
    const files = [{ ...change.files.find((file) => file.binary)!, binary: false, combined: true }];
    expect(coverageReceipt({ files, triage: change.triage }, []).withoutLines).toEqual([
      { path: "logo.png", why: "combined" },
    ]);
  });

  test("leaves out only the hunks that are noise", () => {
    const blank = changeOf({
      base: { "a.ts": lines.join("\n") },
      head: { "a.ts": lines.with(2, "  line 2").with(25, "changed").join("\n") },
    });
    expect(coverageReceipt(blank, []).hunks.map(({ leftOut }) => leftOut)).toEqual(["whitespace-only", null]);
  });
});

/** Any change, as git would print it: files with hunks of kept, added and removed lines. */
const anyHunk = fc.array(fc.tuple(fc.constantFrom(" ", "+", "-"), fc.constantFrom("", "x();", "+ y", "- z", "  ")), {
  minLength: 1,
  maxLength: 12,
});
const anyFiles = fc
  .array(fc.array(anyHunk, { minLength: 1, maxLength: 3 }), { maxLength: 4 })
  .map((files) => parseDiff(files.map((hunks, index) => patchOf(`src/f${index}.ts`, hunks)).join("")));

function patchOf(path: string, hunks: readonly (readonly [string, string][])[]): string {
  const count = (hunk: readonly [string, string][], mark: string) =>
    hunk.filter(([own]) => own === " " || own === mark).length;
  const shown = hunks.map((hunk, index) => {
    const at = 1 + index * 100;
    const body = hunk.map(([mark, text]) => `${mark}${text}\n`).join("");
    return `@@ -${at},${count(hunk, "-")} +${at},${count(hunk, "+")} @@\n${body}`;
  });
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${shown.join("")}`;
}

const bare = changeOf({});

function changeWith(files: Change["files"]): Pick<Change, "files" | "triage"> {
  const { words, intent, config } = bare;
  return { files, triage: triage({ files, words, intent, config, attributes: [], headers: new Map() }) };
}

/** Reports that claim to have read anything, hunks that do not exist too. */
const anyReports = (files: Change["files"]): fc.Arbitrary<Report[]> => {
  const hunk = fc.constantFrom("src/none.ts#1", "src/f0.ts#9", ...hunksOf(files).map((one) => one.hunk));
  const read = fc.array(fc.record({ hunk, depth: fc.constantFrom("full" as const, "summary" as const) }), {
    maxLength: 8,
  });
  const by = fc.constantFrom<Report["by"][]>("check", "reviewer", "execution");
  return fc.array(fc.record({ unit: fc.constantFrom("a", "b", "c"), by, read }).map(reportOf), { maxLength: 5 });
};

test("lines read by reviewers, by checks only and unread add up for any change", () => {
  const anything = anyFiles.chain((files) => fc.tuple(fc.constant(files), anyReports(files)));
  fc.assert(
    fc.property(anything, ([files, reports]) => {
      const receipt = coverageReceipt(changeWith(files), reports);
      const counted = files.reduce((sum, file) => sum + file.additions + file.deletions, 0);
      expect(receipt.total).toBe(counted);
      expect(receipt.byReviewers + receipt.byChecksOnly + receipt.unread).toBe(receipt.total);
      expect(receipt.hunks).toHaveLength(files.flatMap((file) => file.hunks).length);
      expect(new Set(receipt.hunks.map((hunk) => hunk.path))).toEqual(
        new Set(files.filter((file) => file.hunks.length > 0).map(pathOf)),
      );
    }),
    { numRuns: 300 },
  );
});
