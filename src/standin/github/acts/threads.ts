// Implements line threads: replies, resolution, and their position after a push.
import { findAnchor, movedLine } from "../anchors.ts";
import { pullById, pullName, record, repositoryById, tell, type Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { directoryOf, pullFiles, twoDotFiles } from "../pull-git.ts";
import { takeId } from "../state.ts";
import type { Pull, Review, ReviewComment, SimulatedThread } from "../state.ts";
import { checkFilledBody } from "./bodies.ts";
import { addReviewComment } from "./line-comments.ts";

/** GitHub stores every reply in a review of its own, without a body. */
export function reply(hub: Hub, by: Actor, thread: SimulatedThread, body: string): ReviewComment {
  checkFilledBody(body, "PullRequestReviewComment");
  const pull = pullById(hub, thread.pull);
  const at = hub.clock.now();
  const review: Review = {
    id: takeId(hub.state),
    pull: pull.id,
    author: by.login,
    state: "COMMENTED",
    body: "",
    commit: pull.head.oid,
    submittedAt: at,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
  hub.state.reviews.push(review);
  const comment = addReviewComment(hub, by, review, thread, body);
  pull.updatedAt = at;
  record(hub, by, "reply", `${pullName(hub, pull)}/thread/${thread.id}`, { body, id: comment.id });
  const about = { repository: repositoryById(hub, pull.repository), sender: by.login, at, pull };
  tell(hub, { ...about, event: "pull_request_review_comment", action: "created", comment });
  return comment;
}

/** Resolving a resolved thread changes nothing. */
export function setResolved(hub: Hub, by: Actor, thread: SimulatedThread, resolved: boolean): void {
  if ((thread.resolvedBy !== null) === resolved) return;
  thread.resolvedBy = resolved ? by.login : null;
  const pull = pullById(hub, thread.pull);
  record(hub, by, resolved ? "resolve" : "unresolve", `${pullName(hub, pull)}/thread/${thread.id}`, { id: thread.id });
  const about = { repository: repositoryById(hub, pull.repository), sender: by.login, at: hub.clock.now(), pull };
  tell(hub, { ...about, event: "pull_request_review_thread", action: resolved ? "resolved" : "unresolved", thread });
}

/**
 * Updates a thread after the head moved from `before`. A thread on the right side follows its line; once the line is
 * changed or in no hunk, the thread is outdated and stays so.
 */
export async function followThread(hub: Hub, pull: Pull, thread: SimulatedThread, before: string): Promise<void> {
  if (thread.outdated || thread.line === null) return;
  const moved = await newPlace(hub, pull, thread, before);
  if (moved) Object.assign(thread, moved);
  else Object.assign(thread, { outdated: true, line: null, startLine: null });
}

async function newPlace(hub: Hub, pull: Pull, thread: SimulatedThread, before: string) {
  const { path, side, line, startLine, startSide } = thread;
  const files = await pullFiles(hub, pull);
  const shown = (at: { path: string; line: number; startLine: number | null }) =>
    "hunk" in findAnchor(files, { ...at, side, startSide }) ? at : null;
  // The left side is the base, which a push to the head does not move.
  if (side === "LEFT") return shown({ path, line: line!, startLine });
  const changes = await twoDotFiles(hub, directoryOf(hub, pull), before, pull.head.oid);
  const end = movedLine(changes, path, line!);
  const start = startLine === null ? null : movedLine(changes, path, startLine);
  if (!end || (startLine !== null && !start)) return null;
  return shown({ path: end.path, line: end.line, startLine: start?.line ?? null });
}
