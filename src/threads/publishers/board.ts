// What one look at a pull request's threads shows, as plain data: bounded texts, in the order in which it is shown. The
// table, the JSON and the page are functions of it.
import type { Classification } from "../payloads.ts";
import type { Phase } from "../state.ts";
import type { AuthorKind, ThreadId } from "../thread.ts";

export interface BoardComment {
  /** A login; null when the account is gone. */
  author: string | null;
  kind: AuthorKind;
  at: string | null;
  /** The beginning of it, on one line, without markup that nobody reads. */
  preview: string;
  /** Whether there is more of it. */
  cut: boolean;
}

export interface BoardTriage {
  classification: Classification;
  confidence: "low" | "medium" | "high";
  reason: string;
  recommendedAction: string;
  requiresHumanDecision: boolean;
  canResolveAfterChecks: boolean;
  filesToInspect: readonly string[];
  filesToChange: readonly string[];
  checksToRun: readonly string[];
  /** A draft of an answer; nothing is posted from here. */
  replyBody: string | null;
  /** Who said so: a rule, a model, a file that was given, or one of them in an earlier look. */
  by: "rules" | "model" | "payload" | "stored";
}

/** What policy says of an action as things stand, before anybody has done anything about the thread. */
export interface BoardVerdict {
  /** `ready`: nothing is missing but somebody's word; `to-prove`: it can be, once what is missing is shown. */
  is: "ready" | "to-prove" | "blocked" | "done";
  /** Which rule decided. */
  rule: string;
  says: string;
}

export interface CodeLine {
  kind: "context" | "removed" | "added";
  /** Its number when the comment was written, and at the present head. */
  before: number | null;
  after: number | null;
  text: string;
  /** Whether the comment is about it. */
  commented: boolean;
}

/** The code that the comment is about, as it was and as it is. */
export interface BoardCode {
  is: "same" | "changed" | "gone" | "unknown";
  says: string;
  /** The commit that changed it last; null where none did, or where that is not known. */
  commit: string | null;
  lines: readonly CodeLine[];
}

export interface BoardRow {
  threadId: ThreadId;
  path: string | null;
  line: number | null;
  startLine: number | null;
  originalLine: number | null;
  url: string | null;
  isResolved: boolean;
  isOutdated: boolean;
  canReply: boolean;
  canResolve: boolean;
  author: string | null;
  authorKind: AuthorKind;
  authorAssociation: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  comments: number;
  first: BoardComment | null;
  /** Null where the first is the only one. */
  latest: BoardComment | null;
  triage: BoardTriage | null;
  policy: { reply: BoardVerdict; resolve: BoardVerdict } | null;
  code: BoardCode | null;
}

export interface LeftOutThreads {
  resolved: number;
  outdated: number;
  author: number;
  path: number;
}

export interface Board {
  pull: { host: string; owner: string; repo: string; number: number; url: string };
  at: string;
  head: string;
  /** The account that looked. */
  viewer: string;
  scan: {
    is: "complete" | "incomplete";
    /** Of all threads; null where GitHub did not say. */
    total: number | null;
    fetched: number;
    /** Fetched and not shown, and why; of several reasons the first is counted. */
    leftOut: LeftOutThreads;
    /** Whether every unresolved thread, outdated ones too, is shown. */
    whole: boolean;
    requests: number;
  };
  triage: {
    /** `none`: nobody was asked to. */
    by: "none" | "rules" | "model" | "payload";
    /** The models that were asked, as `vendor/name`. */
    models: readonly string[];
    /** In dollars; null where no price is known. */
    money: number | null;
    /** What did not go as it should, for people. */
    notes: readonly string[];
  };
  /** Where this leaves the pull request; null where nothing was stored. */
  phase: { is: Phase; says: string } | null;
  rows: readonly BoardRow[];
}

export interface BoardOptions {
  colour: boolean;
  width: number;
  version: string;
}
