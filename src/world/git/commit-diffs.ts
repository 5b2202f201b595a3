// Reads the commits of a range, each with its own diff, which also shows what a later commit removed again.
import { randomUUID } from "node:crypto";
import type { Oid } from "../../change/change.ts";
import { diffOptions, splitRaw, type RawDiff } from "./raw-diff.ts";
import { runGit, streamGit, type GitRun } from "./run.ts";

export interface RawCommit extends RawDiff {
  sha: string;
}

/** Upper bounds on commits and text, so that time and memory are bounded for any branch. */
const mostCommits = 250;
const mostBytes = 32 * 1024 * 1024;

/**
 * Empty if there is one commit only, because its diff is the whole change. Merges are skipped: their content is in
 * their parents.
 */
export async function commitDiffs(run: GitRun, base: Oid, head: Oid, shallow: boolean): Promise<RawCommit[]> {
  const range = ["--no-merges", `--max-count=${mostCommits}`, "--end-of-options", head, `^${base}`, "--"];
  // Most changes are one commit, and listing is faster than diffing.
  const listed = await runGit(run, ["rev-list", ...range]);
  if (listed.code !== 0 || listed.stdout.filter((byte) => byte === 10).length < 2) return [];
  return await readLog(run, range, shallow);
}

async function readLog(run: GitRun, range: readonly string[], shallow: boolean): Promise<RawCommit[]> {
  // A file can contain anything, including NUL, but not a random marker.
  const mark = `\0${randomUUID()}`;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { code } = await streamGit(
    run,
    // The oldest commits of a shallow clone look like root commits, which would show every file as new.
    ["-c", `log.showRoot=${!shallow}`, "log", ...diffOptions, "--reverse", `--format=%x00${mark.slice(1)}%H`, ...range],
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= mostBytes;
    },
  );
  const commits = splitLog(Buffer.concat(chunks), mark);
  // git was stopped or hit a missing object, so the last commit may be incomplete.
  return code === 0 ? commits : commits.slice(0, -1);
}

/** Each commit is the marker, its id, NUL and, unless it is empty, a newline, the raw rows and the patch. */
function splitLog(output: Buffer, mark: string): RawCommit[] {
  const commits: RawCommit[] = [];
  for (let at = output.indexOf(mark); at >= 0;) {
    const idEnd = output.indexOf(0, at + mark.length);
    if (idEnd < 0) break;
    const next = output.indexOf(mark, idEnd);
    const sha = output.toString("latin1", at + mark.length, idEnd);
    const diff = output.subarray(output[idEnd + 1] === 10 ? idEnd + 2 : idEnd + 1, next < 0 ? output.length : next);
    commits.push({ sha, ...splitRaw(diff) });
    at = next;
  }
  return commits;
}
