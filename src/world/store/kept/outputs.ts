// What was posted, what it said, and in which rounds.
import type { PullPlace } from "./drafts.ts";

/** What was written to GitHub under one output key. */
export interface Output {
  key: string;
  place: PullPlace;
  kind: string;
  state: "sending" | "done" | "refused";
  /** GitHub's id and address of what was written. */
  remote: { id: string; url: string } | null;
  /** Of the body, so that what is updated in place is written only when it differs. */
  hash: string;
  why: string | null;
}

export interface Outputs {
  /**
   * Takes the key for `holder` until `until`, in one statement: of two that try at once, one gets it; its holder may
   * take it again, to keep it longer. A done key is not taken, unless `again` is set and the hash differs: what is kept
   * up to date in place. What is there already is handed back as it was before.
   */
  take(
    key: string,
    output: Pick<Output, "place" | "kind" | "hash"> & { again: boolean },
    holder: string,
    now: number,
    until: number,
  ): Promise<{ got: boolean; before: Output | null }>;
  done(key: string, remote: { id: string; url: string }, hash: string): Promise<void>;
  refused(key: string, holder: string, why: string): Promise<void>;
  /** Gives the key back without a result: what was sent may have arrived. */
  release(key: string, holder: string, why: string): Promise<void>;
  get(key: string): Promise<Output | null>;
  /** Of one pull request, by key; at most so many. */
  of(place: PullPlace, limit: number): Promise<readonly Output[]>;
  /** Left in `sending` with no holder: to be looked up and finished. */
  unfinished(now: number): Promise<readonly Output[]>;
}

/** A posted or dismissed finding, as JSON of `PastFinding` in `change/change.ts`. */
export interface KeptFinding {
  place: PullPlace;
  identity: string;
  state: "open" | "fixed" | "dismissed";
  about: string | null;
  comment: string | null;
  thread: string | null;
}

export interface Findings {
  /** Adds, or replaces by place and identity. */
  keep(findings: readonly KeptFinding[]): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptFinding[]>;
}

export interface KeptRound {
  place: PullPlace;
  base: string;
  head: string;
  hunks: readonly string[];
  at: number;
}

export interface Rounds {
  /** Once per place, base and head. */
  add(round: KeptRound): Promise<void>;
  /** Oldest first. */
  of(place: PullPlace): Promise<readonly KeptRound[]>;
}
