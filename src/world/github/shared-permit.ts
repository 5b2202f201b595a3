// Paces what all replicas write, where all of them see it. GitHub counts what an installation makes, whichever process does:
// whoever writes holds the installation's pace for that moment, and nobody else writes meanwhile.
import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.ts";
import type { RequestClock } from "./clock.ts";
import {
  afterWrite,
  githubLimits,
  permitInTurn,
  nextTurn,
  noPace,
  type Limit,
  type Pace,
  type Permit,
} from "./permit.ts";
import { RefusedForNow } from "../../errors.ts";

export interface SharedPermitOptions {
  clock: RequestClock;
  pacing: Pick<Store["pacing"], "take" | "give">;
  /** Whose writes are counted together. */
  name: string;
  limits?: readonly Limit[];
  /** A longer wait is the caller's to decide: the refusal is thrown. */
  longestWait?: number;
  /** Told of the pace whenever it makes a write wait. */
  waits?(pace: Pace): void;
  /** From 0 to 1: those who wait do not all come back at the same moment. */
  random?(): number;
}

/** Longer than any write takes, by the client's own limit: then its leaseOwner counts as dead. */
const holdMs = 60_000;
/** How soon one looks again whose turn another has. */
const lookMs = 300;

export function openSharedPermit(options: SharedPermitOptions): Permit {
  const { clock, pacing, name, limits = githubLimits, longestWait = 300_000, random = Math.random, waits } = options;

  /** Holds the pace when it allows a write at once. */
  async function hold(leaseOwner: string, stop: AbortSignal): Promise<Pace> {
    for (;;) {
      stop.throwIfAborted();
      const now = clock.now();
      const taken = await pacing.take(name, leaseOwner, now, now + holdMs, JSON.stringify(noPace));
      let wait = lookMs * (1 + random());
      if (taken !== null) {
        const pace = paceOf(taken, limits);
        const early = nextTurn(pace, limits) - clock.now();
        if (early <= 0) return pace;
        await pacing.give(name, leaseOwner, JSON.stringify(pace));
        waits?.(pace);
        wait = early + random() * lookMs;
      }
      await clock.wait(wait, stop);
    }
  }

  async function attempt<T>(write: () => Promise<T>, stop: AbortSignal): Promise<T> {
    const leaseOwner = randomUUID();
    let pace = await hold(leaseOwner, stop);
    try {
      return await write();
    } catch (error) {
      if (error instanceof RefusedForNow) pace = { ...pace, heldUntil: clock.now() + error.retryAfter };
      throw error;
    } finally {
      // What was written is written, whether or not it can be noted: what is never given back counts as a write too.
      await pacing.give(name, leaseOwner, JSON.stringify(afterWrite(pace, clock.now(), limits))).catch(() => false);
    }
  }

  return permitInTurn(attempt, longestWait);
}

/** One whose leaseOwner died may have written until its time was over: it counts as a write that ended then. */
function paceOf({ pace, lostUntil }: { pace: string; lostUntil: number | null }, limits: readonly Limit[]): Pace {
  const kept = JSON.parse(pace) as Pace;
  return lostUntil === null ? kept : afterWrite(kept, lostUntil, limits);
}
