// Reviews one pull request in a child process that cannot write, and posts the plan from this one, which never reads
// the change's text.
import type { Oid } from "../../../change/change.ts";
import type { UserConfig } from "../../../change/config.ts";
import { skipSettingsIn } from "../../../change/review-settings.ts";
import { readPlan } from "../../../review/plan-schema.ts";
import { planSkip, type PostedVerdict, type Plan } from "../../../review/plan.ts";
import type { ActionOutcome } from "../../../review/post-once.ts";
import { outcomeList, postPlan, retryIfUnknown } from "../../review/post-plan.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { Store } from "../../../world/store/store.ts";
import { parseLearned } from "../../../threads/learn/learned-schema.ts";
import { keepToLearn, readLearned, seenElsewhere } from "../../threads/lessons/learned.ts";
import { intentIn } from "../events/pull-request.ts";
import { firstOfMonth } from "../../month.ts";
import type { Installation, OpenInstallation } from "../installation.ts";
import { TaskOverLimit } from "../../child/run-task.ts";
import type { PullRequestReview } from "../../child/tasks/review-pull-request.ts";
import type { ServerTasks } from "../server-tasks.ts";
import { askingStep, openAsking } from "./asking.ts";
import { mayReviewAskModels } from "./model-permission.ts";
import { feedbackJobFor } from "./feedback-job.ts";
import { lastPostedReview } from "./last-posted-review.ts";
import { watchForNewer } from "./newer-head.ts";
import { reviewPullData, reviewPullJobFor, type ReviewPullData } from "./review-pull-data.ts";
import { settleLater } from "./settle.ts";
import { type PullRequestRef, pullRequestKey, repositoryKey } from "../../../pull-request.ts";

