// Maps the lines of a file through a change: which remain, and what replaced the others.
import { linesOf, type FileDiff } from "../../change/diff.ts";

export interface LineMap {
  /** Null: removed or rewritten. */
  now(line: number): number | null;
  /** The lines that only the new file has. */
  added: ReadonlySet<number>;
}

/** Null: the file is unchanged. */
export function lineMap(file: FileDiff | null): LineMap {
  const removed = new Set<number>();
  const added = new Set<number>();
  const shifts: { from: number; by: number }[] = [];
  let by = 0;
  for (const hunk of file?.hunks ?? [])
    for (const line of linesOf(hunk)) {
      if (line.kind === "removed") removed.add(line.old!);
      else if (line.kind === "added") added.add(line.new!);
      else if (line.new! - line.old! !== by) shifts.push({ from: line.old!, by: (by = line.new! - line.old!) });
    }
  // Without context after the last change, its counts decide.
  const last = file?.hunks.at(-1);
  if (last) {
    const end = { from: last.oldStart + Math.max(last.oldLines, 1), by: 0 };
    end.by = file!.hunks.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
    shifts.push(end);
  }
  return {
    now: (line) => (removed.has(line) ? null : line + (shifts.findLast(({ from }) => from <= line)?.by ?? 0)),
    added,
  };
}

/** The file's entry in a diff by its old name; a copy leaves the original in place. */
export function fileDiffAt(files: readonly FileDiff[], path: string): FileDiff | null {
  return files.find(({ oldPath, status }) => oldPath === path && status !== "copied") ?? null;
}

/** The first and last line at head of the replacement of these lines; `end` before `start` when there is none. */
export function currentRange(map: LineMap, start: number, end: number, oldCount: number, newCount: number) {
  let before = start - 1;
  while (before >= 1 && map.now(before) === null) before--;
  let after = end + 1;
  while (after <= oldCount && map.now(after) === null) after++;
  return {
    start: before < 1 ? 1 : map.now(before)! + 1,
    end: after > oldCount ? newCount : map.now(after)! - 1,
  };
}
