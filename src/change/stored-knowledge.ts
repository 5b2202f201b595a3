// Types of what the store has learned about a repository from earlier reviews.
import type { Area } from "./config.ts";

/** The kinds of fault that a pattern can name. `review/words/lessons-texts.ts` has a sentence for each. */
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
  /** A check or reviewer that comes with Crosscheck. */
  unit: string;
  category: Area;
  /** As `languageOf` names it; null for files of no language that it knows. */
  language: string | null;
  look: Look;
}

export interface SeenPattern extends Pattern {
  /** The number of pull requests it was seen in. */
  times: number;
  /** Comes from another repository and was promoted by a person. */
  promoted: boolean;
}

/** How often people with write permission dismissed the findings of one check or reviewer in this repository. */
export interface UnitTally {
  unit: string;
  /** Findings that somebody accepted or dismissed. */
  judged: number;
  dismissed: number;
}

/** What the store knows about a repository, besides its rounds and findings. */
export interface StoredKnowledge {
  /** Approved by a person, but not necessarily written to the repository's file yet. */
  lessons: readonly { rule: string; unit: string | null; pull: number | null }[];
  patterns: readonly SeenPattern[];
  tallies: readonly UnitTally[];
}
