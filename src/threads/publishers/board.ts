// Builds the board, the view of a pull request's threads, as plain data with bounded texts in display order. The table,
// the JSON and the page are rendered from it.
import type { Classification } from "../thread-payloads.ts";
import type { Phase } from "../thread-state.ts";
import type { AuthorKind, ThreadId } from "../thread.ts";

export interface BoardComment {
  /** A login; null when the account was deleted. */
  author: string | null;
  kind: AuthorKind;
  at: string | null;
  /** Its start, on one line, without markup. */
  preview: string;
  /** Whether it was truncated. */
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
  /** A draft reply; nothing is posted from here. */
  replyBody: string | null;
  /** Source of the classification: a rule, a model, a given file, or one of them in an earlier scan. */
  by: "rules" | "model" | "payload" | "stored";
}

/** The policy's ruling on an action as of now, before anyone has responded to the thread. */
export interface BoardVerdict {
  /** `ready`: only a request is missing; `to-prove`: possible once the missing evidence exists. */
  is: "ready" | "to-prove" | "blocked" | "done";
  /** The rule that decided. */
  rule: string;
  says: string;
}

export interface CodeLine {
  kind: "context" | "removed" | "added";
  /** Its line number when the comment was written, and at the current head. */
  before: number | null;
  after: number | null;
  text: string;
  /** Whether the comment is about it. */
  commented: boolean;
}

/** The commented code, then and now. */
export interface BoardCode {
  is: "same" | "changed" | "gone" | "unknown";
  says: string;
  /** The commit that changed it last; null if none did or it is unknown. */
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
  /** Null if the first is the only one. */
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
  /** The account that fetched the threads. */
  viewer: string;
  scan: {
    is: "complete" | "incomplete";
    /** Total number of threads; null if GitHub did not say. */
    total: number | null;
    fetched: number;
    /** Fetched but not shown, with the first reason that applies. */
    leftOut: LeftOutThreads;
    /** Whether every unresolved thread, outdated ones too, is shown. */
    whole: boolean;
    requests: number;
  };
  triage: {
    /** `none`: no model was called. */
    by: "none" | "rules" | "model" | "payload";
    /** The models that were called, as `vendor/name`. */
    models: readonly string[];
    /** In dollars; null if the price is unknown. */
    money: number | null;
    /** Problems, for people. */
    notes: readonly string[];
  };
  /** Resulting phase of the pull request; null if nothing was stored. */
  phase: { is: Phase; says: string } | null;
  rows: readonly BoardRow[];
}

export interface BoardOptions {
  colour: boolean;
  width: number;
  version: string;
}
