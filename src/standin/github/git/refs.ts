// Reads and updates the refs of a bare repository, including pull-request refs.
import { gitOutput } from "../../../world/git/run.ts";
import { gitEnvironment, gitIn, repositoryById, type Hub } from "../hub.ts";
import type { Pull } from "../state.ts";

/** The id that git and GitHub use for an absent commit, before a ref is created or after it is deleted. */
export const noCommit = "0".repeat(40);

export interface MovedRef {
  ref: string;
  before: string;
  after: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Branches and tags. */
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

/** Updates `refs/pull/N/head` in the base repository, for a pull request that was opened or pushed to. */
export async function keepPullHead(hub: Hub, pull: Pull): Promise<void> {
  const ref = `refs/pull/${pull.number}/head`;
  const { gitDirectory } = repositoryById(hub, pull.repository);
  const { oid, repository } = pull.head;
  // The branch of a deleted fork cannot move.
  if (repository === null) return;
  if (repository === pull.repository) await gitIn(hub, gitDirectory, ["update-ref", ref, oid]);
  else {
    const fork = repositoryById(hub, repository).gitDirectory;
    // By id, because the fork's branch may have moved again.
    await gitIn(hub, gitDirectory, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", fork, `+${oid}:${ref}`]);
  }
}
