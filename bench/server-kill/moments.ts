// When to kill: at a random time, or the moment that something happens, such as a model being asked.
export const moments = ["any", "accepted", "fetch", "asked", "answering", "answered", "write", "written"] as const;
export type Moment = (typeof moments)[number];

export interface Moments<T> {
  /** Something happens to one of them; null: nobody knows which. */
  happens(moment: Moment, to: T | null): void;
  /** The next time that happens to somebody; null: not within that time. */
  next(moment: Moment, ms: number): Promise<{ to: T | null } | null>;
  seen: Map<Moment, number>;
}

export function newMoments<T>(): Moments<T> {
  let waiting: { moment: Moment; heard(to: T | null): void } | null = null;
  const seen = new Map<Moment, number>();
  return {
    seen,
    happens(moment, to) {
      seen.set(moment, (seen.get(moment) ?? 0) + 1);
      if (waiting?.moment !== moment) return;
      const { heard } = waiting;
      waiting = null;
      heard(to);
    },
    next: (moment, ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting = null;
          resolve(null);
        }, ms);
        waiting = {
          moment,
          heard(to) {
            clearTimeout(timer);
            resolve({ to });
          },
        };
      }),
  };
}
