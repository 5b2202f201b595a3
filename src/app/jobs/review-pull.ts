// One pull request, reviewed by a process that cannot write, and posted by this one, which never reads its text (BEY-11).
import * as z from "zod";
import type { PullRef } from "../../change/change.ts";
import type { UserConfig } from "../../change/config.ts";
import { Unavailable } from "../../errors.ts";
import { readPlan } from "../../review/plan-schema.ts";
import type { Plan } from "../../review/plan.ts";
import { placeOf } from "../../review/post-once.ts";
import { perform, type Outcome } from "../../review-change.ts";
import { wallClock } from "../../world/github/clock.ts";
import { holderName } from "../../world/holder.ts";
import type { Job, Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import type { Installation } from "../serve/installation.ts";
import type { Drafted, Reader } from "../serve/reader.ts";

const jobData = z.object({
  pull: z.object({ host: z.string(), owner: z.string(), repo: z.string(), number: z.int() }),
  installation: z.int().nullable(),
  request: z.string().nullable(),
});

export interface ReviewPullNeeds {
  store: Store;
  /** Opens GitHub as the App's installation: reading for the one process, writing for the other. */
  installation(id: number, stop: AbortSignal): Installation;
  read: Reader;
  /** The server's own models, from its own config; null: none. */
  models: UserConfig | null;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function reviewPullJob(needs: ReviewPullNeeds): (job: Job, stop: AbortSignal) => Promise<void> {
  return async (job, stop) => {
    try {
      await reviewOne(job, needs, stop);
    } catch (error) {
      needs.log("failed", { pull: job.key, why: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}

async function reviewOne(job: Job, needs: ReviewPullNeeds, stop: AbortSignal): Promise<void> {
  const { pull, installation: id, request } = jobData.parse(job.data);
  const say = (what: string, more = {}) => needs.log(what, { pull: placeOf({ pull }), ...more });
  if (id === null) return say("not reviewed: no installation in the delivery");
  const installation = needs.installation(id, stop);
  const answer = await inReader(pull, request, installation, needs, stop);
  await keepAsked(answer, pull, needs);
  const planned = readPlan(answer.plan, pull);
  if (answer.draft !== null) await keep(answer.draft, planned, needs);
  if (answer.draft?.publish === "confirm") return say("waits for a person to confirm it");
  const { head } = await installation.reads.now(pull);
  if (head !== planned.head) {
    say("superseded: its head has moved", { from: planned.head, to: head });
    return await needs.store.jobs.add(job);
  }
  const outcomes = await post(planned, installation, needs, stop);
  say("posted", { outcomes: outcomes.map(({ do: deed, is }) => `${deed} ${is}`) });
  const lost = outcomes.find(({ is }) => is === "unknown");
  // The job runs again, and finds what has arrived.
  if (lost) throw new Unavailable("GitHub", lost.why ?? "no answer");
}

async function inReader(
  pull: PullRef,
  request: string | null,
  installation: Installation,
  { store, read, models, now }: ReviewPullNeeds,
  stop: AbortSignal,
) {
  const place = placeOf({ pull });
  const month = firstOfMonth(now());
  const [token, findings, rounds, all, repository] = await Promise.all([
    installation.readToken(),
    store.findings.of(place),
    store.rounds.of(place),
    store.records.spent(month),
    store.records.spent(month, repositoryName(pull)),
  ]);
  return await read({ pull, token, request, findings, rounds, models, spent: { all, repository } }, stop);
}

function repositoryName({ host, owner, repo }: PullRef): string {
  return `${host}/${owner}/${repo}`;
}

/** First, whatever becomes of the plan: what was spent is spent. */
async function keepAsked({ asked, draft }: Drafted, pull: PullRef, { store, now }: ReviewPullNeeds): Promise<void> {
  if (asked === null) return;
  const { run, given } = asked;
  const repository = repositoryName(pull);
  await store.together(async ({ records }) => {
    for (const call of asked.calls) await records.keepCall({ ...call, run, repository });
    if (draft) await records.keepReview({ id: draft.id, run, repository, at: now(), given, draft: draft.json });
  });
}

async function keep(draft: NonNullable<Drafted["draft"]>, planned: Plan, { store, now }: ReviewPullNeeds) {
  await store.drafts.save({
    id: draft.id,
    place: placeOf(planned),
    head: planned.head,
    draft: draft.json,
    state: "waiting",
    savedAt: now(),
  });
}

async function post(
  planned: Plan,
  installation: Installation,
  { store }: ReviewPullNeeds,
  stop: AbortSignal,
): Promise<Outcome[]> {
  const clock = { now: wallClock.now, sleep: (ms: number) => wallClock.wait(ms, stop) };
  return await perform(planned, { github: installation.writes(), store, clock, holder: holderName() });
}
