// Handles a person's `resolve`: judged by the policy with facts of the store and GitHub.
import type { Plan } from "../../../../review/plan.ts";
import { postPlan, retryIfUnknown } from "../../../review/post-plan.ts";
import { markdownText } from "../../../../review/words/markdown-text.ts";
import { planFixes, triageFromEvidence, type FixRow } from "../../../../threads/plan-fixes.ts";
import { threadSettingsIn } from "../../../../threads/mention/mention-settings.ts";
import { pullRequestOfMention, type Mention } from "../../../../threads/mention.ts";
import type { ThreadFix, Verification } from "../../../../threads/thread-payloads.ts";
import { rulingKind, type PolicyRule } from "../../../../threads/policy.ts";
import { defaultTemplate } from "../../../../threads/render-reply.ts";
import type { Resolution } from "../../../../threads/replies/command-reply.ts";
import { whyNotResolved } from "../../../../threads/words/conversation/resolve-texts.ts";
import { parseState } from "../../../../threads/thread-events.ts";
import type { CommentId, ThreadId } from "../../../../threads/thread.ts";
import type { Oid } from "../../../../change/change.ts";
import type { PullRequestRef } from "../../../../pull-request.ts";
import type { ResolveFacts } from "../../../child/tasks/answer-mention/resolve-facts.ts";
import { guardResolutions } from "../guard-resolutions.ts";
import type { ReplyPosting } from "./post-answer.ts";
import { pullRequestKey, pullRequestShortName } from "../../../../pull-request.ts";

export interface ResolveNeeds extends ReplyPosting {
  mention: Mention;
  config: string | null;
  now(): number;
}

export async function resolveThread(facts: ResolveFacts | null, needs: ResolveNeeds): Promise<Resolution> {
  const pull = pullRequestOfMention(needs.mention);
  if (facts === null || pull === null) return { is: "nothing" };
  const { plan, row } = await planned(facts, pull, needs);
  const { ruling } = row.resolve;
  if (rulingKind(ruling) === "done") return { is: "already" };
  const refused = (rule: PolicyRule): Resolution => ({ is: "refused", why: whyNotResolved(rule, facts) });
  if (!ruling.allowed) return refused(ruling.rule);
  return await carryOut(plan, facts, refused, needs);
}

async function planned(
  facts: ResolveFacts,
  pull: PullRequestRef,
  needs: ResolveNeeds,
): Promise<{ plan: Plan; row: FixRow }> {
  const { mention, store } = needs;
  const head = facts.head as Oid;
  const threadId = facts.thread.threadId as ThreadId;
  const saved = await store.threads.load(pullRequestKey(mention));
  const { triage, outcomes, check } = parseState(saved, pull, pullRequestShortName(pull));
  const fix = fixOf(facts, await dismissalOf(facts, needs));
  const { plan, rows } = planFixes({
    pull,
    payload: { prNumber: pull.number, threads: [fix] },
    // `canResolve` is true because the reading token cannot tell: the resolution uses another token.
    seen: { at: needs.now(), head, threads: [{ ...facts.thread, threadId, latestComment: null, canResolve: true }] },
    state: {
      scan: null,
      triage: triageFromEvidence(triage, [fix]),
      outcomes,
      check,
      watch: { at: needs.now(), head, result: facts.checks, runs: 0 },
    },
    code: new Map([[threadId, { code: codeOf(facts), commit: "not-reachable" }]]),
    settings: { ...threadSettingsIn(needs.config), autoReply: false, autoResolve: false },
    // Somebody with write access asks for this thread, so the list for automatic resolutions does not matter.
    flags: {
      applyReplies: false,
      applyResolutions: true,
      allowResolveInvalid: true,
      allowResolve: { classes: ["already_fixed", "stale"], reason: `${mention.author} asked for it` },
      by: "person",
    },
    template: defaultTemplate,
  });
  return { plan, row: rows[0]! };
}

/** GitHub also calls a thread outdated whose line only moved. */
function codeOf({ quoted, thread }: ResolveFacts): "changed" | "unchanged" {
  return quoted === "gone" || (quoted === "unknown" && thread.isOutdated) ? "changed" : "unchanged";
}

/** The reason for which somebody with write access dismissed the thread's finding; null: it is not dismissed. */
async function dismissalOf({ thread }: ResolveFacts, { mention, store }: ResolveNeeds): Promise<string | null> {
  const place = pullRequestKey(mention);
  const found = (await store.findings.of(place)).find((one) => one.thread === thread.threadId);
  if (found?.state !== "dismissed") return null;
  const dismissals = await store.dismissals.of(place);
  return dismissals.find(({ identity }) => identity === found.identity)?.reason ?? null;
}

/** Claims only what the store and GitHub show. */
function fixOf(facts: ResolveFacts, dismissal: string | null): ThreadFix {
  const { head } = facts;
  const { threadId } = facts.thread;
  const result = facts.checks === "passed" || facts.checks === "failed" ? facts.checks : "unknown";
  const checks = { command: "the checks on GitHub", result, sha: head } as const;
  const shown = (command: string): Pick<ThreadFix, "verification" | "checks"> => {
    const reading: Verification = { command, result: "passed", sha: head };
    return { verification: result === "unknown" ? [reading] : [reading, checks], checks: result };
  };
  if (dismissal !== null)
    return { threadId, classification: "invalid", rationale: dismissal, ...shown("the dismissal") };
  if (codeOf(facts) === "unchanged")
    return { threadId, classification: "valid", verification: [checks], checks: result };
  if (facts.quoted === "unknown") return { threadId, classification: "stale", ...shown("what GitHub calls outdated") };
  const evidence = `The quoted line no longer stands at ${head.slice(0, 7)}.`;
  return { threadId, classification: "already_fixed", evidence, ...shown("the quoted line") };
}

/** The thread id comes from the reading process, so only a thread that our own account has commented in is resolved. */
async function carryOut(
  plan: Plan,
  { thread, head }: ResolveFacts,
  refused: (rule: PolicyRule) => Resolution,
  { store, installation, stop }: ResolveNeeds,
): Promise<Resolution> {
  const { threadId } = thread;
  const output = await installation.writes().output(plan.pull);
  if (!output.some((one) => one.thread?.id === threadId)) return { is: "nothing" };
  const judged = {
    head: head as Oid,
    latestComment: thread.latestComment as CommentId | null,
    editedAt: thread.editedAt ?? null,
  };
  const { github, prevented } = guardResolutions(plan.pull, new Map([[threadId, judged]]), installation);
  const outcomes = await postPlan(plan, { github, store, stop });
  retryIfUnknown(outcomes);
  const rule = prevented.get(threadId);
  if (rule !== undefined) return refused(rule);
  const [outcome] = outcomes;
  return outcome?.is === "refused"
    ? { is: "refused", why: `GitHub refused it: ${markdownText(outcome.why ?? "no reason given")}` }
    : { is: "resolved" };
}
