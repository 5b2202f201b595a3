// `crosscheck watch`: what GitHub's own checks say of the head, waited for until they have settled.
import type { Oid } from "../../change/change.ts";
import type { GitHubReads } from "../../change/github.ts";
import type { WatchState } from "../../threads/thread-state.ts";
import type { RemoteChecks, ThreadReads } from "../../threads/thread.ts";
import type { RequestClock } from "../../world/github/clock.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface WatchNeeds {
  reads: Pick<ThreadReads, "checks">;
  pulls: Pick<GitHubReads, "now">;
  clock: RequestClock;
  /** At most so long, and so long between two looks. */
  ms: number;
  interval: number;
  stop: AbortSignal;
  progress?(checks: RemoteChecks, waited: number): void;
  /** Told when commits arrive meanwhile: what is watched is the head. */
  moved?(from: Oid, to: Oid): void;
}

export interface Watched {
  state: WatchState;
  checks: RemoteChecks;
}

export async function watchChecks(pull: PullRequestRef, needs: WatchNeeds): Promise<Watched> {
  const { clock, stop, ms, interval } = needs;
  const began = clock.now();
  let last: RemoteChecks | null = null;
  for (;;) {
    const { head } = await needs.pulls.now(pull);
    if (last !== null && last.head !== head) needs.moved?.(last.head, head);
    const checks = await needs.reads.checks(pull, head);
    // Right after a push nothing has begun yet: that there is nothing is believed when it is seen twice.
    const settled = checks.state === "none" ? last?.head === head && last.state === "none" : checks.state !== "pending";
    const waited = clock.now() - began;
    if (settled || waited >= ms) return { state: stateOf(checks, clock.now(), ms), checks };
    needs.progress?.(checks, waited);
    last = checks;
    await clock.wait(Math.min(interval, ms - waited), stop);
  }
}

function stateOf({ head, state, runs }: RemoteChecks, at: number, ms: number): WatchState {
  // Where nobody wanted to wait, no time has run out.
  return { at, head, result: state === "pending" && ms > 0 ? "timed-out" : state, runs: runs.length };
}

/** 0 passed, or there is nothing that could fail; 1 failed; 3 not known yet. */
export function watchExit({ result }: WatchState): number {
  if (result === "failed") return 1;
  return result === "pending" || result === "timed-out" ? 3 : 0;
}
