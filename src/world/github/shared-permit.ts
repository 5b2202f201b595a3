// Paces the writes of all replicas through shared state. GitHub counts per installation, so a writer holds the
// installation's pace during its write.
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
  /** The key whose writes are counted together. */
  name: string;
  limits?: readonly Limit[];
  /** For a longer wait the refusal is thrown and the caller decides. */
  longestWait?: number;
  /** Called when the pace delays a write. */
  waits?(pace: Pace): void;
  /** Random jitter from 0 to 1, so that waiters do not return at once. */
  random?(): number;
}

/** Longer than any write, so that its owner counts as dead afterwards. */
const holdMs = 60_000;
/** Polling interval while another owner holds the pace. */
const lookMs = 300;

export function openSharedPermit(options: SharedPermitOptions): Permit {
  const { clock, pacing, name, limits = githubLimits, longestWait = 300_000, random = Math.random, waits } = options;

  /** Takes the pace if it allows a write now. */
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
      // The write happened even if it cannot be recorded: an unreleased pace also counts as a write.
      await pacing.give(name, leaseOwner, JSON.stringify(afterWrite(pace, clock.now(), limits))).catch(() => false);
    }
  }

  return permitInTurn(attempt, longestWait);
}

/** A dead owner may have written until its lease ended: it counts as a write at that time. */
function paceOf({ pace, lostUntil }: { pace: string; lostUntil: number | null }, limits: readonly Limit[]): Pace {
  const kept = JSON.parse(pace) as Pace;
  return lostUntil === null ? kept : afterWrite(kept, lostUntil, limits);
}
