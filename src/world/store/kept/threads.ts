// Defines the store of thread states, conversation turns and dismissals.
import type { PullPlace } from "./drafts.ts";

/** The thread state of pull requests, one document each: `ThreadState` as JSON. */
export interface ThreadStates {
  load(place: PullPlace): Promise<string | null>;
  save(place: PullPlace, state: string, at: number): Promise<void>;
  /** The pull request read last. */
  latest(): Promise<PullPlace | null>;
  /** Newest first. */
  list(): Promise<readonly { place: PullPlace; at: number; characters: number }[]>;
  /** Deletes one, or all; returns the number. */
  clear(place?: PullPlace): Promise<number>;
}

/**
 * The result of one mention: answered; limit notice posted; not answered after the notice (`silent`); not answered
 * because of too many mentions in a minute (`hushed`); or continued by a maintainer.
 */
export type TurnKind = "reply" | "notice" | "silent" | "hushed" | "continue";

/** Only ids, no text. */
export interface KeptTurn {
  place: PullPlace;
  /** The comment with the mention. */
  comment: string;
  /** Its thread, or the page. */
  thread: string;
  kind: TurnKind;
  at: number;
}

export interface Turns {
  /**
   * Takes a turn for the comment, atomically within the limits. Repeated calls for the same comment return the same
   * result.
   */
  take(turn: Omit<KeptTurn, "kind">, most: number): Promise<TurnKind>;
  /** A maintainer says `continue`: resets the count, once for that comment. */
  restart(turn: Omit<KeptTurn, "kind">): Promise<void>;
  /** In order. */
  of(place: PullPlace): Promise<readonly KeptTurn[]>;
}

/** A dismissed finding with its reason. */
export interface KeptDismissal {
  place: PullPlace;
  identity: string;
  reason: string;
  saidBy: string;
  comment: string;
  at: number;
}

export interface Dismissals {
  /** Replaces an earlier dismissal of the same finding. */
  keep(dismissal: KeptDismissal): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptDismissal[]>;
}

/** How a review thread ended, for learning. */
export interface KeptThreadOutcome {
  place: PullPlace;
  /** GitHub's node id. */
  thread: string;
  state: "resolved" | "unresolved";
  saidBy: "person" | "bot";
  at: number;
}

export interface ThreadOutcomes {
  /** The latest state of a thread wins. */
  keep(outcome: KeptThreadOutcome): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptThreadOutcome[]>;
}
