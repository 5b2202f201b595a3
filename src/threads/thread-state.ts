// Defines the stored state of a pull request's threads: bounded, without the text of any comment or reply.
import type { Oid } from "../change/change.ts";
import type { CommentId, ThreadId } from "./thread.ts";
import type { Classification, ThreadTriage } from "./thread-payloads.ts";
import type { PullRequestRef } from "../pull-request.ts";

export const phases = ["review_triage", "fixing_review_findings", "verified", "blocked", "final_reported"] as const;
export type Phase = (typeof phases)[number];

export interface StoredThread {
  threadId: ThreadId;
  path: string | null;
  line: number | null;
  isResolved: boolean;
  isOutdated: boolean;
  latestComment: CommentId | null;
  /** When a person last edited a comment in it; absent in older states. */
  editedAt?: string | null | undefined;
  /** Whether a human other than the fetching account has commented in it. */
  otherHumans: boolean;
  canReply: boolean;
  canResolve: boolean;
  /** Whether an earlier scan saw it resolved, and it is open. */
  reopened?: boolean | undefined;
}

export interface StoredScan {
  at: number;
  head: Oid;
  viewer: string;
  is: "complete" | "incomplete" | "failed";
  /** Whether every unresolved thread, outdated ones too, was fetched. */
  whole: boolean;
  /** All fetched threads. A filter changes what is shown, not what is known. */
  threads: readonly StoredThread[];
  /** Fetched but not shown. */
  leftOut: number;
  why: string | null;
}

export interface CheckState {
  at: number;
  head: Oid;
  /** The working tree had uncommitted changes: what ran was not that commit. */
  dirty: boolean;
  result: "passed" | "failed" | "skipped" | "timed-out";
  commands: readonly { command: string; exit: number | null; ms: number; result: CheckState["result"] }[];
}

export interface WatchState {
  at: number;
  head: Oid;
  result: "passed" | "failed" | "pending" | "none" | "timed-out";
  runs: number;
}

export interface FixOutcome {
  at: number;
  threadId: ThreadId;
  classification: Classification;
  head: Oid;
  reply: "posted" | "already" | "skipped" | "blocked" | "planned" | "failed";
  resolution: "resolved" | "already" | "skipped" | "blocked" | "planned" | "failed";
  /** The comment that the reply answered. */
  answered: CommentId | null;
  why: string | null;
}

/** Why a pull request is in its phase, as data. */
export type PhaseReason =
  | { kind: "unresolved"; threads: number }
  | { kind: "to-fix"; threads: number }
  | { kind: "human-decision"; threads: readonly ThreadId[] }
  | { kind: "incomplete-scan" }
  | { kind: "failed"; what: string }
  | { kind: "all-resolved" }
  | { kind: "reported" };

export interface ThreadState {
  version: 1;
  pull: PullRequestRef;
  scan: StoredScan | null;
  /** Of the latest scan; `replyBody` is always null here. */
  triage: readonly ThreadTriage[];
  /** Newest first. */
  outcomes: readonly FixOutcome[];
  check: CheckState | null;
  watch: WatchState | null;
  phase: Phase | null;
  why: PhaseReason | null;
}
