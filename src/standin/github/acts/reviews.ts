// Submits reviews, all or nothing.
import type { FileDiff } from "../../../change/diff.ts";
import { findAnchor, shownHunk, type Anchor, type AnchorFault } from "../anchors.ts";
import { Failure, invalid, unprocessable } from "../exchange.ts";
import { pullName, record, repositoryById, same, tell, type Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { directoryOf, pullCommits, threeDotFiles } from "../pull-git.ts";
import { takeId } from "../state.ts";
import type { DiffSide, Pull, Review, ReviewState, SimulatedThread } from "../state.ts";
import { checkBody } from "./bodies.ts";
import { addReviewComment } from "./line-comments.ts";
import { followThread } from "./threads.ts";

export type ReviewEvent = "APPROVE" | "REQUEST_CHANGES" | "COMMENT";

export interface SimulatedLineComment {
  path: string;
  body: string;
  line?: number | null;
  side?: DiffSide | null;
  startLine?: number | null;
  startSide?: DiffSide | null;
  /** The deprecated form of a position: the number of lines below the file's first hunk header. */
  position?: number | null;
}

export interface ReviewRequest {
  /** Null leaves it pending, visible to its author only. */
  event: ReviewEvent | null;
  body: string;
  /** The reviewed commit; null for the head. */
  commit: string | null;
  comments: readonly SimulatedLineComment[];
}

const stateAfter: Record<ReviewEvent, ReviewState> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

export async function makeReview(hub: Hub, by: Actor, pull: Pull, request: ReviewRequest): Promise<Review> {
  checkReview(hub, by, pull, request);
  const commit = await reviewedCommit(hub, pull, request.commit);
  const files = request.comments.length === 0 ? [] : await filesAt(hub, pull, commit);
  const anchors = request.comments.map((comment) => place(files, comment));
  // Everything was validated, so the following steps cannot fail.
  const review = addReview(hub, by, pull, request, commit);
  const made = request.comments.map((comment, at) => addThread(hub, by, pull, review, comment, anchors[at]!));
  if (commit !== pull.head.oid) for (const { thread } of made) await followThread(hub, pull, thread, commit);
  announce(hub, by, pull, review, request.comments);
  return review;
}

function checkReview(hub: Hub, by: Actor, pull: Pull, request: ReviewRequest): void {
  checkEvent(by, pull, request);
  checkBody(request.body, "PullRequestReview");
  for (const comment of request.comments) checkLineBody(comment.body);
  if (hub.state.reviews.some((one) => one.pull === pull.id && one.state === "PENDING" && same(one.author, by.login)))
    throw unprocessable("User can only have one pending review per pull request");
}

function checkEvent(by: Actor, pull: Pull, { event, body, comments }: ReviewRequest): void {
  const isOwn = same(pull.author, by.login);
  if (isOwn && event === "APPROVE") throw unprocessable("Can not approve your own pull request", "Review");
  if (isOwn && event === "REQUEST_CHANGES")
    throw unprocessable("Can not request changes on your own pull request", "Review");
  const isEmpty = body.trim() === "" && (event === "REQUEST_CHANGES" || comments.length === 0);
  if (isEmpty && event !== null && event !== "APPROVE") throw unprocessable("Body can't be blank", "Review");
}

function checkLineBody(body: string): void {
  if (body.trim() === "")
    throw invalid({
      resource: "PullRequestReviewComment",
      field: "body",
      code: "missing_field",
      message: "Body can't be blank",
    });
  checkBody(body, "PullRequestReviewComment");
}

async function reviewedCommit(hub: Hub, pull: Pull, asked: string | null): Promise<string> {
  if (asked === null || asked === pull.head.oid) return pull.head.oid;
  const commits = await pullCommits(hub, pull);
  const known = hub.state.reviews.some((one) => one.pull === pull.id && one.commit === asked);
  if (known || commits.some((one) => one.oid === asked)) return asked;
  throw unprocessable("The commit_id is not part of the pull request");
}

async function filesAt(hub: Hub, pull: Pull, commit: string): Promise<readonly FileDiff[]> {
  return await threeDotFiles(hub, directoryOf(hub, pull), pull.base.oid, commit);
}

interface Placed extends Anchor {
  hunk: string;
}

const says: Record<AnchorFault, string> = {
  path: "Path could not be resolved",
  line: "Line could not be resolved",
  "start-line": "Start line could not be resolved",
  "same-hunk": "Start line must be part of the same hunk as the line",
  order: "Start line must precede the end line",
};

function place(files: readonly FileDiff[], comment: SimulatedLineComment): Placed {
  const at = anchorOf(files, comment);
  const found = at && findAnchor(files, at);
  if (!found) throw unprocessable("Position could not be resolved");
  if ("fault" in found) throw unprocessable(says[found.fault]);
  return { ...at, hunk: shownHunk(found.hunk, at.side, at.line) };
}

function anchorOf(files: readonly FileDiff[], comment: SimulatedLineComment): Anchor | null {
  const { path, line, position } = comment;
  const startLine = comment.startLine ?? null;
  const startSide = startLine === null ? null : (comment.startSide ?? comment.side ?? "RIGHT");
  if (line !== undefined && line !== null) return { path, side: comment.side ?? "RIGHT", line, startLine, startSide };
  return position === undefined || position === null ? null : atPosition(files, path, position);
}

/** Headers of later hunks count as lines. */
function atPosition(files: readonly FileDiff[], path: string, position: number): Anchor | null {
  let left = position;
  for (const hunk of files.find((one) => (one.newPath ?? one.oldPath) === path)?.hunks ?? []) {
    let before = hunk.oldStart;
    let after = hunk.newStart;
    for (const line of hunk.lines) {
      if (--left === 0)
        return line.startsWith("-") ? { path, side: "LEFT", line: before } : { path, side: "RIGHT", line: after };
      if (!line.startsWith("+")) before++;
      if (!line.startsWith("-")) after++;
    }
    left--;
  }
  return null;
}

function addReview(hub: Hub, by: Actor, pull: Pull, request: ReviewRequest, commit: string): Review {
  const at = hub.clock.now();
  const state = request.event === null ? "PENDING" : stateAfter[request.event];
  const review: Review = {
    id: takeId(hub.state),
    pull: pull.id,
    author: by.login,
    state,
    body: request.body,
    commit,
    submittedAt: state === "PENDING" ? null : at,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
  hub.state.reviews.push(review);
  pull.updatedAt = at;
  return review;
}

function addThread(hub: Hub, by: Actor, pull: Pull, review: Review, comment: SimulatedLineComment, at: Placed) {
  const thread: SimulatedThread = {
    id: takeId(hub.state),
    pull: pull.id,
    path: at.path,
    subject: "LINE",
    side: at.side,
    startSide: at.startSide ?? null,
    line: at.line,
    startLine: at.startLine ?? null,
    originalLine: at.line,
    originalStartLine: at.startLine ?? null,
    originalCommit: review.commit,
    diffHunk: at.hunk,
    outdated: false,
    resolvedBy: null,
  };
  hub.state.threads.push(thread);
  return { thread, comment: addReviewComment(hub, by, review, thread, comment.body) };
}

function announce(hub: Hub, by: Actor, pull: Pull, review: Review, comments: readonly SimulatedLineComment[]): void {
  const places = comments.map(({ path, line, body }) => ({ path, line: line ?? null, body }));
  record(hub, by, "review", pullName(hub, pull), { body: review.body, id: review.id, comments: places });
  if (review.state !== "PENDING") tellSubmitted(hub, by, pull, review);
}

function tellSubmitted(hub: Hub, by: Actor, pull: Pull, review: Review): void {
  const about = { repository: repositoryById(hub, pull.repository), sender: by.login, at: hub.clock.now(), pull };
  tell(hub, { ...about, event: "pull_request_review", action: "submitted", review });
  for (const comment of hub.state.reviewComments.filter((one) => one.review === review.id))
    tell(hub, { ...about, event: "pull_request_review_comment", action: "created", comment });
}

/** Makes a pending review visible to everyone. */
export function submitPending(hub: Hub, by: Actor, pull: Pull, review: Review, event: ReviewEvent, body: string): void {
  if (review.state !== "PENDING" || !same(review.author, by.login))
    throw new Failure(422, "Could not submit a pull request review that is not pending");
  const text = body === "" ? review.body : body;
  const comments = hub.state.reviewComments.filter((one) => one.review === review.id);
  checkEvent(by, pull, {
    event,
    body: text,
    commit: null,
    comments: comments.map((one) => ({ path: "", body: one.body })),
  });
  checkBody(text, "PullRequestReview");
  const at = hub.clock.now();
  Object.assign(review, { state: stateAfter[event], body: text, submittedAt: at, updatedAt: at });
  record(hub, by, "review", pullName(hub, pull), { body: text, id: review.id });
  tellSubmitted(hub, by, pull, review);
}

export function dismissReview(hub: Hub, by: Actor, pull: Pull, review: Review, message: string): void {
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED")
    throw unprocessable("Can not dismiss a commented pull request review");
  Object.assign(review, { state: "DISMISSED", updatedAt: hub.clock.now() });
  record(hub, by, "dismiss-review", pullName(hub, pull), { body: message, id: review.id });
  const repository = repositoryById(hub, pull.repository);
  const about = { repository, sender: by.login, at: hub.clock.now(), pull };
  tell(hub, { ...about, event: "pull_request_review", action: "dismissed", review });
}
