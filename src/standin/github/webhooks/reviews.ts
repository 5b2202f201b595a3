// Renders reviews, threads and comments in webhook payloads.
import { associationOf } from "../callers.ts";
import { repositoryById, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { App, IssueComment, Login, Pull, Review, ReviewComment, SimulatedThread } from "../state.ts";
import { appShape, userShape } from "./accounts.ts";
import { pullShape, reactionsShape } from "./pulls.ts";
import { repositoryShape } from "./repositories.ts";

export function reviewWebhookShape(hub: Hub, pull: Pull, review: Review) {
  const { html_url: pullPage, url: pullUrl } = pullShape(hub, pull);
  const html = `${pullPage}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: userShape(hub, review.author),
    body: review.body === "" ? null : review.body,
    commit_id: review.commit,
    submitted_at: review.submittedAt === null ? null : isoTime(review.submittedAt),
    updated_at: isoTime(review.updatedAt),
    // Lower case here, upper case in the API.
    state: review.state.toLowerCase(),
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(hub, review.author, repositoryById(hub, pull.repository)),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
  };
}

export function reviewCommentWebhookShape(hub: Hub, pull: Pull, comment: ReviewComment) {
  const thread = hub.state.threads.find((one) => one.id === comment.thread)!;
  const repository = repositoryById(hub, pull.repository);
  const { html_url: pullPage, url: pullUrl } = pullShape(hub, pull);
  const url = `${repositoryShape(hub, repository).url}/pulls/comments/${comment.id}`;
  const html = `${pullPage}#discussion_r${comment.id}`;
  return {
    url,
    pull_request_review_id: comment.review,
    id: comment.id,
    node_id: nodeId("PullRequestReviewComment", comment.id),
    diff_hunk: thread.diffHunk,
    path: thread.path,
    commit_id: comment.commit,
    original_commit_id: thread.originalCommit,
    user: userShape(hub, comment.author),
    body: comment.body,
    created_at: isoTime(comment.createdAt),
    updated_at: isoTime(comment.updatedAt),
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(hub, comment.author, repository),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    reactions: reactionsShape(hub, "review-comment", comment.id, url),
    ...placeOf(thread),
    ...(comment.replyTo !== null && { in_reply_to_id: comment.replyTo }),
  };
}

function placeOf(thread: SimulatedThread) {
  return {
    start_line: thread.startLine,
    original_start_line: thread.originalStartLine,
    start_side: thread.startSide,
    line: thread.line,
    // Null for a comment on a whole file, which not all of GitHub's types allow.
    original_line: thread.originalLine as number,
    side: thread.side,
    // Positions are deprecated and not simulated.
    position: thread.outdated ? null : 1,
    original_position: 1,
    subject_type: thread.subject === "FILE" ? ("file" as const) : ("line" as const),
  };
}

export function threadShape(hub: Hub, pull: Pull, thread: SimulatedThread) {
  const comments = hub.state.reviewComments.filter((one) => one.thread === thread.id);
  return {
    node_id: nodeId("PullRequestReviewThread", thread.id),
    comments: comments.map((one) => reviewCommentWebhookShape(hub, pull, one)),
  };
}

export function issueCommentWebhookShape(hub: Hub, comment: IssueComment) {
  const repository = repositoryById(hub, comment.repository);
  const { url: repositoryUrl, html_url } = repositoryShape(hub, repository);
  const url = `${repositoryUrl}/issues/comments/${comment.id}`;
  const isPull = hub.state.pulls.some((one) => one.repository === repository.id && one.number === comment.number);
  const app = appOf(hub, comment.author);
  return {
    url,
    html_url: `${html_url}/${isPull ? "pull" : "issues"}/${comment.number}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl}/issues/${comment.number}`,
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    user: userShape(hub, comment.author),
    created_at: isoTime(comment.createdAt),
    updated_at: isoTime(comment.updatedAt),
    author_association: associationOf(hub, comment.author, repository),
    body: comment.body,
    reactions: reactionsShape(hub, "issue-comment", comment.id, url),
    performed_via_github_app: app === null ? null : appShape(hub, app),
  };
}

function appOf(hub: Hub, login: Login): App | null {
  return hub.state.apps.find((one) => one.bot === login) ?? null;
}
