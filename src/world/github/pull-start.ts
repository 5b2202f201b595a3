// Reads in one request what decides whether a pull request is reviewed, including the config file of the base branch.
import type { Oid } from "../../change/change.ts";
import type { PullNow } from "../../change/github.ts";
import { Refused } from "../../errors.ts";
import { explained } from "./explain-refusal.ts";
import { pullStart } from "./queries/pull-start.ts";
import { openRequests, type RequestOptions } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface PullStart extends PullNow {
  /** The text of the file at the base branch; null if it is missing or binary. */
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
