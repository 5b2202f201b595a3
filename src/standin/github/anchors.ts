// Validates where GitHub accepts a comment (lines of the three-dot diff), and moves it after a push.
import { linesOf, type FileDiff, type Hunk } from "../../change/diff.ts";
import type { DiffSide } from "./state.ts";

export interface Anchor {
  path: string;
  side: DiffSide;
  line: number;
  startSide?: DiffSide | null;
  startLine?: number | null;
}

export type AnchorFault = "path" | "line" | "start-line" | "same-hunk" | "order";

/** The file with this new name, or with this old name if it was deleted. */
function fileAt(files: readonly FileDiff[], path: string): FileDiff | null {
  return files.find((file) => (file.newPath ?? file.oldPath) === path) ?? null;
}

function holds(hunk: Hunk, side: DiffSide, line: number): boolean {
  const [start, lines] = side === "RIGHT" ? [hunk.newStart, hunk.newLines] : [hunk.oldStart, hunk.oldLines];
  return line >= start && line < start + lines;
}

/** The hunk that contains the position, or the fault. */
export function findAnchor(files: readonly FileDiff[], at: Anchor): { hunk: Hunk } | { fault: AnchorFault } {
  const file = fileAt(files, at.path);
  if (!file) return { fault: "path" };
  const hunk = file.hunks.find((one) => holds(one, at.side, at.line));
  if (!hunk) return { fault: "line" };
  if (at.startLine === undefined || at.startLine === null) return { hunk };
  const startSide = at.startSide ?? at.side;
  if (!file.hunks.some((one) => holds(one, startSide, at.startLine!))) return { fault: "start-line" };
  if (!holds(hunk, startSide, at.startLine)) return { fault: "same-hunk" };
  if (startSide === at.side && at.startLine >= at.line) return { fault: "order" };
  return { hunk };
}

/** The hunk up to the line, as GitHub shows it above a comment. */
export function shownHunk(hunk: Hunk, side: DiffSide, line: number): string {
  const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  const shown = [hunk.heading === "" ? header : `${header} ${hunk.heading}`];
  let at = 0;
  for (const one of linesOf(hunk)) {
    shown.push(hunk.lines[at++]!);
    if ((side === "RIGHT" ? one.new : one.old) === line) break;
  }
  return shown.join("\n");
}

/** The line's new position after the changes; null if it was removed or rewritten. */
export function movedLine(
  files: readonly FileDiff[],
  path: string,
  line: number,
): { path: string; line: number } | null {
  const file = files.find(({ oldPath, status }) => oldPath === path && status !== "copied");
  if (!file) return { path, line };
  if (file.newPath === null) return null;
  let shift = 0;
  for (const hunk of file.hunks) {
    if (line < hunk.oldStart) break;
    for (const one of linesOf(hunk)) {
      if (one.old !== line) continue;
      return one.new === null ? null : { path: file.newPath, line: one.new };
    }
    shift += hunk.newLines - hunk.oldLines;
  }
  return { path: file.newPath, line: line + shift };
}
