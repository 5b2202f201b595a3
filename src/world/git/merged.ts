// Lists the changes merged into a branch, along its first parents.
import { gitOutput, type GitRun } from "./run.ts";

export interface MergedChange {
  sha: string;
  parent: string;
  /** Commit time in seconds. */
  when: number;
  subject: string;
}

/**
 * The newest `limit` changes, oldest first, without the root commit. With `paths`, only those that touch a path
 * matching one of these git glob patterns.
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
