// After a merge, checks whether it fixes a defect of an earlier reviewed pull request. A child process reads the
// commits; this one stores the result.
import * as z from "zod";
import { reviewOf } from "../../threads/lessons/escaped.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import { logFailure, type FeedbackJobNeeds } from "./feedback-job.ts";
import { repositoryKey, repositorySchema } from "../../../pull-request.ts";

const jobData = z.object({
  repository: repositorySchema(z),
  branch: z.string().min(1).max(255),
  installation: z.int(),
});

export type EscapeJobData = z.infer<typeof jobData>;

/** Older reviews are not considered, so that less history is fetched. */
const lookBackMs = 90 * 24 * 3_600_000;
/** History fetched before the first review: only commits that were fetched can be blamed. */
const beforeMs = 24 * 3_600_000;
/** The maximum number of reviews per job. */
const mostReviews = 20;

export function escapeJobFor(data: EscapeJobData): StoredJob {
  return { kind: "escaped", key: `${repositoryKey(data.repository)}@${data.branch}`, data };
}

export function escapeJob(needs: FeedbackJobNeeds): (job: StoredJob, stop: AbortSignal) => Promise<void> {
  const { store, installation, tasks, now, log } = needs;
  return logFailure(needs, async (job, stop) => {
    const { repository: named, branch, installation: id } = jobData.parse(job.data);
    if ((await store.jobs.waiting("escaped", job.key)).length > 0) return;
    const repository = repositoryKey(named);
    const rounds = (await store.feedback.reviewed(repository)).filter(({ at }) => at > now() - lookBackMs);
    if (rounds.length === 0) return;
    const since = Math.min(...rounds.map(({ at }) => at)) - beforeMs;
    const token = await installation(id, stop, named.repo).readToken();
    const { mendings, traced } = await tasks.traceEscapes({ repository: named, branch, token, rounds, since }, stop);
    const places = [...new Set(traced.map(({ place }) => place))].slice(0, mostReviews);
    const drafts = [];
    for (const place of places) {
      const json = await reviewOf(place, store);
      if (json !== null) drafts.push({ place, json });
    }
    const looked = drafts.length === 0 ? [] : await tasks.matchEscapes({ traced, drafts }, stop);
    await store.feedback.keepEscaped(looked.map((one) => ({ ...one, repository })));
    log("looked for what escaped", { branch: job.key, mendings, escaped: looked.length });
  });
}
