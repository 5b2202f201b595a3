// Reads feedback on a pull request's findings in a child process. GitHub sends no webhook for reactions, so they are
// polled.
import * as z from "zod";
import { storeFeedback } from "../../threads/lessons/collect-feedback.ts";
import type { FeedbackTasks } from "../server-tasks.ts";
import type { OpenInstallation } from "../installation.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { Store } from "../../../world/store/store.ts";
import { pullRequestKey, type PullRequestRef, pullRequestSchema } from "../../../pull-request.ts";

const jobData = z.object({
  pull: pullRequestSchema(z),
  installation: z.int(),
});

/** The name in stores of version 0.1. */
export const feedbackKind = "hear";

export interface FeedbackJobNeeds {
  store: Store;
  installation: OpenInstallation;
  /** The App's account on GitHub. */
  self?(): Promise<{ slug: string }>;
  tasks: FeedbackTasks;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function feedbackJobFor(pull: PullRequestRef, installation: number): StoredJob {
  const data: z.infer<typeof jobData> = { pull, installation };
  return { kind: feedbackKind, key: pullRequestKey(pull), data };
}

export function feedbackJob(needs: FeedbackJobNeeds): (job: StoredJob, stop: AbortSignal) => Promise<void> {
  return logFailure(needs, async (job, stop) => {
    const { store, log, now } = needs;
    const { pull, installation: id } = jobData.parse(job.data);
    // If more jobs are waiting, as when someone resolves many threads, the last one reads everything.
    if ((await store.jobs.waiting(feedbackKind, job.key)).length > 0) return;
    const findings = await store.findings.of(pullRequestKey(pull));
    if (!findings.some(({ about }) => about !== null)) return;
    const [token, self] = await Promise.all([
      needs.installation(id, stop, pull.repo).readToken(),
      needs.self?.() ?? null,
    ]);
    const given = { pull, token, slug: self?.slug ?? null, findings, now: now() };
    const feedback = await needs.tasks.readFeedback(given, stop);
    await storeFeedback(pull, feedback, store);
    log("feedback read", {
      pull: job.key,
      reactions: feedback.reactions.length,
      ignored: feedback.ignored,
      complete: feedback.complete,
    });
  });
}

/** Logs why it failed. */
export function logFailure(
  { log }: Pick<FeedbackJobNeeds, "log">,
  run: (job: StoredJob, stop: AbortSignal) => Promise<void>,
) {
  return async (job: StoredJob, stop: AbortSignal): Promise<void> => {
    try {
      await run(job, stop);
    } catch (error) {
      log("failed", { job: `${job.kind} ${job.key}`, why: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}
