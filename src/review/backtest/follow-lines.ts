// Follows flagged lines through later changes to see which were changed again within 30 days.
import { linesOf, type FileDiff } from "../../change/diff.ts";
import type { LineOutcome } from "./backtest-result.ts";

/** In seconds. */
export const followSeconds = 30 * 24 * 60 * 60;

interface FollowedLine {
  id: string;
  path: string;
  line: number;
  since: number;
}

export interface LineFollower {
  /** Changes come in merge order; lines flagged in one change are followed from the next change on. */
  pass(when: number, files: readonly FileDiff[]): void;
  follow(id: string, path: string, line: number, when: number): void;
  /** `now`: merge time of the last change. */
  results(now: number): Map<string, LineOutcome>;
}

export function lineFollower(): LineFollower {
  let open: FollowedLine[] = [];
  const ended = new Map<string, LineOutcome>();
  return {
    follow(id, path, line, when) {
      open.push({ id, path, line, since: when });
    },
    pass(when, files) {
      const still: FollowedLine[] = [];
      for (const one of open) {
        if (when - one.since > followSeconds) ended.set(one.id, "kept");
        else {
          const moved = afterChange(one, files);
          if (moved) still.push(moved);
          else ended.set(one.id, "changed");
        }
      }
      open = still;
    },
    results(now) {
      for (const { id, since } of open) ended.set(id, now - since > followSeconds ? "kept" : "too-soon");
      return ended;
    },
  };
}

/** The line number after the change; null when the change removed or rewrote the line. */
function afterChange(at: FollowedLine, files: readonly FileDiff[]): FollowedLine | null {
  const file = files.find(({ oldPath, status }) => oldPath === at.path && status !== "copied");
  if (!file) return at;
  if (file.newPath === null) return null;
  let shift = 0;
  for (const hunk of file.hunks) {
    if (at.line < hunk.oldStart) break;
    for (const line of linesOf(hunk)) {
      if (line.kind === "removed" && line.old === at.line) return null;
      if (line.kind === "context" && line.old === at.line) return { ...at, path: file.newPath, line: line.new! };
    }
    shift += hunk.newLines - hunk.oldLines;
  }
  return { ...at, path: file.newPath, line: at.line + shift };
}
