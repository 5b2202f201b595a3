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
import type { ThreadId } from "../../../threads/thread.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { KeptFinding } from "../../../world/store/kept/outputs.ts";
import type { Store } from "../../../world/store/store.ts";
import type { HeadThreadFacts } from "../../child/tasks/read-thread-facts.ts";
import type { ServerTasks } from "../server-tasks.ts";
import type { Installation, OpenInstallation } from "../installation.ts";
import { logFailure } from "./feedback-job.ts";
import { pullRequestKey, type PullRequestRef, pullRequestSchema } from "../../../pull-request.ts";

export const settleKind = "settle";
/** Kept in the journal while checks of the head are running. */
export const settleStep = "settle";

const settleData = z.strictObject({
  pull: pullRequestSchema(z),
  installation: z.int(),
});

/** More are no pull request that anybody reads. */
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

/** After a review was posted: where nothing of ours was ever fixed, there is nothing to settle. */
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
    // Of several that wait, the last does what all would.
    if ((await needs.store.jobs.waiting(settleKind, job.key)).length > 0) return;
    const waits = await settleThreads(pull, needs.installation(installation, stop, pull.repo), needs, stop);
    // Found by what looks after pull requests every now and then.
    if (waits !== null) await needs.store.journal.keep(job.key, settleStep, waits.head, needs.now());
    else await needs.store.journal.clear(job.key, settleStep);
  });
}

/** Not null: checks of that head are under way, and their end is to be waited for. */
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
  // What is fixed is known of the heads that were reviewed. The review of this one asks again.
  if (!(await store.rounds.of(place)).some(({ head }) => head === facts.head)) return null;
  if (settings.requireChecksBeforeResolve && facts.checks === "pending") {
    say("not resolved yet: checks are under way", { head: facts.head });
    return { head: facts.head };
  }
  const { plan, rows } = await planned(pull, facts, settings, needs);
  for (const row of rows) if (isRefused(row)) say("not resolved", { thread: row.threadId, why: ruleOf(row) });
  await carryOut(plan, answered, installation, { needs, stop, say });
  return null;
}

/** The whole of it is off where nobody has switched it on. */
function isWanted({ enabled, autoResolve, autoResolveClassifications }: ReviewCommentsSettings): boolean {
  return enabled && autoResolve && autoResolveClassifications.includes("already_fixed");
}

/** Those whose answer stands on GitHub, which we have not resolved before, and which nobody has opened again. */
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
  const { triage, outcomes, check } = parseState(saved, pull, "what is kept of the threads");
  // Where somebody spoke after our answer, it has not ended with it. Whether GitHub lets us resolve it is not for the token
  // that read it to say: another is made for that alone.
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

/** The review of this very head looked for the finding and did not find it; a check that failed stands against it. */
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

/** Only a thread that our own comment began, as GitHub tells this process and as the store knows it. */
async function carryOut(
  plan: Plan,
  answered: readonly Answered[],
  installation: Installation,
  { needs, stop, say }: Settling,
): Promise<void> {
  if (plan.actions.length === 0) return;
  const own = new Map((await installation.writes().output(plan.pull)).map(({ id, thread }) => [id, thread?.id]));
  const begun = new Set(answered.filter(({ thread, comment }) => own.get(comment) === thread).map((one) => one.thread));
  const actions = plan.actions.filter((action: Action) => action.do === "resolve" && begun.has(action.thread));
  const github = installation.conversation.resolves();
  try {
    const outcomes = await postPlan({ ...plan, actions }, { github, store: needs.store, stop });
    say("resolved what is fixed", { outcomes: outcomeList(outcomes) });
    retryIfUnknown(outcomes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Such as an App that may not write contents, which GitHub asks of those who resolve.
    say("not resolved", { why: error.message });
  }
}
