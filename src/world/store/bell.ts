// Wakes those who wait for work, within this process; others' work is found by looking now and then.

export interface Bell {
  /** To be read before looking for work: a ring while looking is then not missed. */
  readonly rung: number;
  ring(): void;
  /** Until it was rung since `heard`, or the time is over. */
  wait(heard: number, ms: number): Promise<void>;
}

export function newBell(): Bell {
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
    wait(heard, ms) {
      if (heard !== rung) return Promise.resolve();
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
