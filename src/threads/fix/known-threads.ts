// Describes threads as last fetched or stored, for the policy and the plan.
import type { Oid } from "../../change/change.ts";
import { parseMarker } from "../../review/marker.ts";
import type { StoredScan, StoredThread } from "../thread-state.ts";
import type { PolicyRule } from "../policy.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadNow, ThreadScan } from "../thread.ts";
import { type PullRequestRef, pullRequestKey } from "../../pull-request.ts";

export interface KnownThread extends StoredThread {
  /** The latest comment is a reply by Crosscheck. */
  isAnswered: boolean;
  /** A person commented or edited a comment after the thread was read for the payload. */
  laterComment: boolean;
  /** The same, or after the thread was read for its stored triage. */
  sinceTriage: boolean;
}

export interface KnownThreads {
  /** Not later than the fetch, because later records may not be visible in it. */
  at: number;
  head: Oid;
  threads: readonly KnownThread[];
}

export interface ThreadReader {
  /**
   * The person who requests the action, if that is not the fetching account. Their comments do not count as another
   * person's.
   */
  asker?: string | null;
  /** The latest comment when the thread was read: null if it had none, undefined if it was never read. */
  readUpTo?(threadId: ThreadId): CommentId | null | undefined;
  /** The thread as it was read for its stored triage; undefined if it was not. */
  triaged?(threadId: ThreadId): Pick<StoredThread, "latestComment" | "editedAt"> | undefined;
}

export function threadsFromScan(scan: ThreadScan, at: number, reader: ThreadReader = {}): KnownThreads {
  return { at, head: scan.head, threads: scan.threads.map((thread) => knownThread(thread, scan.pull, reader)) };
}

function knownThread(
  thread: ReviewThread,
  pull: PullRequestRef,
  { asker = null, readUpTo, triaged }: ThreadReader,
): KnownThread {
  const { threadId, path, line, isResolved, isOutdated, canReply, canResolve, latestComment, comments } = thread;
  const editedAt = lastEdit(comments, pull);
  const before = triaged?.(threadId);
  const isEdited = before?.editedAt !== undefined && (editedAt ?? "") > (before.editedAt ?? "");
  const laterComment = isEdited || hasLaterComment(comments, readUpTo?.(threadId), pull);
  return {
    threadId,
    path,
    line,
    isResolved,
    isOutdated,
    canReply,
    canResolve,
    latestComment: latestComment?.id ?? null,
    editedAt,
    otherHumans: comments.some(
      ({ authorKind, author }) => authorKind === "human" && (asker === null || !isSameLogin(author, asker)),
    ),
    isAnswered: latestComment !== null && isOwnReply(latestComment, pull),
    laterComment,
    sinceTriage: laterComment || hasLaterComment(comments, before?.latestComment, pull),
  };
}

/** What the policy judged. */
export interface JudgedThread {
  head: Oid;
  latestComment: CommentId | null;
  editedAt: string | null;
}

/** What happened in a thread since then. */
export interface ThreadNews {
  laterComment: boolean;
  /** Crosscheck's reply to the judged comment, from this account or a colleague's. */
  answer: ThreadComment | null;
  newHead: boolean;
}

export function newsOfThread(now: ThreadNow, judged: JudgedThread, pull: PullRequestRef): ThreadNews {
  const after = now.comments.slice(now.comments.findIndex(({ id }) => id === judged.latestComment) + 1);
  const isEdited = (lastEdit(now.comments, pull) ?? "") > (judged.editedAt ?? "");
  return {
    laterComment: isEdited || after.some((comment) => isByPerson(comment, pull) && !isOwnReply(comment, pull)),
    answer: after.find((comment) => isOwnReply(comment, pull)) ?? null,
    newHead: now.head !== judged.head,
  };
}

/** Null: it may still be resolved. A colleague's reply has to be read first. */
export function againstResolving(news: ThreadNews, judged: JudgedThread): PolicyRule | null {
  const byOther = news.answer !== null && news.answer.authorKind !== "self";
  if (news.laterComment || byOther) return { rule: "later-comment" };
  return news.newHead ? { rule: "new-head", read: judged.head } : null;
}

/** If the comment that was read last was deleted, every comment counts as later. */
function hasLaterComment(
  comments: readonly ThreadComment[],
  readUpTo: CommentId | null | undefined,
  pull: PullRequestRef,
): boolean {
  if (readUpTo === undefined) return false;
  const read = comments.findIndex(({ id }) => id === readUpTo);
  return comments.slice(read + 1).some((comment) => isByPerson(comment, pull));
}

function lastEdit(comments: readonly ThreadComment[], pull: PullRequestRef): string | null {
  const edits = comments.flatMap((one) => (isByPerson(one, pull) ? (one.lastEditedAt ?? []) : []));
  return edits.toSorted().at(-1) ?? null;
}

/** This account may belong to a person, so comments written by hand count as theirs. */
function isByPerson(comment: ThreadComment, pull: PullRequestRef): boolean {
  const { authorKind, author } = comment;
  if (authorKind === "self" && author?.endsWith("[bot]")) return false;
  return authorKind === "human" || (authorKind === "self" && !isOwnReply(comment, pull));
}

function isSameLogin(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}

/**
 * A marker counts in comments of this account and of people with access to the repository; anyone else may have copied
 * it.
 */
const trustedAssociations = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

function isOwnReply({ authorKind, authorAssociation, body }: ThreadComment, pull: PullRequestRef): boolean {
  const isTrusted =
    authorKind === "self" || (authorKind === "human" && trustedAssociations.has(authorAssociation ?? ""));
  return isTrusted && (parseMarker(body)?.key.startsWith(`${pullRequestKey(pull)}/reply/`) ?? false);
}

/** A stored scan does not say whether the latest comment is ours; that follows from the recorded outcomes. */
export function threadsFromStore({ at, head, threads }: StoredScan): KnownThreads {
  return { at, head, threads: threads.map(untouched) };
}

function untouched(thread: StoredThread): KnownThread {
  return { ...thread, isAnswered: false, laterComment: false, sinceTriage: false };
}
