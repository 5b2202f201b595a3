// Implements conversation comments: create, edit, hide, react.
import { fullName, pullById, record, repositoryById, same, tell, type Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { takeId } from "../state.ts";
import type { IssueComment, Reaction, ReactionContent, SimulatedRepository, Review, ReviewComment } from "../state.ts";
import { checkFilledBody } from "./bodies.ts";

export function addComment(
  hub: Hub,
  by: Actor,
  repository: SimulatedRepository,
  number: number,
  body: string,
): IssueComment {
  checkFilledBody(body, "IssueComment");
  const at = hub.clock.now();
  const comment: IssueComment = {
    id: takeId(hub.state),
    repository: repository.id,
    number,
    author: by.login,
    body,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
  hub.state.issueComments.push(comment);
  touch(hub, repository, number);
  record(hub, by, "comment", `${fullName(repository)}#${number}`, { body, id: comment.id });
  tell(hub, { repository, sender: by.login, at, event: "issue_comment", action: "created", comment });
  return comment;
}

function touch(hub: Hub, repository: SimulatedRepository, number: number): void {
  for (const one of [...hub.state.issues, ...hub.state.pulls])
    if (one.repository === repository.id && one.number === number) one.updatedAt = hub.clock.now();
}

export function editComment(hub: Hub, by: Actor, comment: IssueComment, body: string): void {
  checkFilledBody(body, "IssueComment");
  const before = comment.body;
  Object.assign(comment, { body, updatedAt: hub.clock.now() });
  const repository = repositoryById(hub, comment.repository);
  record(hub, by, "edit-comment", `${fullName(repository)}#${comment.number}`, { body, id: comment.id });
  const about = { repository, sender: by.login, at: hub.clock.now() };
  tell(hub, { ...about, event: "issue_comment", action: "edited", comment, before });
}

export function deleteComment(hub: Hub, by: Actor, comment: IssueComment): void {
  hub.state.issueComments.splice(hub.state.issueComments.indexOf(comment), 1);
  const repository = repositoryById(hub, comment.repository);
  record(hub, by, "delete-comment", `${fullName(repository)}#${comment.number}`, { id: comment.id });
  const about = { repository, sender: by.login, at: hub.clock.now() };
  tell(hub, { ...about, event: "issue_comment", action: "deleted", comment });
}

export function editReviewComment(hub: Hub, by: Actor, comment: ReviewComment, body: string): void {
  checkFilledBody(body, "PullRequestReviewComment");
  const before = comment.body;
  Object.assign(comment, { body, updatedAt: hub.clock.now() });
  const pull = pullById(hub, comment.pull);
  const repository = repositoryById(hub, pull.repository);
  const target = `${fullName(repository)}#${pull.number}/thread/${comment.thread}`;
  record(hub, by, "edit-review-comment", target, { body, id: comment.id });
  const about = { repository, sender: by.login, at: hub.clock.now(), pull };
  tell(hub, { ...about, event: "pull_request_review_comment", action: "edited", comment, before });
}

export function minimize(
  hub: Hub,
  by: Actor,
  what: Review | ReviewComment | IssueComment,
  target: string,
  reason: string,
): void {
  what.minimized = reason;
  record(hub, by, "minimize", target, { body: reason, id: what.id });
}

/** A repeated reaction of the same person returns the existing one. */
export function react(
  hub: Hub,
  by: Actor,
  subject: Reaction["subject"],
  content: ReactionContent,
): { reaction: Reaction; isNew: boolean } {
  const known = hub.state.reactions.find(
    (one) =>
      one.subject.kind === subject.kind &&
      one.subject.id === subject.id &&
      one.content === content &&
      same(one.user, by.login),
  );
  if (known) return { reaction: known, isNew: false };
  const at = hub.clock.now();
  const reaction: Reaction = { id: takeId(hub.state), subject, user: by.login, content, createdAt: at };
  hub.state.reactions.push(reaction);
  record(hub, by, "react", `${subject.kind}/${subject.id}`, { body: content, id: reaction.id });
  return { reaction, isNew: true };
}

export function unreact(hub: Hub, by: Actor, reaction: Reaction): void {
  hub.state.reactions.splice(hub.state.reactions.indexOf(reaction), 1);
  const { subject, content, id } = reaction;
  record(hub, by, "unreact", `${subject.kind}/${subject.id}`, { body: content, id });
}
