// Describes threads as last fetched or stored, for the policy and the plan.
import type { Oid } from "../../change/change.ts";
import { parseMarker } from "../../review/marker.ts";
import type { StoredScan, StoredThread } from "../thread-state.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadScan } from "../thread.ts";
import { type PullRequestRef, pullRequestKey } from "../../pull-request.ts";

export interface KnownThread extends StoredThread {
  /** The latest comment is a reply of Crosscheck's: nobody has answered since. */
  isAnswered: boolean;
  /** A person wrote in it after it was read for the payload. */
  laterComment: boolean;
}

export interface KnownThreads {
  /** No later than the fetch itself: later records may not show in it. */
  at: number;
  head: Oid;
  threads: readonly KnownThread[];
}

export interface ThreadReader {
  /** Requests the action, where that is not the fetching account: their own comments are not another person's. */
  asker?: string | null;
  /** The latest comment of a thread when it was read, null for one without; undefined where it was never read. */
  readUpTo?(threadId: ThreadId): CommentId | null | undefined;
}

export function threadsFromScan(scan: ThreadScan, at: number, reader: ThreadReader = {}): KnownThreads {
  return { at, head: scan.head, threads: scan.threads.map((thread) => knownThread(thread, scan.pull, reader)) };
}

function knownThread(
  thread: ReviewThread,
  pull: PullRequestRef,
  { asker = null, readUpTo }: ThreadReader,
): KnownThread {
  const { threadId, path, line, isResolved, isOutdated, canReply, canResolve, latestComment, comments } = thread;
  return {
    threadId,
    path,
    line,
    isResolved,
    isOutdated,
    canReply,
    canResolve,
    latestComment: latestComment?.id ?? null,
    otherHumans: comments.some(
      ({ authorKind, author }) => authorKind === "human" && (asker === null || !isSameLogin(author, asker)),
    ),
    isAnswered: latestComment !== null && isOwnReply(latestComment, pull),
    laterComment: hasLaterComment(comments, readUpTo?.(threadId), pull),
  };
}

/** Where the comment that was read last is gone, every comment counts as later. */
function hasLaterComment(
  comments: readonly ThreadComment[],
  readUpTo: CommentId | null | undefined,
  pull: PullRequestRef,
): boolean {
  if (readUpTo === undefined) return false;
  const read = comments.findIndex(({ id }) => id === readUpTo);
  return comments.slice(read + 1).some((comment) => isByPerson(comment, pull));
}

/** The account may be a person's own: what it writes by hand is their word. A colleague's reply may have done more. */
function isByPerson(comment: ThreadComment, pull: PullRequestRef): boolean {
  return comment.authorKind === "human" || (comment.authorKind === "self" && !isOwnReply(comment, pull));
}

function isSameLogin(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}

/** Written by Crosscheck for this account or for a colleague with rights here. Anybody else may have copied the marker. */
const trustedAssociations = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

function isOwnReply({ authorKind, authorAssociation, body }: ThreadComment, pull: PullRequestRef): boolean {
  const isTrusted =
    authorKind === "self" || (authorKind === "human" && trustedAssociations.has(authorAssociation ?? ""));
  return isTrusted && (parseMarker(body)?.key.startsWith(`${pullRequestKey(pull)}/reply/`) ?? false);
}

/** A stored scan has no more than that: whether the latest comment is ours follows from the recorded outcomes. */
export function threadsFromStore({ at, head, threads }: StoredScan): KnownThreads {
  return { at, head, threads: threads.map((thread) => ({ ...thread, isAnswered: false, laterComment: false })) };
}
