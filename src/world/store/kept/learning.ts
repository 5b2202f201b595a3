// Defines the store of learned data: lessons, feedback on findings, missed defects.
import type { PullPlace } from "./drafts.ts";
import type { KeptRound } from "./outputs.ts";

/** A rule proposed by a review or written by a person, with its decision. */
export interface KeptLesson {
  /** `host/owner/name`, or the path of a repository without a host. */
  repository: string;
  id: string;
  state: "candidate" | "approved" | "removed";
  rule: string;
  unit: string | null;
  kind: string | null;
  pull: number | null;
  seen: number;
  at: number;
  decidedBy: string | null;
}

/** `Pattern` of `findings/lessons/patterns.ts`, with the number of pull requests it was seen in. */
export interface KeptPattern {
  unit: string;
  category: string;
  language: string | null;
  look: string;
  times: number;
}

export interface Lessons {
  /** Adds a candidate; for a known one only its count changes, whatever was decided. */
  propose(lesson: Omit<KeptLesson, "state" | "decidedBy">): Promise<void>;
  /** Adds, or replaces by repository and id. */
  put(lesson: KeptLesson): Promise<void>;
  get(repository: string, id: string): Promise<KeptLesson | null>;
  /** Newest first. */
  of(repository: string): Promise<readonly KeptLesson[]>;
  /** Once per pull request. */
  see(
    repository: string,
    place: PullPlace,
    saw: {
      sightings: readonly { unit: string; kind: string }[];
      patterns: readonly Omit<KeptPattern, "times">[];
    },
  ): Promise<void>;
  /** In how many other pull requests. */
  seen(repository: string, otherThan: PullPlace): Promise<readonly { unit: string; kind: string; times: number }[]>;
  /** Patterns of the repository and promoted ones; most seen first. */
  patterns(repository: string): Promise<readonly (KeptPattern & { own: boolean; promoted: boolean })[]>;
  promote(pattern: Omit<KeptPattern, "times">, how: { times: number; by: string; at: number }): Promise<void>;
  /** In the repository, and promoted. */
  forgetPattern(repository: string, pattern: Omit<KeptPattern, "times">): Promise<void>;
}

/** One person's feedback on one finding of one unit: `Signal` of `threads/learn/feedback-signals.ts`. */
export interface KeptFeedback {
  repository: string;
  place: PullPlace;
  identity: string;
  unit: string;
  signal: string;
  actor: string;
  reason: string | null;
  at: number;
}

/** A missed defect, for one unit that read the file: whether it had reported something there. */
export interface KeptEscape {
  repository: string;
  /** The pull request that introduced it. */
  place: PullPlace;
  /** The commit that fixed it, and how. */
  mendedBy: string;
  how: "revert" | "fix";
  path: string;
  unit: string;
  said: boolean;
  at: number;
}

export interface Feedback {
  record(rows: readonly KeptFeedback[]): Promise<void>;
  withdraw(row: Pick<KeptFeedback, "place" | "identity" | "unit" | "signal" | "actor">): Promise<void>;
  /** Oldest first. */
  of(repository: string): Promise<readonly KeptFeedback[]>;
  /** Earlier feedback no longer counts. */
  reset(repository: string, unit: string, how: { by: string; at: number }): Promise<void>;
  /** The last reset of each unit. */
  resets(repository: string): Promise<ReadonlyMap<string, number>>;
  /** Pull requests with findings that had a round since then, by name. */
  activePulls(since: number): Promise<readonly PullPlace[]>;
  /** The rounds of every pull request of the repository, newest first. */
  reviewed(repository: string): Promise<readonly Pick<KeptRound, "place" | "base" | "head" | "at">[]>;
  keepEscaped(rows: readonly KeptEscape[]): Promise<void>;
  /** Newest first. */
  escaped(repository: string): Promise<readonly KeptEscape[]>;
}
