// Defines a review thread as GitHub stores it. Thread ids and comment ids are different types.
import type { Oid } from "../change/change.ts";
import type { CommentId, ThreadId } from "../review/plan.ts";
import type { PullRequestRef } from "../pull-request.ts";

export type { CommentId, ThreadId };

export type AuthorKind = "human" | "bot" | "self";

export interface ThreadComment {
  id: CommentId;
  databaseId: number | null;
  /** A login, `name[bot]` for an App; null when the account was deleted. */
  author: string | null;
  authorKind: AuthorKind;
  authorAssociation: string | null;
  body: string;
  /** Whether a part of the body was left out. */
  isCut: boolean;
  path: string | null;
  line: number | null;
  createdAt: string | null;
  updatedAt: string | null;
  /** Of its text; null if it was never edited. */
  lastEditedAt: string | null;
  url: string | null;
  isMinimized: boolean;
  viewerCanUpdate: boolean;
  viewerCanDelete: boolean;
}

export interface ReviewThread {
  threadId: ThreadId;
  prNumber: number;
  path: string | null;
  /** At the current head; null if GitHub no longer finds the position. */
  line: number | null;
  startLine: number | null;
  /** Position when it was written. */
  originalLine: number | null;
  /** The commit that it was written about. */
  originalCommit: Oid | null;
  /** The diff lines that GitHub shows above it; the last is the commented one. */
  diffHunk: string | null;
  isResolved: boolean;
  isOutdated: boolean;
  author: string | null;
  authorKind: AuthorKind;
  authorAssociation: string | null;
  firstComment: ThreadComment | null;
  latestComment: ThreadComment | null;
  comments: readonly ThreadComment[];
  createdAt: string | null;
  updatedAt: string | null;
  url: string | null;
  source: "github-graphql";
  canReply: boolean;
  canResolve: boolean;
}

/** Result of fetching a pull request's threads. */
export interface ThreadScan {
  pull: PullRequestRef;
  head: Oid;
  /** The account that fetched them. */
  viewer: string;
  threads: readonly ReviewThread[];
  /** Of all threads, fetched or not; null if GitHub did not say. */
  total: number | null;
  /** False: the limit was reached before the last page. */
  complete: boolean;
  requests: number;
}

/** A thread right before something is written in it. */
export interface ThreadNow {
  /** The pull request's. */
  head: Oid;
  /** The last hundred. */
  comments: readonly ThreadComment[];
}

/** What reading threads needs from GitHub. */
export interface ThreadReads {
  threads(
    pull: PullRequestRef,
    options: { max: number; wholeBodies?: boolean; progress?(fetched: number, total: number | null): void },
  ): Promise<ThreadScan>;
  /** Null if the thread is gone. */
  thread(pull: PullRequestRef, thread: ThreadId): Promise<ThreadNow | null>;
  /** Check runs and statuses of a commit. */
  checks(pull: PullRequestRef, head: Oid): Promise<RemoteChecks>;
}

export interface RemoteChecks {
  head: Oid;
  /** `none`: there are no checks to wait for. */
  state: "passed" | "failed" | "pending" | "none";
  runs: readonly { name: string; state: "passed" | "failed" | "pending" | "skipped"; url: string | null }[];
}
