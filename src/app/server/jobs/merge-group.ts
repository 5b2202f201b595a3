// A commit of a merge queue: its pull requests were reviewed one by one, and its check run says so.
import * as z from "zod";
import type { Oid } from "../../../change/change.ts";
import { Unavailable } from "../../../errors.ts";
import type { Key, Plan } from "../../../review/plan.ts";
import { mergeQueueTitle } from "../../../review/words/notice.ts";
import { perform } from "../../../review-change.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { leaseOwnerName } from "../../../world/lease-owner.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { ReviewPullNeeds } from "./review-pull.ts";

const jobData = z.object({
  host: z.string(),
  owner: z.string(),
  repo: z.string(),
  head: z.string(),
  installation: z.int(),
});

export type MergeGroupData = z.infer<typeof jobData>;

export function mergeGroupJob({ store, installation, log }: Pick<ReviewPullNeeds, "store" | "installation" | "log">) {
  return async ({ key, data }: StoredJob, stop: AbortSignal): Promise<void> => {
    const { host, owner, repo, head, installation: id } = jobData.parse(data);
    const title = mergeQueueTitle;
    const planned: Plan = {
      // A merge queue's commit belongs to no one pull request.
      pull: { host, owner, repo, number: 0 },
      head: head as Oid,
      actions: [{ key: `${key}/check` as Key, do: "check-run", conclusion: "neutral", title, body: title }],
      remember: null,
    };
    const github = installation(id, stop, repo).writes();
    const clock = { now: wallClock.now, sleep: (ms: number) => wallClock.wait(ms, stop) };
    const [outcome] = await perform(planned, { github, store, clock, leaseOwner: leaseOwnerName() });
    log("merge queue told", { commit: key, outcome: outcome?.is });
    if (outcome?.is === "unknown") throw new Unavailable("GitHub", outcome.why ?? "no answer");
  };
}
