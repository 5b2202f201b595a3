// What is known of a pull request from one question: what can change while it is reviewed, and the file by which
// the base branch says whether it wants a review at all.
import type { Oid } from "../../change/change.ts";
import type { PullNow } from "../../change/github.ts";
import { Refused } from "../../errors.ts";
import { explained } from "./explain-refusal.ts";
import { pullStart } from "./queries/pull-start.ts";
import { openRequests, type RequestOptions } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface PullStart extends PullNow {
  /** The text of the file at the base branch; null where there is none, or none that can be shown. */
  config: string | null;
}

export function openPullStart(options: RequestOptions, config: string): (pull: PullRequestRef) => Promise<PullStart> {
  const requests = openRequests(options);
  return async (pull) =>
    await explained(pull, async () => {
      const { owner, repo: name, number } = pull;
      const { repository } = await requests.query(pullStart, { owner, name, number, config });
      const found = repository?.pullRequest;
      if (!found) throw new Refused(requests.who, 404, `no pull request ${number}`);
      const file = found.baseRef?.target?.file?.object;
      return {
        head: found.headRefOid as Oid,
        state: found.state.toLowerCase() as PullNow["state"],
        draft: found.isDraft,
        title: found.title,
        config: file?.isTruncated === false ? (file.text ?? null) : null,
      };
    });
}
