// Wakes waiting workers within this process; work from other processes is found by polling.

export interface WakeSignal {
  /** Read before polling, so that a wake-up during the poll is not missed. */
  readonly rung: number;
  ring(): void;
  /** Resolves when it was woken since `since`, or after the timeout. */
  wait(since: number, ms: number): Promise<void>;
}

export function newWakeSignal(): WakeSignal {
  const waiting = new Set<() => void>();
  let rung = 0;
  return {
    get rung() {
      return rung;
    },
    ring() {
      rung++;
      for (const wake of waiting) wake();
    },
    wait(since, ms) {
      if (since !== rung) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
      });
    },
  };
}
