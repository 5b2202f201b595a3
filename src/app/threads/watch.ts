// Implements `crosscheck watch`: waits until GitHub's checks of the head have finished.
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
  /** The total timeout; `interval` is the polling interval. */
  ms: number;
  interval: number;
  stop: AbortSignal;
  progress?(checks: RemoteChecks, waited: number): void;
  /** Called when new commits arrive: the new head is watched. */
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
    // Right after a push no check has started, so an empty result counts only if it is seen twice.
    const settled = checks.state === "none" ? last?.head === head && last.state === "none" : checks.state !== "pending";
    const waited = clock.now() - began;
    if (settled || waited >= ms) return { state: stateOf(checks, clock.now(), ms), checks };
    needs.progress?.(checks, waited);
    last = checks;
    await clock.wait(Math.min(interval, ms - waited), stop);
  }
}

function stateOf({ head, state, runs }: RemoteChecks, at: number, ms: number): WatchState {
  // With a timeout of zero, pending is not a timeout.
  return { at, head, result: state === "pending" && ms > 0 ? "timed-out" : state, runs: runs.length };
}

/** Exit code 0: passed, or there are no checks; 1: failed; 3: not known yet. */
export function watchExit({ result }: WatchState): number {
  if (result === "failed") return 1;
  return result === "pending" || result === "timed-out" ? 3 : 0;
}
