// Paces what we write. GitHub's limits on making content are per account, not per process: this is the form for one
// process; `shared-permit.ts` keeps the same `Pace` where several see it.
import type { RequestClock } from "./clock.ts";
import { RefusedForNow } from "../../errors.ts";

export interface Permit {
  /**
   * Waits for its turn and does the write. One that GitHub refuses because it came too early did nothing, and is done
   * once more when GitHub says so; whatever else goes wrong is thrown as it is.
   */
  run<T>(write: () => Promise<T>, stop: AbortSignal): Promise<T>;
}

/** So many writes in so many milliseconds, at most. */
export interface Limit {
  writes: number;
  within: number;
}

/** GitHub's own: one at a time, a second apart, 80 a minute and 500 an hour. */
export const githubLimits: readonly Limit[] = [
  { writes: 1, within: 1_000 },
  { writes: 80, within: 60_000 },
  { writes: 500, within: 3_600_000 },
];

/** Plain data, so that it can be kept in a table. Writes count from their end: GitHub may have counted them until then. */
export interface Pace {
  /** When the latest writes ended, oldest first; as many as the largest limit holds. */
  ended: readonly number[];
  /** GitHub asked for nothing before this. */
  heldUntil: number;
}

export const noPace: Pace = { ended: [], heldUntil: 0 };

/** The first moment at which another write keeps every limit. */
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
  /** A longer wait is the caller's to decide: the refusal is thrown. */
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

/** One after the other; what GitHub refuses for now is tried once more, unless that would take too long. */
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
      // The next in line does not care how this one ended.
      last = turn.catch(() => undefined);
      return await turn;
    },
  };
}
