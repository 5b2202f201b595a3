// What was learned: lessons, how findings were taken, defects that escaped.
import type { PullPlace } from "./drafts.ts";
import type { KeptRound } from "./outputs.ts";

/** A rule that a review proposed, or a person wrote, and what they decided of it. */
export interface KeptLesson {
  /** `host/owner/name`; of a repository that no host knows, its path. */
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

/** `Pattern` of `findings/lessons/patterns.ts`, and in how many pull requests it was seen. */
export interface KeptPattern {
  unit: string;
  category: string;
  language: string | null;
  look: string;
  times: number;
}

export interface Lessons {
  /** Adds a candidate; of one that is known only how often it was seen is new, whatever was decided of it. */
  propose(lesson: Omit<KeptLesson, "state" | "decidedBy">): Promise<void>;
  /** Adds, or replaces by repository and id. */
  put(lesson: KeptLesson): Promise<void>;
  get(repository: string, id: string): Promise<KeptLesson | null>;
  /** Newest first. */
  of(repository: string): Promise<readonly KeptLesson[]>;
  /** Once per pull request, however often it is told. */
  see(
    repository: string,
    place: PullPlace,
    saw: {
      sightings: readonly { unit: string; kind: string }[];
      patterns: readonly Omit<KeptPattern, "times">[];
    },
  ): Promise<void>;
  /** In how many pull requests other than that one. */
  seen(repository: string, otherThan: PullPlace): Promise<readonly { unit: string; kind: string; times: number }[]>;
  /** Those of the repository, and those that a person let reach all; most seen first. */
  patterns(repository: string): Promise<readonly (KeptPattern & { own: boolean; promoted: boolean })[]>;
  promote(pattern: Omit<KeptPattern, "times">, how: { times: number; by: string; at: number }): Promise<void>;
  /** In the repository, and for all. */
  forgetPattern(repository: string, pattern: Omit<KeptPattern, "times">): Promise<void>;
}

/** What one person said of one finding of one check or reviewer: `Signal` of `threads/learn/feedback.ts`. */
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

/** A defect that a review let pass, for one of the units that looked: whether it had said something of the file. */
export interface KeptEscape {
  repository: string;
  /** The pull request that brought it. */
  place: PullPlace;
  /** The commit that mended it, and how. */
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
  /** What was said until then no longer counts. */
  reset(repository: string, unit: string, how: { by: string; at: number }): Promise<void>;
  /** When each unit was last reset. */
  resets(repository: string): Promise<ReadonlyMap<string, number>>;
  /** Pull requests with findings that had a round since then, by name. */
  toHear(since: number): Promise<readonly PullPlace[]>;
  /** The rounds of every pull request of the repository, newest first. */
  reviewed(repository: string): Promise<readonly Pick<KeptRound, "place" | "base" | "head" | "at">[]>;
  keepEscaped(rows: readonly KeptEscape[]): Promise<void>;
  /** Newest first. */
  escaped(repository: string): Promise<readonly KeptEscape[]>;
}
