// Limits the memory that incoming webhooks use, and tells other work when no webhook is coming in.
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Four bodies of the largest size that GitHub sends. */
const maxBytes = 100 * 1024 * 1024;
/** A sender that waits for answers sends its next delivery sooner than this. */
const idleMs = 10;
/** Short compared with a review, long compared with acknowledging a delivery. */
const longestWaitMs = 2_000;

export interface WebhookIntake {
  /** Called when a delivery begins to arrive. */
  begin(): IntakeSlot;
  /** Resolves when no delivery is coming in, and after two seconds in any case. */
  waitUntilIdle(): Promise<void>;
}

export interface IntakeSlot {
  /** False if the limit has no room for these bytes. */
  fits(bytes: number): boolean;
  end(): void;
}

export function newWebhookIntake(most = maxBytes): WebhookIntake {
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
    async waitUntilIdle() {
      const until = performance.now() + longestWaitMs;
      for (let before = -1; before !== begun && performance.now() < until;) {
        before = open === 0 ? begun : -1;
        await wait(idleMs);
        // Requests that arrived while this thread was busy are read only now.
        await nextTurn();
        await nextTurn();
      }
    },
  };
}
