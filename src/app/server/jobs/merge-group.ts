// Posts the check run of a merge-queue commit, whose pull requests were reviewed individually.
import * as z from "zod";
import { repositorySchema } from "../../../pull-request.ts";
import type { Oid } from "../../../change/change.ts";
import type { Key, Plan } from "../../../review/plan.ts";
import { mergeQueueTitle } from "../../../review/words/skip-notice.ts";
import { postPlan, retryIfUnknown } from "../../review/post-plan.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { ReviewJobNeeds } from "./review-pull.ts";

const jobData = repositorySchema(z).extend({ head: z.string(), installation: z.int() });

export type MergeGroupData = z.infer<typeof jobData>;

export function mergeGroupJob({ store, installation, log }: Pick<ReviewJobNeeds, "store" | "installation" | "log">) {
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
    const outcomes = await postPlan(planned, { github, store, stop });
    log("merge queue told", { commit: key, outcome: outcomes[0]?.is });
    retryIfUnknown(outcomes);
  };
}
