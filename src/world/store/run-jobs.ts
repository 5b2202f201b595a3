// Runs jobs of one kind, several at once, until stopped. A job may run twice if its process died or seemed dead, so job
// handlers must be idempotent.
import { fullShares, type FullShares, type JobShare } from "./fair-share.ts";
import type { WakeSignal } from "./wake-signal.ts";
import type { Claimed, JobQueue } from "./job-engine.ts";
import type { StoredJob } from "./kept/jobs.ts";

export interface JobSettings {
  /** Concurrency per kind in this process. */
  atOnce: number;
  /** Lease duration: without a heartbeat for this long, a job's process counts as dead. */
  leaseMs: number;
  /** Polling interval for jobs of other processes. */
  lookMs: number;
  /** Attempts after which a job is marked failed and the next of its key runs. */
  attempts: number;
  /** After this many crashes the job itself is considered the cause. Other jobs and restarts end processes too. */
  deaths: number;
  retryAfterMs(attempt: number): number;
}

export const usualJobSettings: JobSettings = {
  atOnce: 6,
  leaseMs: 30_000,
  lookMs: 1_000,
  attempts: 5,
  deaths: 20,
  retryAfterMs: (attempt) => 1_000 * 4 ** (attempt - 1),
};

export interface RunningJobs {
  queue: JobQueue;
  bell: WakeSignal;
  settings: JobSettings;
  now(): number;
  /** Reports errors outside the jobs, such as an unavailable database. */
  trouble(error: Error): void;
}

type Run = (job: StoredJob, stop: AbortSignal, attempt: number) => Promise<void>;

export function runJobs(kind: string, run: Run, running: RunningJobs): () => Promise<void> {
  const stopping = new AbortController();
  const ended = takeAndRun(kind, run, running, stopping.signal);
  return () => {
    stopping.abort();
    running.bell.ring();
    return ended;
  };
}

async function takeAndRun(kind: string, run: Run, running: RunningJobs, stop: AbortSignal): Promise<void> {
  const { bell, settings } = running;
  const underWay = new Map<Promise<void>, JobShare>();
  while (!stop.aborted) {
    const seen = bell.rung;
    const full = fullShares([...underWay.values()], settings.atOnce);
    const claimed = underWay.size < settings.atOnce ? await claim(kind, running, full) : null;
    if (claimed === null) {
      await bell.wait(seen, settings.lookMs);
      continue;
    }
    const one = runOne(claimed, run, running, stop).finally(() => {
      underWay.delete(one);
      // A slot is free, and the next job of the key may run.
      bell.ring();
    });
    underWay.set(one, claimed.share);
  }
  await Promise.all(underWay.keys());
}

async function claim(
  kind: string,
  { queue, settings, now, trouble }: RunningJobs,
  full: FullShares,
): Promise<Claimed | null> {
  try {
    return await queue.claim(kind, now(), settings.leaseMs, full);
  } catch (error) {
    trouble(error as Error);
    return null;
  }
}

/** Never throws: what cannot be recorded now is found again when the lease expires. */
async function runOne(claimed: Claimed, run: Run, running: RunningJobs, stop: AbortSignal): Promise<void> {
  const { queue, settings, trouble } = running;
  try {
    if (claimed.attempts > settings.deaths) {
      await queue.failed(claimed, `Its process ended while it ran, ${settings.deaths} times`);
      return;
    }
    const lease = keepLease(claimed, running);
    try {
      await run(claimed.job, AbortSignal.any([stop, lease.lost]), claimed.attempts);
    } catch (error) {
      await settleFailure(claimed, error, running, stop.aborted);
      return;
    } finally {
      lease.end();
    }
    await queue.succeeded(claimed);
  } catch (error) {
    trouble(error as Error);
  }
}

async function settleFailure(claimed: Claimed, error: unknown, running: RunningJobs, stopped: boolean): Promise<void> {
  const { queue, settings, now } = running;
  const { attempts } = claimed;
  const why = error instanceof Error ? error.message : String(error);
  // A job that was stopped did not fail.
  if (stopped) await queue.putBack(claimed, { now: now(), afterMs: 0, failed: null });
  else if (attempts >= settings.attempts) await queue.failed(claimed, why);
  else await queue.putBack(claimed, { now: now(), afterMs: settings.retryAfterMs(attempts), failed: why });
}

function keepLease(
  claimed: Claimed,
  { queue, settings, now, trouble }: RunningJobs,
): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await queue.renew(claimed, now(), settings.leaseMs))) lost.abort();
  };
  const timer = setInterval(() => void renew().catch(trouble), settings.leaseMs / 3);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
