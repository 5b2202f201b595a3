// Decides whether a commit is part of a head. The name comes from a payload and could be a branch: only a full commit
// id is asked for, and the answer must be about it.
import type { Oid } from "../../../change/change.ts";
import { Refused } from "../../../errors.ts";
import type { ThreadRequests } from "./pages.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

const commitName = /^[0-9a-f]{7,64}$/;

interface Comparison {
  status: string;
  base_commit: { sha: string };
}

export async function isReachableCommit(
  requests: ThreadRequests,
  pull: PullRequestRef,
  commit: string,
  head: Oid,
): Promise<boolean> {
  const named = commit.trim().toLowerCase();
  if (!commitName.test(named)) return false;
  if (named === head.toLowerCase()) return true;
  try {
    // The second page is requested because the first contains up to 300 diffs.
    const { status, base_commit } = await requests.get<Comparison>("/repos/{owner}/{repo}/compare/{ends}", {
      owner: pull.owner,
      repo: pull.repo,
      ends: `${named}...${head}`,
      per_page: 1,
      page: 2,
    });
    return base_commit.sha.startsWith(named) && (status === "ahead" || status === "identical");
  } catch (error) {
    // No such commit, or no history in common.
    if (error instanceof Refused && (error.status === 404 || error.status === 422)) return false;
    throw error;
  }
}
