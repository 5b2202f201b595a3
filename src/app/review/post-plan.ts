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

/** In total longer than a lease, so that what a dead process held is free in the end. */
const waitsForLease: readonly number[] = [2_000, 8_000, 20_000, leaseMs - 28_000];

/** Waits for actions that another process holds: to fail meanwhile would use up attempts for nothing. */
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

/** Fails a job of which an action's outcome is unknown: the job runs again, and finds what has arrived. */
export function retryIfUnknown(outcomes: readonly ActionOutcome[]): void {
  const unknown = outcomes.find(({ is }) => is === "unknown");
  if (unknown) throw new Unavailable("GitHub", unknown.why ?? "no answer");
}

/** For logs. */
export function outcomeList(outcomes: readonly ActionOutcome[]): string[] {
  return outcomes.map(({ do: action, is }) => `${action} ${is}`);
}
