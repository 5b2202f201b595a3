// Reads whose code a pull request is, without reading any text of the change.
import { Refused } from "../../errors.ts";
import type { PullRequestRef } from "../../pull-request.ts";
import { explained } from "./explain-refusal.ts";
import { pullOrigin } from "./queries/pull-origin.ts";
import { loginOfAuthor } from "./reads.ts";
import { openRequests, type RequestOptions } from "./request.ts";

export interface PullAuthorship {
  /** A login; null if the account was deleted. */
  author: string | null;
  /** Its branch is in another repository. Only people with write access can push to a branch of this one. */
  isFork: boolean;
  labels: readonly string[];
}

export function openPullOrigin(options: RequestOptions): (pull: PullRequestRef) => Promise<PullAuthorship> {
  const requests = openRequests(options);
  return async (pull) =>
    await explained(pull, async () => {
      const { owner, repo: name, number } = pull;
      const found = (await requests.query(pullOrigin, { owner, name, number })).repository?.pullRequest;
      if (!found) throw new Refused(requests.who, 404, `no pull request ${number}`);
      const labels = (found.labels?.nodes ?? []).flatMap((label) => label?.name ?? []);
      return { author: loginOfAuthor(found), isFork: found.isCrossRepository, labels };
    });
}
