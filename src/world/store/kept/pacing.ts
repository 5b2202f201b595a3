// How fast GitHub may be asked, shared by all replicas.

/** What all replicas keep to. */
export interface Pacing {
  /** True for one of all who ask, once in the time. */
  turn(name: string, now: number, everyMs: number): Promise<boolean>;
  /**
   * Takes what is kept under the name, for itself until then; null when another holds it. `empty` where nothing is kept
   * yet; `lostUntil` where the one before never gave it back: until when it was theirs.
   */
  take(
    name: string,
    holder: string,
    now: number,
    until: number,
    empty: string,
  ): Promise<{ pace: string; lostUntil: number | null } | null>;
  /** Puts it back changed; false when it was taken over meanwhile, and nothing was put back. */
  give(name: string, holder: string, pace: string): Promise<boolean>;
  /** Everything that is kept, by name. */
  list(): Promise<readonly { name: string; pace: string }[]>;
}
