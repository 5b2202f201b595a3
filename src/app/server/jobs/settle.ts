// Resolves our threads whose findings were fixed, if the repository's config allows it and the policy agrees.
import * as z from "zod";
import type { Oid } from "../../../change/change.ts";
import { UserError } from "../../../errors.ts";
import type { Action, Plan } from "../../../review/plan.ts";
import { outcomeList, postPlan, retryIfUnknown } from "../../review/post-plan.ts";
import { planFixes, triageFromEvidence, type FixRow } from "../../../threads/plan-fixes.ts";
import { threadSettingsIn } from "../../../threads/mention/mention-settings.ts";
import type { ReviewCommentsSettings, ThreadFix } from "../../../threads/thread-payloads.ts";
import { rulingKind } from "../../../threads/policy.ts";
import { defaultTemplate } from "../../../threads/render-reply.ts";
import { parseState } from "../../../threads/thread-events.ts";
import type { CommentId, ThreadId } from "../../../threads/thread.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { KeptFinding } from "../../../world/store/kept/outputs.ts";
import type { Store } from "../../../world/store/store.ts";
import type { HeadThreadFacts } from "../../child/tasks/read-thread-facts.ts";
import type { ServerTasks } from "../server-tasks.ts";
import type { Installation, OpenInstallation } from "../installation.ts";
import { logFailure } from "./feedback-job.ts";
import { guardResolutions } from "./guard-resolutions.ts";
import { pullRequestKey, pullRequestShortName, type PullRequestRef, pullRequestSchema } from "../../../pull-request.ts";

export const settleKind = "settle";
/** Journal entry while checks of the head are running. */
export const settleStep = "settle";

const settleData = z.strictObject({
  pull: pullRequestSchema(z),
  installation: z.int(),
});

/** Larger than any real pull request. */
const mostThreads = 200;
const mostOutputs = 5000;

