// Performs a plan thread by thread: the reply, then the resolution if the reply was posted or none was needed. Each
// result is recorded before the next thread starts.
import { Refused, Unavailable } from "../../../errors.ts";
import type { Action, Plan } from "../../../review/plan.ts";
import { isPosted, type ActionOutcome } from "../../../review/post-once.ts";
import { replyDiffers, replyFailedFirst, policyRuleText } from "../../../threads/words/fix-texts.ts";
import { postPlan, type PostPlanNeeds } from "../../review/post-plan.ts";
import type { FixRow } from "../../../threads/plan-fixes.ts";
import { rulingKind, type PolicyRule, type Ruling } from "../../../threads/policy.ts";
import type { FixOutcome } from "../../../threads/thread-state.ts";
import type { ThreadWrites } from "./thread-writes.ts";

interface FixedPart<Is extends string> {
  is: Is | "not-tried";
  why: string;
}

export interface FixedRow {
  row: FixRow;
  reply: FixedPart<FixOutcome["reply"]>;
  resolution: FixedPart<FixOutcome["resolution"]>;
  /**
   * `refused`: GitHub or the store refused an action. `unknown`: an action may have been performed; the next run finds
   * out.
   */
  trouble: "refused" | "unknown" | null;
}

export interface Planned {
  plan: Plan;
  rows: readonly FixRow[];
}

export interface CarryOutNeeds extends Required<Omit<PostPlanNeeds, "github">> {
  /** The same threads in the same order, with recent rulings, because someone may have commented meanwhile. */
  current(): Promise<Planned>;
  writes: ThreadWrites;
  record(outcome: FixOutcome): Promise<void>;
}

export async function carryOut(first: Planned, needs: CarryOutNeeds): Promise<FixedRow[]> {
  const fixed: FixedRow[] = [];
  // Set when GitHub asks to wait or does not answer: further requests would make it worse.
  let stopped = false;
  for (const [at, row] of first.rows.entries()) {
    const current = isIdle(row) ? first : stopped ? null : await currentOr(needs);
    if (current === null) {
      stopped = true;
      fixed.push(notTried(row));
      continue;
    }
    const done = await carryOutRow(current.plan, current.rows[at]!, needs);
    stopped ||= needs.writes.struggled() && done.trouble === "unknown";
    if (isWorthKeeping(done)) await needs.record(outcomeOf(done, current.plan, needs.clock.now()));
    fixed.push(done);
  }
  return fixed;
}

function isIdle({ reply, resolve }: FixRow): boolean {
  return reply.action === null && resolve.action === null;
}

/** Null: GitHub did not answer. */
async function currentOr({ current }: CarryOutNeeds): Promise<Planned | null> {
  try {
    return await current();
  } catch (error) {
    if (error instanceof Unavailable || error instanceof Refused) return null;
    throw error;
  }
}

/** For a dry run: nothing is performed. */
export function onlyPlanned(rows: readonly FixRow[]): FixedRow[] {
  return rows.map((row) => ({
    row,
    reply: inDryRun(row.reply.ruling),
    resolution: inDryRun(row.resolve.ruling),
    trouble: null,
  }));
}

/** A person's reason for an exception is shown and recorded. */
function withReason<Is extends string>(part: FixedPart<Is>, { rule }: Ruling): FixedPart<Is> {
  const isException = rule.rule === "allowed" && rule.because !== undefined;
  return isException && part.why === "" ? { ...part, why: policyRuleText(rule) } : part;
}

function inDryRun(ruling: Ruling): FixedPart<"already" | "blocked" | "planned"> {
  const kind = rulingKind(ruling);
  const is = kind === "done" ? "already" : kind === "blocked" ? "blocked" : "planned";
  return withReason({ is, why: is === "planned" ? "" : policyRuleText(ruling.rule) }, ruling);
}

