// Paces writes within GitHub's content limits, which apply per account. This version is for one process;
// `shared-permit.ts` shares the same `Pace` between replicas.
import type { RequestClock } from "./clock.ts";
import { RefusedForNow } from "../../errors.ts";

export interface Permit {
  /**
   * Waits for its turn and writes. A write that GitHub refuses as too early had no effect and is repeated once at the
   * given time; other errors are thrown.
   */
  run<T>(write: () => Promise<T>, stop: AbortSignal): Promise<T>;
}

/** At most this many writes in this many milliseconds. */
export interface Limit {
  writes: number;
  within: number;
}

/** GitHub's limits: one at a time, a second apart, 80 a minute and 500 an hour. */
export const githubLimits: readonly Limit[] = [
  { writes: 1, within: 1_000 },
  { writes: 80, within: 60_000 },
  { writes: 500, within: 3_600_000 },
];

/** Plain data, so that it can be stored. Writes count from their end, because GitHub may count them until then. */
export interface Pace {
  /** End times of the latest writes, oldest first; as many as the largest limit. */
  ended: readonly number[];
  /** GitHub asked Crosscheck to slow down until then. */
  heldUntil: number;
}

export const noPace: Pace = { ended: [], heldUntil: 0 };

/** The earliest time at which another write is within every limit. */
export function nextTurn(pace: Pace, limits: readonly Limit[] = githubLimits): number {
  const free = limits.map(({ writes, within }) => {
    const nth = pace.ended.at(-writes);
    return pace.ended.length < writes || nth === undefined ? 0 : nth + within;
  });
  return Math.max(pace.heldUntil, ...free);
}

export function afterWrite(pace: Pace, now: number, limits: readonly Limit[] = githubLimits): Pace {
  const most = Math.max(...limits.map((limit) => limit.writes));
  return { ...pace, ended: [...pace.ended, now].slice(-most) };
}

export interface PermitOptions {
  clock: RequestClock;
  limits?: readonly Limit[];
  /** For a longer wait the refusal is thrown and the caller decides. */
  longestWait?: number;
}

export function openPermit({ clock, limits = githubLimits, longestWait = 300_000 }: PermitOptions): Permit {
  let pace = noPace;

  async function attempt<T>(write: () => Promise<T>, stop: AbortSignal): Promise<T> {
    const wait = nextTurn(pace, limits) - clock.now();
    if (wait > 0) await clock.wait(wait, stop);
    stop.throwIfAborted();
    try {
      return await write();
    } catch (error) {
      if (error instanceof RefusedForNow) pace = { ...pace, heldUntil: clock.now() + error.retryAfter };
      throw error;
    } finally {
      pace = afterWrite(pace, clock.now(), limits);
    }
  }

  return permitInTurn(attempt, longestWait);
}

type Attempt = <T>(write: () => Promise<T>, stop: AbortSignal) => Promise<T>;

/** One after the other; a temporary refusal is retried once, unless the wait is too long. */
export function permitInTurn(attempt: Attempt, longestWait: number): Permit {
  let last: Promise<unknown> = Promise.resolve();
  const attemptTwice: Attempt = async (write, stop) => {
    try {
      return await attempt(write, stop);
    } catch (error) {
      if (!(error instanceof RefusedForNow) || error.retryAfter > longestWait) throw error;
      return await attempt(write, stop);
    }
  };
  return {
    async run(write, stop) {
      const turn = last.then(async () => await attemptTwice(write, stop));
      // The next write does not depend on the result of this one.
      last = turn.catch(() => undefined);
      return await turn;
    },
  };
}