export interface SettleNeeds {
  store: Store;
  installation: OpenInstallation;
  settle: ServerTasks["readThreadFacts"];
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function settleJobFor(pull: PullRequestRef, installation: number): StoredJob {
  const data: z.infer<typeof settleData> = { pull, installation };
  return { kind: settleKind, key: pullRequestKey(pull), data };
}

/** Called after a review was posted. Adds a job only if one of our findings was answered as fixed. */
export async function settleLater(
  pull: PullRequestRef,
  installation: number,
  { findings, jobs }: Pick<Store, "findings" | "jobs">,
): Promise<void> {
  const known = await findings.of(pullRequestKey(pull));
  if (known.some(isAnswered)) await jobs.add(settleJobFor(pull, installation));
}

type Answered = KeptFinding & { thread: string; comment: string };

function isAnswered(finding: KeptFinding): finding is Answered {
  return finding.state === "fixed" && finding.thread !== null && finding.comment !== null;
}

export function settleJob(needs: SettleNeeds): (job: StoredJob, stop: AbortSignal) => Promise<void> {
  return logFailure(needs, async (job, stop) => {
    const { pull, installation } = settleData.parse(job.data);
    // If more jobs are waiting, the last one handles everything.
    if ((await needs.store.jobs.waiting(settleKind, job.key)).length > 0) return;
    const waits = await settleThreads(pull, needs.installation(installation, stop, pull.repo), needs, stop);
    // The feedback polling adds the job again while this entry exists.
    if (waits !== null) await needs.store.journal.keep(job.key, settleStep, waits.head, needs.now());
    else await needs.store.journal.clear(job.key, settleStep);
  });
}

/** Not null: checks of that head are still running, and the job must run again. */
async function settleThreads(
  pull: PullRequestRef,
  installation: Installation,
  needs: SettleNeeds,
  stop: AbortSignal,
): Promise<{ head: string } | null> {
  const { store } = needs;
  const place = pullRequestKey(pull);
  const say = (what: string, more: Readonly<Record<string, unknown>>) => needs.log(what, { pull: place, ...more });
  const answered = await toSettle(place, store);
  if (answered.length === 0) return null;
  const { config } = await installation.conversation.reads.start({ ...pull, isPull: true });
  const settings = threadSettingsIn(config);
  if (!isWanted(settings)) return null;
  const threads = answered.map(({ thread, comment }) => ({ thread, comment }));
  const token = await installation.readToken();
  const facts = await needs.settle({ pull, token, threads }, stop);
  // Only reviewed heads are settled; after the review of this head the job runs again.
  if (!(await store.rounds.of(place)).some(({ head }) => head === facts.head)) return null;
  if (settings.requireChecksBeforeResolve && facts.checks === "pending") {
    say("not resolved yet: checks are under way", { head: facts.head });
    return { head: facts.head };
  }
  const { plan, rows } = await planned(pull, facts, settings, needs);
  for (const row of rows) if (isRefused(row)) say("not resolved", { thread: row.threadId, why: ruleOf(row) });
  await carryOut(plan, facts, answered, installation, { needs, stop, say });
  return null;
}

/** Off unless the repository has switched it on. */
function isWanted({ enabled, autoResolve, autoResolveClassifications }: ReviewCommentsSettings): boolean {
  return enabled && autoResolve && autoResolveClassifications.includes("already_fixed");
}

/** Findings whose reply was posted and whose thread was neither resolved by us nor reopened by anyone. */
async function toSettle(
  place: string,
  { findings, outputs, threadOutcomes }: Pick<Store, "findings" | "outputs" | "threadOutcomes">,
): Promise<Answered[]> {
  const fixed = (await findings.of(place)).filter(isAnswered);
  if (fixed.length === 0) return [];
  const [written, outcomes] = await Promise.all([outputs.of(place, mostOutputs), threadOutcomes.of(place)]);
  const done = written.filter(({ state }) => state === "done").map(({ key }) => key);
  const reopened = new Set(outcomes.filter(({ state }) => state === "unresolved").map(({ thread }) => thread));
  return fixed
    .filter(({ thread, comment }) => {
      const isResolved = done.some((key) => key.startsWith(`${place}/resolve/${thread}/`));
      return done.includes(`${place}/reply/${thread}/${comment}`) && !isResolved && !reopened.has(thread);
    })
    .slice(0, mostThreads);
}

async function planned(
  pull: PullRequestRef,
  facts: HeadThreadFacts,
  settings: ReviewCommentsSettings,
  needs: SettleNeeds,
) {
  const head = facts.head as Oid;
  const at = needs.now();
  const saved = await needs.store.threads.load(pullRequestKey(pull));
  const { triage, outcomes, check } = parseState(saved, pull, pullRequestShortName(pull));
  // A thread with comments after our reply is left open. `canResolve` is true because the reading token cannot tell:
  // the resolution uses another token.
  const seen = facts.threads
    .filter((thread) => thread.isAnswered || thread.isResolved)
    .map((thread) => ({ ...thread, threadId: thread.threadId as ThreadId, latestComment: null, canResolve: true }));
  const fixes = seen.map(({ threadId }) => fixOf(threadId, facts));
  return planFixes({
    pull,
    payload: { prNumber: pull.number, threads: fixes },
    seen: { at, head, threads: seen },
    state: {
      scan: null,
      triage: triageFromEvidence(triage, fixes),
      outcomes,
      check,
      watch: { at, head, result: facts.checks, runs: 0 },
    },
    // GitHub marks a thread as outdated when its line changed.
    code: new Map(
      seen.map(({ threadId, isOutdated }) => [
        threadId,
        { code: isOutdated ? "changed" : "unchanged", commit: "not-reachable" },
      ]),
    ),
    settings: { ...settings, autoReply: false },
    flags: { applyReplies: false, applyResolutions: false, allowResolveInvalid: false, by: "automatic" },
    template: defaultTemplate,
  });
}

/** The review of this head did not find the problem again; a failed check still prevents the resolution. */
function fixOf(threadId: string, { head, checks }: HeadThreadFacts): ThreadFix {
  const result = checks === "passed" || checks === "failed" ? checks : "unknown";
  return {
    threadId,
    classification: "already_fixed",
    evidence: `The review of ${head.slice(0, 7)} no longer finds it.`,
    verification: [
      { command: "crosscheck review", result: "passed", sha: head },
      ...(result === "unknown" ? [] : [{ command: "the checks on GitHub", result, sha: head }]),
    ],
    checks: result,
  };
}

function isRefused({ resolve: { ruling } }: FixRow): boolean {
  return !ruling.allowed && rulingKind(ruling) !== "done";
}

function ruleOf({ resolve: { ruling } }: FixRow): string {
  return ruling.rule.rule;
}

interface Settling {
  needs: SettleNeeds;
  stop: AbortSignal;
  say(what: string, more: Readonly<Record<string, unknown>>): void;
}

/** Resolves only threads started by our own comment, according to both GitHub and the store. */
async function carryOut(
  plan: Plan,
  facts: HeadThreadFacts,
  answered: readonly Answered[],
  installation: Installation,
  { needs, stop, say }: Settling,
): Promise<void> {
  if (plan.actions.length === 0) return;
  const own = new Map((await installation.writes().output(plan.pull)).map(({ id, thread }) => [id, thread?.id]));
  const begun = new Set(answered.filter(({ thread, comment }) => own.get(comment) === thread).map((one) => one.thread));
  const actions = plan.actions.filter((action: Action) => action.do === "resolve" && begun.has(action.thread));
  const judged = new Map(
    facts.threads.map(({ threadId, latestComment, editedAt = null }) => [
      threadId,
      { head: plan.head, latestComment: latestComment as CommentId | null, editedAt },
    ]),
  );
  const { github, prevented } = guardResolutions(plan.pull, judged, installation);
  try {
    const outcomes = await postPlan({ ...plan, actions }, { github, store: needs.store, stop });
    say("resolved what is fixed", { outcomes: outcomeList(outcomes) });
    for (const [thread, { rule }] of prevented) say("not resolved", { thread, why: rule });
    retryIfUnknown(outcomes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // For example, the App lacks write access to contents, which GitHub requires.
    say("not resolved", { why: error.message });
  }
}
