// Polls for reactions to findings, since GitHub sends no webhook for them, and runs the jobs that read feedback.
import { escapeJob } from "./jobs/escape-job.ts";
import { feedbackJob, feedbackJobFor, feedbackKind, type FeedbackJobNeeds } from "./jobs/feedback-job.ts";
import { settleJobFor, settleStep } from "./jobs/settle.ts";
import type { Allowance } from "../../world/github/wire.ts";
import type { Jobs } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { parsePullRequestKey, repositoryKey } from "../../pull-request.ts";

const feedbackEveryMs = 15 * 60_000;
/** Pull requests reviewed longer ago hardly get reactions. */
const activeMs = 14 * 24 * 3_600_000;
/** Per installation and turn. Each costs one request, and one more for each person who reacted. */
const mostAtOnce = 50;
/** The share of the hourly rate limit that is left to reviews and answers. */
const leftToOthers = 0.3;

export interface FeedbackPollingNeeds {
  store: Pick<Store, "pacing" | "feedback" | "installations" | "journal" | "jobs">;
  /** The remaining rate limit of the installation; reading it is free. */
  allowance(installation: number): Promise<readonly Pick<Allowance, "limit" | "remaining">[]>;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Runs once per interval, on whichever replica comes first. Returns the number of jobs added. */
export async function pollFeedback(needs: FeedbackPollingNeeds, everyMs = feedbackEveryMs): Promise<number> {
  const { store, now, log } = needs;
  const at = now();
  if (!(await store.pacing.turn(feedbackKind, at, everyMs))) return 0;
  const active = new Set(await store.feedback.activePulls(at - activeMs));
  let added = 0;
  for (const installation of active.size === 0 ? [] : await store.installations.list()) {
    const repositories = new Set(await store.installations.of(installation));
    const pulls = [...active]
      .flatMap((key) => parsePullRequestKey(key) ?? [])
      .filter((pull) => repositories.has(repositoryKey(pull)));
    if (pulls.length === 0) continue;
    try {
      if (isScarce(await needs.allowance(installation))) {
        log("not polled: the rate limit is nearly used up", { installation });
        continue;
      }
    } catch (error) {
      // A suspended installation, or a failed request, must not hold up the others.
      log("not polled", { installation, why: error instanceof Error ? error.message : String(error) });
      continue;
    }
    for (const pull of partForTurn(pulls, Math.floor(at / everyMs))) {
      const job = feedbackJobFor(pull, installation);
      // Its threads waited for checks, which may have finished meanwhile.
      if ((await store.journal.answer(job.key, settleStep)) !== null)
        await store.jobs.add(settleJobFor(pull, installation));
      if ((await store.jobs.waiting(job.kind, job.key)).length > 0) continue;
      await store.jobs.add(job);
      added += 1;
    }
  }
  if (added > 0) log("polled", { pulls: added });
  return added;
}

function isScarce(allowances: readonly Pick<Allowance, "limit" | "remaining">[]): boolean {
  return allowances.some(({ limit, remaining }) => remaining < limit * leftToOthers);
}

/** Goes through the list part by part. The turn number alone selects the part, so no state is stored. */
export function partForTurn<T>(all: readonly T[], turn: number, most = mostAtOnce): T[] {
  const parts = Math.max(1, Math.ceil(all.length / most));
  return all.slice((turn % parts) * most, ((turn % parts) + 1) * most);
}

export interface FeedbackOptions extends Pick<FeedbackPollingNeeds, "allowance"> {
  read: FeedbackJobNeeds["tasks"];
  everyMs?: number;
}

type Needs = Omit<FeedbackJobNeeds, "tasks"> & { feedback?: FeedbackOptions };

/** Without feedback options, queued jobs are completed without doing anything. */
export function feedbackWorkers({ feedback, ...rest }: Needs, jobs: Pick<Jobs, "work">): (() => Promise<void>)[] {
  const needs = feedback && { ...rest, tasks: feedback.read };
  const nothing = async () => {};
  return [
    jobs.work(feedbackKind, needs ? feedbackJob(needs) : nothing),
    jobs.work("escaped", needs ? escapeJob(needs) : nothing),
  ];
}

const lookMs = 60_000;

/** Checks now and every minute whether a poll is due. The store decides which replica polls. */
export function startFeedbackPolling({ feedback, store, now, log }: Needs): () => Promise<void> {
  if (!feedback) return async () => {};
  let polling: Promise<unknown> | null = null;
  const look = () => {
    polling ??= pollFeedback({ ...feedback, store, now, log }, feedback.everyMs)
      .catch((error: unknown) => log("not polled", { why: error instanceof Error ? error.message : String(error) }))
      .finally(() => (polling = null));
  };
  const timer = setInterval(look, lookMs);
  look();
  return async () => {
    clearInterval(timer);
    await polling;
  };
}
