// Defines the store of posted outputs, their findings, and review rounds.
import type { OutputLeases, OutputRecord } from "../../../review/post-once.ts";
import type { PullPlace } from "./drafts.ts";

/** A write to GitHub under one output key. */
export interface Output extends OutputRecord {
  key: string;
  place: PullPlace;
  kind: string;
  why: string | null;
}

export interface Outputs extends OutputLeases {
  get(key: string): Promise<Output | null>;
  /** Outputs of one pull request, by key, up to a limit. */
  of(place: PullPlace, limit: number): Promise<readonly Output[]>;
  /** Left in `sending` without a lease: to be looked up and finished. */
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
  /** Adds, or replaces by place and identity. What one comment reports stays dismissed; a new comment is a new start. */
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
