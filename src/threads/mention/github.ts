// What conversations take of GitHub. `world/github` answers; nothing here touches a network.
import type { Oid } from "../../change/change.ts";
import type { Turn } from "../conversation.ts";

/** A page with a conversation: a pull request's or an issue's. */
export interface ConversationPage {
  host: string;
  owner: string;
  repo: string;
  number: number;
  isPull: boolean;
}

/** What decides whether somebody is heeded. */
export interface PageStart {
  /** Null on an issue. */
  head: Oid | null;
  /** The repository's file at the base branch; null where there is none. */
  config: string | null;
}

/** A comment on a line. */
export interface LineTurn extends Turn {
  node: string;
  inReplyTo: number | null;
}

export interface SaidOn {
  /** Oldest first, the newest hundred. */
  turns: readonly Turn[];
  /** How many stand before them and are not read. */
  earlier: number;
}

/** Whether a comment is read at all. */
export type IsCountedTurn = (turn: Turn) => boolean;

export interface ConversationReads {
  start(page: ConversationPage): Promise<PageStart>;
  /** Whether GitHub lets them write to the repository; false for whom GitHub does not know. */
  mayWrite(page: Pick<ConversationPage, "owner" | "repo">, login: string): Promise<boolean>;
  /** Null when it is gone. */
  lineComment(page: Pick<ConversationPage, "owner" | "repo">, id: number): Promise<LineTurn | null>;
  /** What counts of a thread, wherever it stands among the pull request's comments. */
  thread(page: ConversationPage, root: LineTurn, counts: IsCountedTurn): Promise<SaidOn>;
  page(page: ConversationPage, counts: IsCountedTurn): Promise<SaidOn>;
}

export interface Reactions {
  /** Both may be done twice. */
  react(node: string): Promise<void>;
  unreact(node: string): Promise<void>;
}
