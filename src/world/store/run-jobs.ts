// Runs jobs of one kind, several at once, until told to stop. A job may run twice, when its process died or was thought
// dead: what it does must bear that.
import type { Bell } from "./bell.ts";
import type { Claimed, JobQueue } from "./job-engine.ts";
import type { StoredJob } from "./kept/jobs.ts";

export interface JobSettings {
  /** Of one kind in this process. */
  atOnce: number;
  /** After how long without a sign of life a job's process counts as dead. */
  leaseMs: number;
  /** How often to look for what other processes added or left behind. */
  lookMs: number;
  /** After so many a failing job is left as failed, and the next of its key gets its turn. */
  attempts: number;
  /** After so many its processes' deaths are taken to be its own doing. Others' jobs, and restarts, end processes too. */
  deaths: number;
  retryAfterMs(attempt: number): number;
}

export const usualJobSettings: JobSettings = {
  atOnce: 4,
  leaseMs: 30_000,
  lookMs: 1_000,
  attempts: 5,
  deaths: 20,
  retryAfterMs: (attempt) => 1_000 * 4 ** (attempt - 1),
};

export interface RunningJobs {
  queue: JobQueue;
  bell: Bell;
  settings: JobSettings;
  now(): number;
  /** Told of what went wrong beside the jobs themselves, such as a database that does not answer. */
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
  const underWay = new Set<Promise<void>>();
  while (!stop.aborted) {
    const heard = bell.rung;
    const claimed = underWay.size < settings.atOnce ? await claim(kind, running) : null;
    if (claimed === null) {
      await bell.wait(heard, settings.lookMs);
      continue;
    }
    const one = runOne(claimed, run, running, stop).finally(() => {
      underWay.delete(one);
      // There is room for another, and the next of its key may run.
      bell.ring();
    });
    underWay.add(one);
  }
  await Promise.all(underWay);
}

async function claim(kind: string, { queue, settings, now, trouble }: RunningJobs): Promise<Claimed | null> {
  try {
    return await queue.claim(kind, now(), settings.leaseMs);
  } catch (error) {
    trouble(error as Error);
    return null;
  }
}

/** Never fails: what cannot be written down now is found again when the lease runs out. */
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
  // One that was told to stop did not fail.
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
