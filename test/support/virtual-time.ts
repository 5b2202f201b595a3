// Time for tests and benchmarks in which several do things at once: it stands still while anybody works, and then jumps to
// when the first of those who wait goes on.
import type { RequestClock } from "../../src/world/github/clock.ts";

export interface VirtualTime extends RequestClock {
  /** Until nobody waits any more, or the time is over. */
  run(until?: number): Promise<void>;
}

export function virtualTime(start = 0): VirtualTime {
  const waiting: { at: number; order: number; wake(): void }[] = [];
  let now = start;
  let order = 0;
  return {
    now: () => now,
    wait: async (milliseconds, stop) => {
      stop.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ at: now + Math.max(0, milliseconds), order: order++, wake: resolve });
      await promise;
      stop.throwIfAborted();
    },
    async run(until = Number.POSITIVE_INFINITY) {
      for (;;) {
        // What was woken does all that needs no time; none of it waits for anything outside of this process.
        for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
        const next = waiting.toSorted((one, other) => one.at - other.at || one.order - other.order)[0];
        if (next === undefined || next.at > until) return;
        waiting.splice(waiting.indexOf(next), 1);
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}
