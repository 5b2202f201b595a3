// Handles a person's `resolve`: judged by the policy with facts of the store and GitHub.
import { policyRuleText } from "../../../../threads/words/fix-texts.ts";
import type { Plan } from "../../../../review/plan.ts";
import { postPlan, retryIfUnknown } from "../../../review/post-plan.ts";
import { planFixes, triageFromEvidence } from "../../../../threads/plan-fixes.ts";
import { threadSettingsIn } from "../../../../threads/mention/mention-settings.ts";
import { pullRequestOfMention, type Mention } from "../../../../threads/mention.ts";
import type { ThreadFix } from "../../../../threads/thread-payloads.ts";
import { rulingKind } from "../../../../threads/policy.ts";
import { defaultTemplate } from "../../../../threads/render-reply.ts";
import type { Resolution } from "../../../../threads/replies/command-reply.ts";
import { parseState } from "../../../../threads/thread-events.ts";
import type { ThreadId } from "../../../../threads/thread.ts";
import type { Oid } from "../../../../change/change.ts";
import type { ResolveFacts } from "../../../child/tasks/answer-mention/resolve-facts.ts";
import type { ReplyPosting } from "./post-answer.ts";
import { pullRequestKey, pullRequestShortName } from "../../../../pull-request.ts";

export interface ResolveNeeds extends ReplyPosting {
  mention: Mention;
  config: string | null;
  now(): number;
}

export async function resolveThread(facts: ResolveFacts | null, needs: ResolveNeeds): Promise<Resolution> {
  const { mention, store } = needs;
  const pull = pullRequestOfMention(mention);
  if (facts === null || pull === null) return { is: "nothing" };
  const head = facts.head as Oid;
  const threadId = facts.thread.threadId as ThreadId;
  const saved = await store.threads.load(pullRequestKey(mention));
  const { triage, outcomes, check } = parseState(saved, pull, pullRequestShortName(pull));
  // `canResolve` is true because the reading token cannot tell: the resolution uses another token.
  const fix = fixOf(facts);
  const { plan, rows } = planFixes({
    pull,
    payload: { prNumber: pull.number, threads: [fix] },
    seen: { at: needs.now(), head, threads: [{ ...facts.thread, threadId, latestComment: null, canResolve: true }] },
    state: {
      scan: null,
      triage: triageFromEvidence(triage, [fix]),
      outcomes,
      check,
      watch: { at: needs.now(), head, result: facts.checks, runs: 0 },
    },
    code: new Map([
      [threadId, { code: facts.isGone || facts.thread.isOutdated ? "changed" : "unchanged", commit: "not-reachable" }],
    ]),
    settings: { ...threadSettingsIn(needs.config), autoReply: false, autoResolve: false },
    flags: { applyReplies: false, applyResolutions: true, allowResolveInvalid: false, by: "person" },
    template: defaultTemplate,
  });
  const ruling = rows[0]!.resolve.ruling;
  if (rulingKind(ruling) === "done") return { is: "already" };
  if (!ruling.allowed) return { is: "refused", why: policyRuleText(ruling.rule) };
  return await carryOut(plan, threadId, needs);
}

/** Claims only what the store and GitHub show. */
function fixOf({ thread, isGone, checks, head }: ResolveFacts): ThreadFix {
  const result = checks === "passed" ? "passed" : checks === "failed" ? "failed" : "unknown";
  const shown = { verification: [{ command: "the checks on GitHub", result, sha: head }], checks: result } as const;
  if (isGone)
    return {
      threadId: thread.threadId,
      classification: "already_fixed",
      evidence: `The quoted line no longer stands at ${head.slice(0, 7)}.`,
      ...shown,
    };
  const classification = thread.isOutdated ? "stale" : "valid";
  return { threadId: thread.threadId, classification, ...shown };
}

/** The thread id comes from the reading process, so only a thread that our own account has commented in is resolved. */
async function carryOut(
  plan: Plan,
  threadId: ThreadId,
  { store, installation, stop }: ResolveNeeds,
): Promise<Resolution> {
  const output = await installation.writes().output(plan.pull);
  if (!output.some(({ thread }) => thread?.id === threadId)) return { is: "nothing" };
  const outcomes = await postPlan(plan, { github: installation.conversation.resolves(), store, stop });
  retryIfUnknown(outcomes);
  const [outcome] = outcomes;
  return outcome?.is === "refused" ? { is: "refused", why: outcome.why ?? "" } : { is: "resolved" };
}
