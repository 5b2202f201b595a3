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
 * The result of one mention: answered; limit notice posted; not answered after the notice (`silent`); not answered yet
 * because of too many mentions in a minute (`hushed`); or continued by a maintainer.
 */
export type TurnKind = "reply" | "notice" | "silent" | "hushed" | "continue";

/** Ids and a login, no text. */
export interface KeptTurn {
  place: PullPlace;
  /** The comment with the mention. */
  comment: string;
  /** Its thread, or the page. */
  thread: string;
  kind: TurnKind;
  at: number;
  /** A login. */
  author: string;
}

export type TurnGroup = "anyone" | "writers";

export interface Turns {
  /**
   * Takes a turn for the comment, atomically within the limits. A comment that got a reply or the notice gets the same
   * result again; one that got neither is judged anew. People with write access have a count of their own, which
   * others cannot use up. For these, one person and one repository have limits by the hour, too.
   */
  take(turn: Omit<KeptTurn, "kind">, most: number, group?: TurnGroup): Promise<TurnKind>;
  /**
   * A maintainer says `continue`: resets the counts, once for that comment. Returns the comments that were not
   * answered because of the limit; they can be taken again.
   */
  restart(turn: Omit<KeptTurn, "kind">): Promise<readonly string[]>;
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
