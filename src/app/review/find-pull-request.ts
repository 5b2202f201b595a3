// Resolves which pull request is meant: the named one, or that of the current branch.
import { pullRefOf, repositoryOfRemotes } from "../../change/remote.ts";
import type { PullTarget } from "../../change/target.ts";
import { UserError } from "../../errors.ts";
import { openGit, type OpenGit } from "../../world/git/repository.ts";
import type { GitHub } from "../open-github.ts";
import type { PullRequestRef } from "../../pull-request.ts";

/** Opens the repository, calls `ask` and closes it. */
export async function withGit<T>(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
  ask: (git: OpenGit) => Promise<T>,
): Promise<T> {
  const git = openGit(folder, env, stop);
  try {
    return await ask(git);
  } finally {
    git.close();
  }
}

/** A pull request that names its repository can be reviewed from anywhere; a mere number needs a clone. */
export async function namedPull(target: PullTarget, git: Pick<OpenGit, "remotes"> | null): Promise<PullRequestRef> {
  if (git === null && target.repository?.host == null)
    throw new UserError(
      `It is not clear which repository pull request ${target.number} belongs to`,
      "Run this in a clone of it, name one with --repo, or give the pull request's address.",
    );
  return pullRefOf(target, git === null ? [] : await git.remotes());
}

export type BranchPull = { pull: PullRequestRef; atHead: boolean } | null;

/**
 * The open pull request of the current branch. If its head is not the commit checked out here, it is a different change
 * from the local one.
 */
export async function pullRequestOfBranch(
  git: OpenGit,
  github: (host: string) => Promise<GitHub>,
): Promise<BranchPull> {
  const branch = await git.branch();
  const repository = repositoryOfRemotes(await git.remotes());
  if (branch === null || repository === null) return null;
  const { reads } = await github(repository.host);
  const pull = await reads.pullOf(repository, branch);
  if (pull === null) return null;
  const { head } = await reads.now(pull);
  return { pull, atHead: head === (await git.resolve("HEAD")) };
}
