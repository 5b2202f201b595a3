// Defines the shared state of all replicas for pacing requests to GitHub.

/** State shared by all replicas. */
export interface Pacing {
  /** True for one caller per interval. */
  turn(name: string, now: number, everyMs: number): Promise<boolean>;
  /**
   * Takes exclusive access to the value until that time; null if another owner has it. Returns `empty` for a new value,
   * and `lostUntil` if the previous owner never released it.
   */
  take(
    name: string,
    holder: string,
    now: number,
    until: number,
    empty: string,
  ): Promise<{ pace: string; lostUntil: number | null } | null>;
  /** Stores the changed value and releases it; false if it was taken over, in which case nothing is stored. */
  give(name: string, holder: string, pace: string): Promise<boolean>;
  /** All values, by name. */
  list(): Promise<readonly { name: string; pace: string }[]>;
}
