// Defines a clock that is passed as a parameter, so that tests need not wait.
import { setTimeout as sleep } from "node:timers/promises";

export interface RequestClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when aborted. */
  wait(milliseconds: number, stop: AbortSignal): Promise<void>;
}

export const wallClock: RequestClock = {
  now: () => Date.now(),
  wait: async (milliseconds, stop) => {
    stop.throwIfAborted();
    try {
      await sleep(milliseconds, undefined, { signal: stop });
    } catch (error) {
      stop.throwIfAborted();
      throw error;
    }
  },
};
