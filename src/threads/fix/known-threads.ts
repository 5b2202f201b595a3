// Describes threads as last fetched or stored, for the policy and the plan.
import type { Oid } from "../../change/change.ts";
import { parseMarker } from "../../review/marker.ts";
import type { StoredScan, StoredThread } from "../thread-state.ts";
import type { ReviewThread, ThreadScan } from "../thread.ts";
import { type PullRequestRef, pullRequestKey } from "../../pull-request.ts";

export interface KnownThread extends StoredThread {
  /** The latest comment is our reply: nobody has answered since. */
  isAnswered: boolean;
}

export interface KnownThreads {
  /** No later than the fetch itself: later records may not show in it. */
  at: number;
  head: Oid;
  threads: readonly KnownThread[];
}

/** `asker` requests the action, where that is not the fetching account: their own comments are not another person's. */
export function threadsFromScan(scan: ThreadScan, at: number, asker: string | null = null): KnownThreads {
  return { at, head: scan.head, threads: scan.threads.map((thread) => knownThread(thread, scan.pull, asker)) };
}

function knownThread(thread: ReviewThread, pull: PullRequestRef, asker: string | null): KnownThread {
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
    isAnswered: latestComment?.authorKind === "self" && isReplyOfOurs(latestComment.body, pull),
  };
}

function isSameLogin(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}

/** By its marker; callers must check that the account is ours. */
function isReplyOfOurs(body: string, pull: PullRequestRef): boolean {
  return parseMarker(body)?.key.startsWith(`${pullRequestKey(pull)}/reply/`) ?? false;
}

/** A stored scan has no more than that: whether the latest comment is ours follows from the recorded outcomes. */
export function threadsFromStore({ at, head, threads }: StoredScan): KnownThreads {
  return { at, head, threads: threads.map((thread) => ({ ...thread, isAnswered: false })) };
}
