// Defines what the store has learned about a repository from earlier reviews.
import type { Area } from "./config.ts";

/** The kinds of defects that a pattern can name. `review/words/lessons-texts.ts` has a sentence for each. */
export const looks = [
  "wrong-logic",
  "broken-reference",
  "swallowed-error",
  "missing-test",
  "unsafe-input",
  "race",
  "slow-path",
  "stale-document",
  "undocumented-pattern",
  "inconsistent-style",
  "risky-dependency",
  "risky-workflow",
] as const;
export type Look = (typeof looks)[number];

export interface Pattern {
  /** A built-in check or reviewer. */
  unit: string;
  category: Area;
  /** A name from `languageOf`; null for unknown languages. */
  language: string | null;
  look: Look;
}

export interface SeenPattern extends Pattern {
  /** In how many pull requests it occurred. */
  times: number;
  /** Whether a person promoted it from another repository. */
  promoted: boolean;
}

/** How often people with write permission dismissed the findings of one check or reviewer in this repository. */
export interface UnitTally {
  unit: string;
  /** Accepted or dismissed findings. */
  judged: number;
  dismissed: number;
}

/** The store's knowledge about a repository, besides rounds and findings. */
export interface StoredKnowledge {
  /** Approved by a person, but not necessarily written to the repository's file yet. */
  lessons: readonly { rule: string; unit: string | null; pull: number | null }[];
  patterns: readonly SeenPattern[];
  tallies: readonly UnitTally[];
}
