// Builds one FileDiff per changed file from git's raw rows (exact names, modes and ids) and the patch (hunks).
import type { FileDiff, FileStatus } from "./diff.ts";
import type { RawRow } from "./git.ts";
import { parseDiff } from "./parse-diff.ts";

const statuses: Record<string, FileStatus> = {
  A: "added",
  C: "copied",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "type-changed",
};

export function fileDiffs(rows: readonly RawRow[], patch: Uint8Array): FileDiff[] {
  const parsed = parseDiff(patch);
  if (parsed.length !== rows.length)
    throw new Error(`git lists ${rows.length} changed files, but its patch was read as ${parsed.length}`);
  return rows.map((row, index) => {
    const status = statuses[row.status[0] ?? ""] ?? "modified";
    return {
      ...parsed[index]!,
      oldPath: status === "added" ? null : row.oldPath,
      newPath: status === "deleted" ? null : row.newPath,
      status,
      oldMode: status === "added" ? null : row.oldMode,
      newMode: status === "deleted" ? null : row.newMode,
      oldOid: status === "added" ? null : row.oldOid,
      newOid: status === "deleted" ? null : row.newOid,
    };
  });
}
