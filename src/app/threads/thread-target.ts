// Finds the pull request whose threads are meant: the named one, otherwise the last one recorded for this repository,
// otherwise that of the current branch. Loads and saves its thread state.
import { repositoryOf } from "../../change/remote.ts";
import { parsePull } from "../../change/target-pull.ts";
import { UserError } from "../../errors.ts";
import { advance, type LifecycleEvent } from "../../threads/lifecycle.ts";
import type { ThreadState } from "../../threads/thread-state.ts";
import { parseState } from "../../threads/thread-events.ts";
import { isInRepository } from "../../world/git/discover.ts";
import type { OpenGit } from "../../world/git/repository.ts";
import type { Store } from "../../world/store/store.ts";
import type { ThreadStates } from "../../world/store/kept/threads.ts";
import { namedPull, pullRequestOfBranch, withGit } from "../review/find-pull-request.ts";
import type { GitHub } from "../open-github.ts";
import {
  isSameRepository,
  parsePullRequestKey,
  pullRequestKey,
  type PullRequestRef,
  pullRequestShortName,
  repositoryKey,
  type RepositoryRef,
} from "../../pull-request.ts";

export interface ThreadTarget {
  pull: PullRequestRef;
  /** How it was found. */
  by: "name" | "record" | "branch";
}

export interface TargetNeeds {
  /** The value of `--pr`. */
  pr: string | undefined;
  /** The value of `--repo`, or the current folder. */
  folder: string;
  store: Pick<Store, "threads">;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** Called only if nothing else identifies the pull request. */
  github(host: string): Promise<GitHub>;
}

export async function threadTarget(needs: TargetNeeds): Promise<ThreadTarget> {
  const { pr, folder, env, stop } = needs;
  if (!isInRepository(folder)) return await find(needs, null);
  // A pull request that names its repository needs no clone, so a broken one does not matter.
  if (pr !== undefined && parsePull(pr)?.repository?.host) return await find(needs, null);
  return await withGit(folder, env, stop, async (git) => await find(needs, git));
}

async function find({ pr, store, github }: TargetNeeds, git: OpenGit | null): Promise<ThreadTarget> {
  if (pr !== undefined) return { pull: await namedPull(pullNamed(pr), git), by: "name" };
  const recorded = await lastRecorded(store.threads, git);
  if (recorded !== null) return { pull: recorded, by: "record" };
  const found = git === null ? null : await pullRequestOfBranch(git, github);
  if (found !== null) return { pull: found.pull, by: "branch" };
  throw new UserError(
    "It is not clear which pull request is meant: none was looked at before, and this branch has none that is open",
    "Name one with --pr: a number, owner/name#number, or its address.",
  );
}

function pullNamed(pr: string) {
  const pull = parsePull(pr);
  if (pull !== null) return pull;
  throw new UserError(
    `${JSON.stringify(pr.slice(0, 200))} does not name a pull request`,
    "Give --pr a number, owner/name#number, or the address of one.",
  );
}

/** The latest of this repository, by any of its remotes; outside a repository, the latest of all. */
async function lastRecorded(states: ThreadStates, git: OpenGit | null): Promise<PullRequestRef | null> {
  if (git === null) return parsePullRequestKey((await states.latest()) ?? "");
  const here = (await git.remotes()).flatMap(({ url }) => repositoryOf(url) ?? []);
  const isHere = (pull: RepositoryRef) => here.some((one) => isSameRepository(one, pull));
  for (const { place } of await states.list()) {
    const pull = parsePullRequestKey(place);
    if (pull !== null && isHere(pull)) return pull;
  }
  return null;
}

/** In a form that `--pr` accepts in any folder. */
export function shownPull(pull: PullRequestRef): string {
  return pull.host === "github.com" ? pullRequestShortName(pull) : `${repositoryKey(pull)}/pull/${pull.number}`;
}

export async function loadThreadState(store: Pick<Store, "threads">, pull: PullRequestRef): Promise<ThreadState> {
  return parseState(await store.threads.load(pullRequestKey(pull)), pull, shownPull(pull));
}

/** Loads, advances and saves in one transaction, so that concurrent commands do not overwrite each other. */
export async function recordEvent(
  store: Pick<Store, "together">,
  pull: PullRequestRef,
  event: LifecycleEvent,
  now: number,
): Promise<ThreadState> {
  return await store.together(async (within) => {
    const state = advance(await loadThreadState(within, pull), event);
    await within.threads.save(pullRequestKey(pull), JSON.stringify(state), now);
    return state;
  });
}
