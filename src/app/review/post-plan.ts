// Posts a plan to GitHub exactly once, whoever asks.
import { Unavailable } from "../../errors.ts";
import type { Plan } from "../../review/plan.ts";
import { isLeasedElsewhere, isPosted, leaseMs, type ActionOutcome } from "../../review/post-once.ts";
import { perform, type ReviewWriter } from "../../review-change.ts";
import { wallClock, type RequestClock } from "../../world/github/clock.ts";
import { leaseOwnerName } from "../../world/lease-owner.ts";

export interface PostPlanNeeds extends Pick<ReviewWriter, "github" | "store"> {
  stop: AbortSignal;
  clock?: RequestClock;
}

/** Together longer than a lease, so that actions leased by a dead process become available. */
const waitsForLease: readonly number[] = [2_000, 8_000, 20_000, leaseMs - 28_000];

/** Waits for actions that another process holds, because failing would use up the job's attempts. */
export async function postPlan(plan: Plan, needs: PostPlanNeeds): Promise<ActionOutcome[]> {
  const { github, store, stop, clock = wallClock } = needs;
  const sleep = async (ms: number) => await clock.wait(ms, stop);
  const writer = { github, store, clock: { now: clock.now, sleep }, leaseOwner: leaseOwnerName() };
  let outcomes = await perform(plan, writer);
  for (const ms of waitsForLease) {
    if (!outcomes.some(isLeasedElsewhere)) break;
    await sleep(ms);
    const again = await perform(plan, writer);
    outcomes = outcomes.map((before, index) => (isPosted(before) ? before : again[index]!));
  }
  return outcomes;
}

/** Fails the job if the outcome of an action is unknown. The retry finds out what was posted. */
export function retryIfUnknown(outcomes: readonly ActionOutcome[]): void {
  const unknown = outcomes.find(({ is }) => is === "unknown");
  if (unknown) throw new Unavailable("GitHub", unknown.why ?? "no answer");
}

/** For logs. */
export function outcomeList(outcomes: readonly ActionOutcome[]): string[] {
  return outcomes.map(({ do: action, is, why }) => `${action} ${is}${is === "refused" ? `: ${why}` : ""}`);
}
