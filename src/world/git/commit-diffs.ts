// The commits of a range, each with its own diff: what was added and taken away again shows here alone.
import { randomUUID } from "node:crypto";
import type { Oid } from "../../change/change.ts";
import { diffOptions, splitRaw, type RawDiff } from "./raw-diff.ts";
import { runGit, streamGit, type GitRun } from "./run.ts";

export interface RawCommit extends RawDiff {
  sha: string;
}

/** The newest this many, and no more of their text than this: a bound on time and memory, whatever the branch holds. */
const mostCommits = 250;
const mostBytes = 32 * 1024 * 1024;

/** None when there is but one: its diff is the whole change's. Merges are left out: what they bring is in their parents. */
export async function commitDiffs(run: GitRun, base: Oid, head: Oid, shallow: boolean): Promise<RawCommit[]> {
  const range = ["--no-merges", `--max-count=${mostCommits}`, "--end-of-options", head, `^${base}`, "--"];
  // Most changes are one commit, and listing is quicker than comparing.
  const listed = await runGit(run, ["rev-list", ...range]);
  if (listed.code !== 0 || listed.stdout.filter((byte) => byte === 10).length < 2) return [];
  return await readLog(run, range, shallow);
}

async function readLog(run: GitRun, range: readonly string[], shallow: boolean): Promise<RawCommit[]> {
  // A file can hold anything, NUL included, but no word that was made up just now.
  const mark = `\0${randomUUID()}`;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { code } = await streamGit(
    run,
    // The oldest commits of a shallow clone look like roots: without their parents they would show all files as new.
    ["-c", `log.showRoot=${!shallow}`, "log", ...diffOptions, "--reverse", `--format=%x00${mark.slice(1)}%H`, ...range],
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= mostBytes;
    },
  );
  const commits = splitLog(Buffer.concat(chunks), mark);
  // git was ended, or met an object that is not there: the last commit may be half a one.
  return code === 0 ? commits : commits.slice(0, -1);
}

/** Each commit is the mark, its id, NUL and, unless it changes nothing, a newline, the rows and the patch. */
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
