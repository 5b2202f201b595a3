// The changes that were merged into a branch, one by one, as its first parents tell.
import { gitOutput, type GitRun } from "./run.ts";

export interface MergedChange {
  sha: string;
  parent: string;
  /** When it was committed, in seconds. */
  when: number;
  subject: string;
}

/**
 * The newest `limit` of them, oldest first; the first commit of all has nothing to be compared with. With `paths`, only
 * those that touch one of them, as git's glob patterns from the root.
 */
export async function mergedChanges(
  run: GitRun,
  tip: string,
  limit: number,
  paths: readonly string[] = [],
): Promise<MergedChange[]> {
  const format = "--format=%H%x1f%P%x1f%ct%x1f%s";
  const output = await gitOutput(run, [
    "log",
    "-z",
    "--first-parent",
    `--max-count=${limit}`,
    format,
    "--end-of-options",
    tip,
    "--",
    ...paths.map((path) => `:(top,glob)${path}`),
  ]);
  return output
    .toString("utf8")
    .split("\0")
    .filter(Boolean)
    .map((entry) => {
      const [sha = "", parents = "", when = "0", ...subject] = entry.split("\x1f");
      return { sha, parent: parents.split(" ")[0] ?? "", when: Number(when), subject: subject.join("\x1f") };
    })
    .filter(({ parent }) => parent !== "")
    .toReversed();
}
