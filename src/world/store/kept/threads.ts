// What was said in threads, and how they ended.
import type { PullPlace } from "./drafts.ts";

/** What is known of pull requests' threads, one document each: `ThreadState` of `threads/state.ts` as JSON. */
export interface ThreadStates {
  load(place: PullPlace): Promise<string | null>;
  save(place: PullPlace, state: string, at: number): Promise<void>;
  /** The pull request that was last looked at. */
  latest(): Promise<PullPlace | null>;
  /** Newest first. */
  list(): Promise<readonly { place: PullPlace; at: number; characters: number }[]>;
  /** Forgets one, or all; tells how many. */
  clear(place?: PullPlace): Promise<number>;
}

/** What became of one call: answered; told that the limit is reached; nothing, since that was told; nothing, since too many
 *  came in a minute; or a maintainer's word to go on. */
export type TurnKind = "reply" | "notice" | "silent" | "hushed" | "continue";

/** No text of anybody's: only ids. */
export interface KeptTurn {
  place: PullPlace;
  /** The comment that called. */
  comment: string;
  /** The thread it stands in, or the page. */
  thread: string;
  kind: TurnKind;
  at: number;
}

export interface Turns {
  /**
   * Takes a turn for the comment: of all who try at once, for whatever comments, no more get one than the limits allow.
   * Asked again for the same comment, the answer is the same.
   */
  take(turn: Omit<KeptTurn, "kind">, most: number): Promise<TurnKind>;
  /** A maintainer says that it goes on: the count begins anew, once for that comment. */
  restart(turn: Omit<KeptTurn, "kind">): Promise<void>;
  /** In order. */
  of(place: PullPlace): Promise<readonly KeptTurn[]>;
}

/** A finding that a person called none, and why. */
export interface KeptDismissal {
  place: PullPlace;
  identity: string;
  reason: string;
  saidBy: string;
  comment: string;
  at: number;
}

export interface Dismissals {
  /** Replaces what was said of the same finding before. */
  keep(dismissal: KeptDismissal): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptDismissal[]>;
}

/** What became of a review thread, for learning. */
export interface KeptThreadOutcome {
  place: PullPlace;
  /** GitHub's node id. */
  thread: string;
  state: "resolved" | "unresolved";
  saidBy: "person" | "bot";
  at: number;
}

export interface ThreadOutcomes {
  /** The latest of a thread stands. */
  keep(outcome: KeptThreadOutcome): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptThreadOutcome[]>;
}
