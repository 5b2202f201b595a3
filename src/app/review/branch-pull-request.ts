// Finds the pull request of the current branch. GitHub is asked only with a token, and its failure does not prevent a
// local review.
import { repositoryOfRemotes } from "../../change/remote.ts";
import { UserError } from "../../errors.ts";
import { openGitHub, type GitHub } from "../open-github.ts";
import { pullRequestOfBranch, withGit } from "./find-pull-request.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { branchMovedText, branchNotAsked } from "../../review/words/gate-texts.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export async function branchPull(
  folder: string,
  outside: Pick<ProcessEnvironment, "env" | "stop" | "tell" | "githubPermit">,
): Promise<{ pull: PullRequestRef; github: GitHub } | null> {
  const { env, stop, tell } = outside;
  return await withGit(folder, env, stop, async (git) => {
    const repository = repositoryOfRemotes(await git.remotes());
    if (repository === null || (await git.branch()) === null) return null;
    const github = await signedIn(repository.host, outside);
    if (github === null) return null;
    try {
      const found = await pullRequestOfBranch(git, async () => github);
      if (found !== null && !found.atHead) tell(branchMovedText(found.pull.number));
      return found?.atHead ? { pull: found.pull, github } : null;
    } catch (error) {
      stop.throwIfAborted();
      tell(branchNotAsked(error instanceof Error ? error.message : String(error)));
      return null;
    }
  });
}

/** Null without a token: GitHub is not asked. */
async function signedIn(host: string, outside: Parameters<typeof openGitHub>[1]): Promise<GitHub | null> {
  try {
    return await openGitHub(host, outside, "briefly");
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
