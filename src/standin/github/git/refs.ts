// Reads and updates the refs of a bare repository, including pull-request refs.
import { gitOutput } from "../../../world/git/run.ts";
import { gitEnvironment, gitIn, repositoryById, type Hub } from "../hub.ts";
import type { Pull } from "../state.ts";

/** What git and GitHub write for "no commit": before a ref comes, and after it goes. */
export const noCommit = "0".repeat(40);

export interface MovedRef {
  ref: string;
  before: string;
  after: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What people push: branches and tags. */
export async function readRefs(directory: string, env: Env): Promise<Map<string, string>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"];
  const run = { cwd: directory, env: gitEnvironment(env["PATH"]), stop: new AbortController().signal };
  const lines = (await gitOutput(run, args)).toString("utf8").split("\n");
  return new Map(lines.filter(Boolean).map((line) => [line.slice(line.indexOf(" ") + 1), line.split(" ", 1)[0]!]));
}

export function movedRefs(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): MovedRef[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names
    .map((ref) => ({ ref, before: before.get(ref) ?? noCommit, after: after.get(ref) ?? noCommit }))
    .filter((moved) => moved.before !== moved.after);
}

/** `refs/pull/N/head`, with its commits, in the base repository: for a pull request that is opened or pushed to. */
export async function keepPullHead(hub: Hub, pull: Pull): Promise<void> {
  const ref = `refs/pull/${pull.number}/head`;
  const { gitDirectory } = repositoryById(hub, pull.repository);
  const { oid, repository } = pull.head;
  // The branch of a fork that is gone cannot move any more.
  if (repository === null) return;
  if (repository === pull.repository) await gitIn(hub, gitDirectory, ["update-ref", ref, oid]);
  else {
    const fork = repositoryById(hub, repository).gitDirectory;
    // By its id, which git's protocol 2 gives: the fork's branch may have moved on already.
    await gitIn(hub, gitDirectory, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", fork, `+${oid}:${ref}`]);
  }
}
