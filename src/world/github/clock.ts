// Time as something that is handed in: waiting for GitHub takes seconds in life, and none in a test.
import { setTimeout as sleep } from "node:timers/promises";

export interface RequestClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, by throwing the signal's reason, when it is told to stop. */
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
