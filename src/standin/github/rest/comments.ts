// Implements the REST routes for conversation comments and reactions.
import { addComment, deleteComment, editComment, react } from "../acts/comments.ts";
import { allows, forbidden, needCaller } from "../callers.ts";
import { invalid, notFound } from "../exchange.ts";
import { findIssue, findPull, findRepository, same } from "../hub.ts";
import { canSee } from "../callers.ts";
import { reactionContents, type IssueComment, type Reaction, type SimulatedRepository } from "../state.ts";
import { ofRepository, repositoryIn, findOwned } from "./find.ts";
import { paged } from "./page.ts";
import { route, type RestCall, type Route } from "./route.ts";
import { issueCommentShape, reactionShape } from "./shapes.ts";

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";
const comment = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

/** Either permission is enough for a pull request's conversation. */
function conversation(
  call: RestCall & { named(name: "owner" | "repo"): string },
  number: number,
  level: "read" | "write",
): { repository: SimulatedRepository; pull: boolean } {
  const { hub, caller } = call;
  const repository = findRepository(hub, call.named("owner"), call.named("repo"));
  if (!repository || !canSee(hub, caller, repository)) throw notFound();
  const isPull = findPull(hub, repository.id, number) !== null;
  if (!isPull && !findIssue(hub, repository.id, number)) throw notFound();
  const isAllowed =
    allows(hub, caller, repository, "issues", level) ||
    (isPull && allows(hub, caller, repository, "pull_requests", level));
  if (!isAllowed) throw forbidden(needCaller(caller));
  return { repository, pull: isPull };
}

function own(call: RestCall, one: IssueComment): void {
  const caller = needCaller(call.caller);
  if (!same(one.author, caller.account.login)) throw forbidden(caller);
}

function commentIn(
  call: RestCall & { named(name: "owner" | "repo"): string },
  id: number,
  level: "read" | "write",
): IssueComment {
  const repository = repositoryIn(call, "metadata", "read");
  const one = findOwned(call.hub.state.issueComments, id, (each) => each.repository === repository.id);
  conversation(call, one.number, level);
  return one;
}

export const commentRoutes: readonly Route[] = [
  route("post", `${issue}/comments`, async (call) => {
    const number = call.number("issue_number");
    const { repository } = conversation(call, number, "write");
    const made = addComment(call.hub, call.by(), repository, number, call.sent.body ?? "");
    return { status: 201, body: issueCommentShape(call.hub, made) };
  }),
  route("get", `${issue}/comments`, async (call) => {
    const number = call.number("issue_number");
    const { repository } = conversation(call, number, "read");
    const since = Date.parse(call.asked.query.get("since") ?? "") || 0;
    const all = call.hub.state.issueComments.filter(
      (one) => one.repository === repository.id && one.number === number && one.updatedAt >= since,
    );
    const { items, headers } = paged(call, all);
    return { status: 200, body: items.map((one) => issueCommentShape(call.hub, one)), headers };
  }),
  route("get", comment, async (call) => ({
    status: 200,
    body: issueCommentShape(call.hub, commentIn(call, call.number("comment_id"), "read")),
  })),
  route("patch", comment, async (call) => {
    const one = commentIn(call, call.number("comment_id"), "write");
    own(call, one);
    editComment(call.hub, call.by(), one, call.sent.body ?? "");
    return { status: 200, body: issueCommentShape(call.hub, one) };
  }),
  route("delete", comment, async (call) => {
    const one = commentIn(call, call.number("comment_id"), "write");
    own(call, one);
    deleteComment(call.hub, call.by(), one);
    return { status: 204, body: null };
  }),
  route("post", `${comment}/reactions`, async (call) => {
    const one = commentIn(call, call.number("comment_id"), "write");
    return reacted(call, { kind: "issue-comment", id: one.id }, call.sent.content);
  }),
  route("get", `${comment}/reactions`, async (call) => {
    const one = commentIn(call, call.number("comment_id"), "read");
    return listed(call, { kind: "issue-comment", id: one.id });
  }),
  route("post", `${issue}/reactions`, async (call) => {
    const number = call.number("issue_number");
    const { repository } = conversation(call, number, "write");
    const pull = findPull(call.hub, repository.id, number);
    const subject = pull ?? findIssue(call.hub, repository.id, number);
    if (!subject) throw notFound();
    return reacted(call, { kind: pull ? "pull" : "issue", id: subject.id }, call.sent.content);
  }),
  route("post", "/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "write");
    const one = findOwned(call.hub.state.reviewComments, call.number("comment_id"), ofRepository(call, repository));
    return reacted(call, { kind: "review-comment", id: one.id }, call.sent.content);
  }),
  route("get", "/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "read");
    const one = findOwned(call.hub.state.reviewComments, call.number("comment_id"), ofRepository(call, repository));
    return listed(call, { kind: "review-comment", id: one.id });
  }),
];

/** Status 201 for a new reaction, 200 for an existing one. */
function reacted(
  call: RestCall & { by(): { login: string; via: "rest" | "story" | "graphql" | "git" } },
  subject: Reaction["subject"],
  content: string | undefined,
) {
  const known = reactionContents.find((one) => one === content);
  if (!known) throw invalid({ resource: "Reaction", field: "content", code: "invalid" });
  needCaller(call.caller);
  const { reaction, isNew } = react(call.hub, call.by(), subject, known);
  const body = reactionShape(call.hub, reaction);
  return isNew ? ({ status: 201, body } as const) : ({ status: 200, body } as const);
}

function listed(call: RestCall, subject: Reaction["subject"]) {
  const all = call.hub.state.reactions.filter(
    (one) => one.subject.kind === subject.kind && one.subject.id === subject.id,
  );
  const { items, headers } = paged(call, all);
  return { status: 200, body: items.map((one) => reactionShape(call.hub, one)), headers } as const;
}
