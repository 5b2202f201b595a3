// Opens the repository of a pull request for `crosscheck fix-comments`: the base's settings and reply template, and git
// to compare commented code with the head.
import type { Oid } from "../../../change/change.ts";
import type { PullSnapshot } from "../../../change/github.ts";
import type { FixCommitState } from "../../../threads/policy.ts";
import type { FixCode } from "../../../threads/plan-fixes.ts";
import type { ReviewThread } from "../../../threads/thread.ts";
import { factsReader } from "../../../threads/triage.ts";
import { codeSinceComment } from "../../../threads/triage/code-facts.ts";
import type { FactsGit } from "../../../threads/triage/read-code-facts.ts";
import { openPullRequest, type OpenPullOptions } from "../../review/open-pull-request.ts";
import { readBaseFiles, type BaseFiles, type ReadBaseFile } from "./base-files.ts";

export interface FixRepository extends BaseFiles {
  /** Compares a thread's code and the named fix commit with this head. */
  compareAt(head: Oid): (thread: ReviewThread, fixCommit: string | undefined) => Promise<FixCode>;
  close(): Promise<void>;
}

export async function openFixRepository(
  snapshot: PullSnapshot,
  options: OpenPullOptions & { baseFile: ReadBaseFile },
): Promise<FixRepository> {
  const repository = await openPullRequest(snapshot, options);
  try {
    const files = await readBaseFiles(snapshot, repository, options.baseFile);
    const compareAt = (head: Oid) => fixCodeReader(repository.git, { head, mergeBase: snapshot.mergeBase });
    return { ...files, compareAt, close: async () => await repository.close() };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

export function fixCodeReader(
  git: FactsGit,
  ends: { head: Oid; mergeBase: Oid },
): (thread: ReviewThread, fixCommit: string | undefined) => Promise<FixCode> {
  const factsOf = factsReader(ends.head, git);
  return async (thread, fixCommit) => ({
    code: codeSinceComment(await factsOf(thread)),
    commit: fixCommit === undefined ? "not-reachable" : await stateOfCommit(fixCommit, thread, ends, git),
  });
}

async function stateOfCommit(
  named: string,
  { originalCommit }: ReviewThread,
  { head, mergeBase }: { head: Oid; mergeBase: Oid },
  git: FactsGit,
): Promise<FixCommitState> {
  const commit = await git.resolve(named);
  // A branch name can look like a commit id.
  if (commit === null || !commit.startsWith(named.toLowerCase())) return "not-reachable";
  const isPartOf = async (other: Oid) =>
    (await git.resolve(other)) !== null && (await git.mergeBase(commit, other)) === commit;
  if (!(await isPartOf(head))) return "not-reachable";
  const isOld = (await isPartOf(mergeBase)) || (originalCommit !== null && (await isPartOf(originalCommit)));
  return isOld ? "before-comment" : "after-comment";
}
