// Defines unified diffs and functions to iterate over them. The parser is in `parse-diff.ts`.
import type { HunkId, CodeLocation } from "./change.ts";

export type FileStatus = "added" | "deleted" | "modified" | "renamed" | "copied" | "type-changed";

export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** The text after the second `@@`: usually the enclosing function. */
  heading: string;
  /** Lines with their marker (` `, `+` or `-`). The missing-newline note is not a line. */
  lines: readonly string[];
  /** Which sides end here without a newline. */
  noNewline?: "old" | "new" | "both";
}

export interface FileDiff {
  /** Null for a new file. */
  oldPath: string | null;
  /** Null for a deleted file. */
  newPath: string | null;
  status: FileStatus;
  /** For renames and copies, in percent; else null. */
  similarity: number | null;
  oldMode: string | null;
  newMode: string | null;
  oldOid: string | null;
  newOid: string | null;
  binary: boolean;
  /** A merge's combined diff: listed without its hunks. */
  combined: boolean;
  /** Whether the text ended inside a hunk. */
  truncated: boolean;
  additions: number;
  deletions: number;
  hunks: readonly Hunk[];
}

export interface DiffLine {
  kind: "context" | "added" | "removed";
  /** Line number before the change; null for an added line. */
  old: number | null;
  /** Line number after the change; null for a removed line. */
  new: number | null;
  text: string;
}

/** The new path, or the old one of a deleted file. */
export function pathOf(file: FileDiff): string {
  const path = file.newPath ?? file.oldPath;
  if (path === null) throw new Error("a file diff has no path on either side");
  return path;
}

export function* linesOf(hunk: Hunk): Generator<DiffLine> {
  let before = hunk.oldStart;
  let after = hunk.newStart;
  for (const line of hunk.lines) {
    const text = line.slice(1);
    const mark = line.charCodeAt(0);
    if (mark === 0x2b) yield { kind: "added", old: null, new: after++, text };
    else if (mark === 0x2d) yield { kind: "removed", old: before++, new: null, text };
    else yield { kind: "context", old: before++, new: after++, text };
  }
}

export interface ChangedLine {
  line: number;
  text: string;
}

export function* addedLines(file: FileDiff): Generator<ChangedLine> {
  for (const hunk of file.hunks)
    for (const line of linesOf(hunk))
      if (line.new !== null && line.kind === "added") yield { line: line.new, text: line.text };
}

export function* removedLines(file: FileDiff): Generator<ChangedLine> {
  for (const hunk of file.hunks)
    for (const line of linesOf(hunk))
      if (line.old !== null && line.kind === "removed") yield { line: line.old, text: line.text };
}

export function hunkId(path: string, index: number): HunkId {
  return `${path}#${index + 1}`;
}

/** GitHub accepts comments on any line of a hunk: added and context lines on the right, removed ones on the left. */
export function isCommentable(file: FileDiff, side: "base" | "head", line: number): boolean {
  return file.hunks.some((hunk) =>
    side === "head"
      ? line >= hunk.newStart && line < hunk.newStart + hunk.newLines
      : line >= hunk.oldStart && line < hunk.oldStart + hunk.oldLines,
  );
}

/** Whether one comment can cover all these lines: both ends are in the same hunk. */
export function takesComment(files: readonly FileDiff[], at: CodeLocation): boolean {
  const file = files.find((one) => (at.side === "head" ? one.newPath : one.oldPath) === at.path);
  if (!file) return false;
  const hunks = file.hunks.map((hunk) => ({ ...file, hunks: [hunk] }));
  return hunks.some((hunk) => isCommentable(hunk, at.side, at.start) && isCommentable(hunk, at.side, at.end));
}

export function isSubmodule(file: FileDiff): boolean {
  return file.oldMode === "160000" || file.newMode === "160000";
}

export function isSymlink(file: FileDiff): boolean {
  return file.newMode === "120000";
}
