// Reads the last commits of a history with the files that each touched.
import type { PastCommit } from "../../change/git.ts";
import { streamGit, type GitRun } from "./run.ts";

/** Histories whose commits touch very many files are read as far as this, in bytes. */
const mostOutput = 64_000_000;

/** Newest first; empty if `tip` is no commit. */
export async function pastCommits(run: GitRun, tip: string, limit: number): Promise<PastCommit[]> {
  const out: Buffer[] = [];
  let bytes = 0;
  const { code, ended } = await streamGit(
    run,
    [
      "-c",
      // The first commit of a history, or of what a shallow clone has of it, did not change its files.
      "log.showRoot=false",
      "log",
      "-z",
      "--no-merges",
      "--no-renames",
      "--name-only",
      `--max-count=${limit}`,
      "--format=%x00%ct %s",
      "--end-of-options",
      tip,
      "--",
    ],
    (chunk) => {
      out.push(chunk);
      return (bytes += chunk.length) < mostOutput;
    },
  );
  return code === 0 || ended ? parseCommits(Buffer.concat(out).toString("utf8")) : [];
}

/** An empty entry precedes each commit; git puts a line end before the first of its files. */
function parseCommits(output: string): PastCommit[] {
  const commits: (PastCommit & { paths: string[] })[] = [];
  let isStart = false;
  for (const entry of output.split("\0")) {
    if (entry === "") isStart = true;
    else if (isStart) {
      isStart = false;
      const space = entry.indexOf(" ");
      commits.push({ when: Number(entry.slice(0, space)), subject: entry.slice(space + 1), paths: [] });
    } else {
      const paths = commits.at(-1)?.paths;
      paths?.push(paths.length === 0 ? entry.replace("\n", "") : entry);
    }
  }
  return commits;
}
