// The coverage receipt: for each hunk, who read it and how closely, or why nobody did. The lines add up.
import type { Change, HunkId } from "../change/change.ts";
import { hunkId, pathOf } from "../change/diff.ts";
import { isRunnable } from "../change/file-kinds.ts";
import { countChangedLines, type NoiseReason } from "../change/noise.ts";
import { groupNotCovered, type UncoveredCode } from "./not-covered.ts";
import type { Report } from "./report.ts";

interface HunkCoverage {
  hunk: HunkId;
  path: string;
  lines: number;
  checks: readonly string[];
  reviewers: readonly { unit: string; depth: "full" | "summary" }[];
  leftOut: NoiseReason | null;
}

export interface Receipt {
  hunks: readonly HunkCoverage[];
  /** Changed lines: `byReviewers + byChecksOnly + unread = total`. */
  total: number;
  byReviewers: number;
  byChecksOnly: number;
  unread: number;
  /** Files that have no lines to read (binary, renamed only, mode only), with the reason. */
  withoutLines: readonly { path: string; why: NoiseReason | "empty" | "combined" }[];
  /** Code that units are meant for and could not judge. */
  notCovered: readonly UncoveredCode[];
}

export function coverageReceipt(change: Pick<Change, "files" | "triage">, reports: readonly Report[]): Receipt {
  const readers = readersOf(reports);
  const hunks = change.files.flatMap((file) => {
    const path = pathOf(file);
    const out = change.triage.leftOut.find((one) => one.path === path);
    return file.hunks.map((hunk, index): HunkCoverage => {
      const id = hunkId(path, index);
      const read = readers.get(id) ?? [];
      return {
        hunk: id,
        path,
        lines: countChangedLines(hunk),
        checks: read.filter(({ by }) => by === "check").map(({ unit }) => unit),
        reviewers: read.filter(({ by }) => by === "reviewer").map(({ unit, depth }) => ({ unit, depth })),
        leftOut: out && (out.hunks === null || out.hunks.includes(index)) ? out.why : null,
      };
    });
  });
  const lines = (holds: (hunk: HunkCoverage) => boolean) =>
    hunks.filter(holds).reduce((sum, hunk) => sum + hunk.lines, 0);
  return {
    hunks,
    total: lines(() => true),
    byReviewers: lines((hunk) => hunk.reviewers.length > 0),
    byChecksOnly: lines((hunk) => hunk.reviewers.length === 0 && hunk.checks.length > 0),
    unread: lines((hunk) => hunk.reviewers.length === 0 && hunk.checks.length === 0),
    withoutLines: change.files
      .filter((file) => file.hunks.length === 0)
      .map((file) => ({
        path: pathOf(file),
        why: file.combined
          ? ("combined" as const)
          : (change.triage.leftOut.find((one) => one.path === pathOf(file))?.why ?? "empty"),
      })),
    notCovered: groupNotCovered(reports),
  };
}

/** Files that can run or be installed, and their changed lines that no reviewer read, largest first. */
export function codeWithoutReviewer({ hunks, withoutLines }: Receipt): { path: string; lines: number }[] {
  const byPath = new Map<string, number>();
  for (const { path, lines, checks, reviewers, leftOut } of hunks) {
    const isSafe = reviewers.length > 0 || lines === 0 || leftOut === "whitespace-only" || !isRunnable(path);
    // The check compares every entry with its registry, which no reader could do.
    if (!isSafe && !(leftOut === "lockfile" && checks.includes("supply-chain")))
      byPath.set(path, (byPath.get(path) ?? 0) + lines);
  }
  for (const { path, why } of withoutLines) if (why === "binary" && isRunnable(path)) byPath.set(path, 0);
  return [...byPath].map(([path, lines]) => ({ path, lines })).toSorted((a, b) => b.lines - a.lines);
}

interface Reader {
  unit: string;
  by: Report["by"];
  depth: "full" | "summary";
}

function readersOf(reports: readonly Report[]): Map<HunkId, Reader[]> {
  const readers = new Map<HunkId, Reader[]>();
  for (const { unit, by, read } of reports) {
    for (const { hunk, depth } of read) {
      const list = readers.get(hunk);
      if (list) list.push({ unit, by, depth });
      else readers.set(hunk, [{ unit, by, depth }]);
    }
  }
  return readers;
}