export interface ReviewJobNeeds {
  store: Store;
  /** Opens GitHub as the installation: read access for the child, write access for this process. */
  installation: OpenInstallation;
  read: ServerTasks["reviewPullRequest"];
  /** The server's models; null: none. */
  models: UserConfig | null;
  /** The dashboard's address, for links; absent: none. */
  dashboard?: string | undefined;
  now(): number;
  /** Interval of the check for a newer head, in milliseconds; default: one second. */
  lookMs?: number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function reviewPullJob(needs: ReviewJobNeeds): (job: StoredJob, stop: AbortSignal) => Promise<void> {
  return async (job, stop) => {
    try {
      await reviewOne(job, needs, stop);
    } catch (error) {
      needs.log("failed", { pull: job.key, why: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}

type Say = (what: string, more?: Readonly<Record<string, unknown>>) => void;

async function reviewOne(job: StoredJob, needs: ReviewJobNeeds, stop: AbortSignal): Promise<void> {
  const data = reviewPullData.parse(job.data);
  const { pull, installation: id, request } = data;
  const say: Say = (what, more = {}) => needs.log(what, { pull: pullRequestKey(pull), ...more });
  if (id === null) return say("not reviewed: no installation in the delivery");
  const installation = needs.installation(id, stop, pull.repo);
  const { head, title } = await installation.reads.now(pull);
  const kept = await answerKept(pull, head, request, needs);
  if (kept === null && (await isDone(data, head, title, needs))) return say("reviewed already", { head });
  // An explicitly requested review is not superseded.
  const everyMs = needs.lookMs ?? 1_000;
  const headNow = async () => (await installation.reads.now(pull)).head;
  const watch = request === null ? watchForNewer(job, head, { jobs: needs.store.jobs, stop, everyMs, headNow }) : null;
  const superseded = async (to: string) => {
    say("superseded: a newer head", { from: head, to });
    // The job is added again, because the repository may not review on the newer event. It names no head, so it
    // supersedes nothing.
    await needs.store.jobs.add(reviewPullJobFor({ ...data, head: null }));
  };
  try {
    const answer = kept ?? (await readAndKeep(data, { head, title }, installation, needs, watch?.stop ?? stop));
    const newer = await watch?.look();
    if (newer) return await superseded(newer);
    await actOn(answer, data, installation, needs, { say, superseded, stop });
  } catch (error) {
    const newer = stop.aborted ? null : watch?.newer();
    if (!newer) throw error;
    await superseded(newer);
  } finally {
    watch?.end();
  }
}

interface Acting {
  say: Say;
  superseded(to: string): Promise<void>;
  stop: AbortSignal;
}

async function actOn(
  answer: Kept,
  data: ReviewPullData,
  installation: Installation,
  needs: ReviewJobNeeds,
  { say, superseded, stop }: Acting,
): Promise<void> {
  const { pull, request } = data;
  const planned = readPlan(answer.plan, pull);
  const done = async () => await needs.store.journal.clear(pullRequestKey(planned.pull), stepOf(planned.head, request));
  if (answer.draft?.publish === "confirm") {
    await done();
    return say("waits for a person to confirm it");
  }
  const { head } = await installation.reads.now(pull);
  if (head !== planned.head) {
    await superseded(head);
    // The result stays stored: a force push can restore the head.
    return await settled(answer, "cancelled", needs);
  }
  const outcomes = await postPlan(planned, { github: installation.writes(), store: needs.store, stop });
  if (data.rerun) await rewriteCheckRun(planned, outcomes, installation);
  say("posted", { outcomes: outcomeList(outcomes) });
  retryIfUnknown(outcomes);
  await settled(answer, "posted", needs);
  await learn(answer, pull, needs);
  if (data.installation !== null) await needs.store.jobs.add(feedbackJobFor(pull, data.installation));
  if (data.installation !== null) await settleLater(pull, data.installation, needs.store);
  await done();
}

/** A draft that was posted or cancelled no longer waits for confirmation. */
async function settled({ draft }: Kept, state: "posted" | "cancelled", { store }: ReviewJobNeeds): Promise<void> {
  if (draft?.id !== undefined) await store.drafts.setState(draft.id, state);
}

/** Always done after a posted review; repeating it is harmless. */
async function learn({ learned }: Kept, pull: PullRequestRef, { store, now }: ReviewJobNeeds): Promise<void> {
  if (learned !== null && learned !== undefined) await keepToLearn(parseLearned(learned), pull, store, now());
}

/** GitHub expects an update after a re-run was requested, even if nothing changed. Repeating it is harmless. */
async function rewriteCheckRun(planned: Plan, outcomes: readonly ActionOutcome[], installation: Installation) {
  const action = planned.actions.find((one) => one.do === "check-run");
  const outcome = outcomes.find(({ key }) => key === action?.key);
  if (!action || outcome?.is !== "already" || !outcome.posted) return;
  const { key: externalId, conclusion, title, body: summary } = action;
  const run = { externalId, head: planned.head, conclusion, title, summary };
  await installation.writes().updateCheckRun(planned.pull, outcome.posted.id, run);
}

/** The child's answer, as far as needed. */
type Kept = Pick<PullRequestReview, "plan" | "learned"> & {
  draft: (Pick<NonNullable<PullRequestReview["draft"]>, "publish"> & { id?: string }) | null;
};

function stepOf(head: string, request: string | null): string {
  return `read@${head}/${request ?? "auto"}`;
}

/** The result of an earlier attempt that died before posting, so that nothing is paid twice. */
async function answerKept(pull: PullRequestRef, head: string, request: string | null, { store }: ReviewJobNeeds) {
  const text = await store.journal.answer(pullRequestKey(pull), stepOf(head, request));
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** A later review of the same head may have followed the title's tags already. */
async function isDone({ pull, request }: ReviewPullData, head: string, title: string, needs: ReviewJobNeeds) {
  if (request !== null && !request.startsWith("intent-")) return false;
  if (!(await isReviewed(pull, head, needs))) return false;
  const place = pullRequestKey(pull);
  return request === null || (await needs.store.journal.answer(place, intentStep(head))) === intentIn(title);
}

function intentStep(head: string): string {
  return `intent@${head}`;
}

async function isReviewed(pull: PullRequestRef, head: string, { store }: ReviewJobNeeds): Promise<boolean> {
  const place = pullRequestKey(pull);
  const [rounds, drafts] = await Promise.all([store.rounds.of(place), store.drafts.list({ place, state: "waiting" })]);
  return [...rounds, ...drafts].some((one) => one.head === head);
}

/** Stores the whole result in one transaction before anything is posted. Costs were recorded while the child ran. */
async function readAndKeep(
  data: ReviewPullData,
  { head, title }: { head: string; title: string },
  installation: Installation,
  needs: ReviewJobNeeds,
  stop: AbortSignal,
): Promise<Kept> {
  const { pull, request } = data;
  const step = stepOf(head, request);
  const began = needs.now();
  const last = await lastPostedReview(pullRequestKey(pull), needs.store);
  const reviewing = reviewInChild(data, { step, last }, installation, needs, stop);
  const { answer, run } = await reviewing.catch(async (error: unknown) => {
    if (!(error instanceof TaskOverLimit)) throw error;
    needs.log("not reviewed: over a limit", { pull: pullRequestKey(pull), limit: error.limit });
    return { answer: await overLimitAnswer(error.limit, { pull, head, last }, installation), run: null };
  });
  const { asked, draft } = answer;
  const planned = readPlan(answer.plan, pull);
  const at = needs.now();
  const { learned } = answer;
  const kept: Kept = { plan: answer.plan, draft: draft && { id: draft.id, publish: draft.publish }, learned };
  await needs.store.together(async ({ records, drafts, journal }) => {
    if (asked && draft && run !== null) {
      const { id, json } = draft;
      await records.keepReview({ id, run, repository: repositoryKey(pull), at, given: asked.given, draft: json });
    }
    if (draft) {
      const { id, json } = draft;
      const place = pullRequestKey(planned.pull);
      const facts = { ...draft.facts, tookMs: at - began };
      // Drafts of older heads can no longer be posted.
      for (const { id: older, head: of } of await drafts.page({ place, state: "waiting", limit: 100 }))
        if (of !== planned.head) await drafts.setState(older, "cancelled");
      await drafts.save({ id, place, head: planned.head, draft: json, state: "waiting", savedAt: at, facts });
    }
    await journal.keep(pullRequestKey(planned.pull), stepOf(planned.head, request), JSON.stringify(kept), at);
    await journal.clear(pullRequestKey(planned.pull), askingStep(step));
    // The title from before the review: if it changed meanwhile, its own delivery triggers another review.
    await journal.keep(pullRequestKey(planned.pull), intentStep(planned.head), intentIn(title), at);
  });
  return kept;
}

/** A check run names the limit: another attempt would exceed it too. */
async function overLimitAnswer(
  limit: string,
  { pull, head, last }: { pull: PullRequestRef; head: string; last: PostedVerdict | null },
  { conversation }: Pick<Installation, "conversation">,
): Promise<PullRequestReview> {
  const { config } = await conversation.reads.start({ ...pull, isPull: true });
  const facts = { checkRun: true, last, unreviewed: skipSettingsIn(config).checkRun };
  const plan = planSkip({ why: "over-limit", shown: limit }, pull, head as Oid, facts);
  return { plan, draft: null, asked: null, learned: null };
}

async function reviewInChild(
  { pull, request, trigger = null }: ReviewPullData,
  { step, last }: { step: string; last: PostedVerdict | null },
  installation: Installation,
  { store, read, models: known, dashboard, now }: ReviewJobNeeds,
  stop: AbortSignal,
): Promise<{ answer: PullRequestReview; run: string | null }> {
  const place = pullRequestKey(pull);
  const repository = repositoryKey(pull);
  const isAllowed =
    known !== null && (await mayReviewAskModels({ pull, request }, installation, { store, models: known }));
  const models = isAllowed ? known : null;
  const readInput = async () => ({
    learned: await readLearned(store, repository),
    seen: await seenElsewhere(pull, store),
  });
  const opened = models && (await openAsking({ place, step, repository, readInput }, { store, now }));
  const month = firstOfMonth(now());
  const [token, findings, rounds, all, ofRepository, { learned, seen }] = await Promise.all([
    installation.readToken(),
    store.findings.of(place),
    store.rounds.of(place),
    store.records.spent(month),
    store.records.spent(month, repository),
    opened?.input ?? readInput(),
  ]);
  const past = { findings, rounds, last, learned, seen, ...(dashboard !== undefined && { dashboard }) };
  const asking = opened?.asking ?? null;
  const spent = { all, repository: ofRepository };
  const withheld = known !== null && !isAllowed;
  const answer = await read({ pull, token, request, trigger, ...past, models, withheld, spent, asking }, stop);
  return { answer, run: asking?.run ?? null };
}