async function carryOutRow(plan: Plan, row: FixRow, needs: CarryOutNeeds): Promise<FixedRow> {
  const { writes } = needs;
  const { threadId } = row;
  const judged = { threadId, head: plan.head, latestComment: row.answers };
  const replied = await act(plan, row.reply.action, { ...needs, github: writes.forReply(judged) });
  const stopped = writes.prevented(threadId);
  const failed = stopped !== null || (replied !== null && !isPosted(replied));
  const resolved = failed
    ? null
    : await act(plan, row.resolve.action, { ...needs, github: writes.forResolution(judged) });
  const prevented = writes.prevented(threadId);
  if (prevented !== null) return preventedRow(row, prevented, replied);
  return {
    row,
    reply: replied ? partOf(replied, "posted") : notDone(row.reply.ruling),
    resolution: resolved
      ? withReason(partOf(resolved, "resolved"), row.resolve.ruling)
      : failed && row.resolve.action !== null
        ? { is: "skipped", why: replyFailedFirst }
        : notDone(row.resolve.ruling),
    trouble: troubleOf([replied, resolved]),
  };
}

/** Somebody was faster: what the thread says now has to be read first. */
function preventedRow(row: FixRow, rule: PolicyRule, replied: ActionOutcome | null): FixedRow {
  const why = policyRuleText(rule);
  const answered = rule.rule === "already-answered";
  const resolution = row.resolve.action === null ? notDone(row.resolve.ruling) : { is: "blocked" as const, why };
  if (answered) return { row, reply: { is: "already", why }, resolution, trouble: null };
  const reply =
    replied === null
      ? notDone(row.reply.ruling)
      : isPosted(replied)
        ? partOf(replied, "posted")
        : { is: "blocked" as const, why };
  return { row, reply, resolution, trouble: null };
}

async function act(plan: Plan, action: Action | null, needs: PostPlanNeeds): Promise<ActionOutcome | null> {
  if (action === null) return null;
  const [outcome] = await postPlan({ ...plan, actions: [action] }, needs);
  return outcome ?? null;
}

function partOf<Is extends string>(outcome: ActionOutcome, done: Is): FixedPart<Is | "already" | "failed"> {
  if (!isPosted(outcome)) return { is: "failed", why: outcome.why ?? "" };
  // An adopted resolution was made by someone else. An adopted reply has our marker, so it is ours, even if its
  // response was lost.
  const found = outcome.is === "already" || (outcome.is === "adopted" && outcome.do === "resolve");
  return { is: found ? "already" : done, why: outcome.differs ? replyDiffers : "" };
}

function notDone(ruling: Ruling): FixedPart<"already" | "blocked" | "skipped"> {
  const kind = rulingKind(ruling);
  const is = kind === "done" ? "already" : kind === "blocked" ? "blocked" : "skipped";
  return { is, why: policyRuleText(ruling.rule) };
}

function notTried(row: FixRow): FixedRow {
  const part = (ruling: Ruling) => (ruling.allowed ? { is: "not-tried" as const, why: "" } : notDone(ruling));
  return { row, reply: part(row.reply.ruling), resolution: part(row.resolve.ruling), trouble: "unknown" };
}

function troubleOf(outcomes: readonly (ActionOutcome | null)[]): FixedRow["trouble"] {
  if (outcomes.some((one) => one?.is === "unknown")) return "unknown";
  return outcomes.some((one) => one?.is === "refused") ? "refused" : null;
}

/** A thread with nothing left to do is not recorded, so that it does not evict newer outcomes. */
function isWorthKeeping({ row }: FixedRow): boolean {
  return rulingKind(row.reply.ruling) !== "done" || rulingKind(row.resolve.ruling) !== "done";
}

/** Without the reply's text, which is on GitHub. */
function outcomeOf({ row, reply, resolution }: FixedRow, { head }: Plan, at: number): FixOutcome {
  const why =
    [reply, resolution].find(({ is }) => is === "failed") ??
    [resolution, reply].find(({ is }) => is === "blocked") ??
    (resolution.is === "resolved" && resolution.why !== "" ? resolution : undefined);
  const stands = reply.is === "posted" || reply.is === "already";
  return {
    at,
    threadId: row.threadId,
    classification: row.classification,
    head,
    reply: reply.is === "not-tried" ? "skipped" : reply.is,
    resolution: resolution.is === "not-tried" ? "skipped" : resolution.is,
    answered: stands ? row.answers : null,
    why: why?.why ?? null,
  };
}
