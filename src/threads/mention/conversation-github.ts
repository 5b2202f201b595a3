// Defines what conversations read from and write to GitHub. `world/github` implements it.
import type { Oid } from "../../change/change.ts";
import type { Turn } from "../conversation.ts";

/** A pull request or issue with a conversation. */
export interface ConversationPage {
  host: string;
  owner: string;
  repo: string;
  number: number;
  isPull: boolean;
}

/** What decides whether a comment is handled. */
export interface ConversationStart {
  /** Null on an issue. */
  head: Oid | null;
  /** The repository's config file at the base branch; null if there is none. */
  config: string | null;
}

/** A comment on a line. */
export interface LineTurn extends Turn {
  node: string;
  inReplyTo: number | null;
}

export interface ConversationTurns {
  /** Oldest first, the newest hundred. */
  turns: readonly Turn[];
  /** Number of earlier ones that were not fetched. */
  earlier: number;
}

/** Whether a comment is included. */
export type IsCountedTurn = (turn: Turn) => boolean;

export interface ConversationReads {
  start(page: ConversationPage): Promise<ConversationStart>;
  /** Whether the account has write permission on the repository; false for unknown accounts. */
  mayWrite(page: Pick<ConversationPage, "owner" | "repo">, login: string): Promise<boolean>;
  /** Null when it was deleted. */
  lineComment(page: Pick<ConversationPage, "owner" | "repo">, id: number): Promise<LineTurn | null>;
  /** The thread's comments, wherever they are among the pull request's comments. */
  thread(page: ConversationPage, root: LineTurn, counts: IsCountedTurn): Promise<ConversationTurns>;
  page(page: ConversationPage, counts: IsCountedTurn): Promise<ConversationTurns>;
}

export interface Reactions {
  /** Both are idempotent. */
  react(node: string): Promise<void>;
  unreact(node: string): Promise<void>;
}
