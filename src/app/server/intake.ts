// What is being taken in at this moment: bodies in memory, which are bounded, and whether there is a lull for other work.
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Four of the largest that GitHub sends. */
const mostBytes = 100 * 1024 * 1024;
/** So long without a delivery is a lull: a sender that waits for answers is back sooner. */
const lullMs = 10;
/** Reviews take longer than this; to acknowledge what comes does not. */
const patienceMs = 2_000;

export interface Intake {
  /** From the first of a delivery to its answer. */
  begin(): Taking;
  /** Until nothing is being taken in; after two seconds in any case. */
  lull(): Promise<void>;
}

export interface Taking {
  /** False when there is no room for so many more bytes. */
  fits(bytes: number): boolean;
  end(): void;
}

export function newIntake(most = mostBytes): Intake {
  let held = 0;
  let open = 0;
  let begun = 0;
  return {
    begin() {
      let own = 0;
      open++;
      begun++;
      return {
        fits(bytes) {
          if (held + bytes > most) return false;
          own += bytes;
          held += bytes;
          return true;
        },
        end() {
          held -= own;
          open--;
        },
      };
    },
    async lull() {
      const until = performance.now() + patienceMs;
      for (let before = -1; before !== begun && performance.now() < until;) {
        before = open === 0 ? begun : -1;
        await wait(lullMs);
        // What arrived while this thread was busy is read only now.
        await nextTurn();
        await nextTurn();
      }
    },
  };
}
