// Implements GraphQL mutations, with permission checks.
import { addComment, editComment, editReviewComment, minimize, react, unreact } from "../acts/comments.ts";
import {
  dismissReview,
  makeReview,
  submitPending,
  type ReviewEvent,
  type SimulatedLineComment,
} from "../acts/reviews.ts";
import { reply, setResolved } from "../acts/threads.ts";
import { allows, forbidden, need, roleOf } from "../callers.ts";
import { Failure } from "../exchange.ts";
import { fullName, pullById, same } from "../hub.ts";
import type { SimulatedPermission, Reaction, ReactionContent, ReactionSubject, SimulatedRepository } from "../state.ts";
import { actorOf, type Context } from "./context.ts";
import {
  graphqlReactions,
  issueCommentObject,
  reactionObject,
  reviewCommentObject,
  reviewObject,
  threadObject,
} from "./conversation.ts";
import { findNode, resolveNode, unresolvedNode, type FoundNode } from "./nodes.ts";

interface Input<T> {
  input: T & { clientMutationId?: string | null };
}

interface ReviewInput {
  pullRequestId: string;
  body?: string | null;
  event?: ReviewEvent | "DISMISS" | null;
  commitOID?: string | null;
  comments?: readonly (SimulatedLineComment | null)[] | null;
  threads?: readonly (SimulatedLineComment | null)[] | null;
}

export function mutations(context: Context) {
  const { hub } = context;
  const by = actorOf(context);
  const may = (repository: SimulatedRepository, permission: SimulatedPermission) =>
    need(hub, context.caller, repository, permission, "write");
  const node = <K extends FoundNode["kind"]>(id: string, ...kinds: readonly K[]): Extract<FoundNode, { kind: K }> => {
    const found = findNode(context, id);
    if (!isOneOf(found, kinds)) throw unresolvedNode(id);
    return found;
  };
  const done = (input: { clientMutationId?: string | null }) => ({ clientMutationId: input.clientMutationId ?? null });
  return {
    addComment: ({ input }: Input<{ subjectId: string; body: string }>) => {
      const { repository, one, kind } = node(input.subjectId, "PullRequest", "Issue");
      may(repository, kind === "Issue" ? "issues" : "pull_requests");
      const made = addComment(hub, by, repository, one.number, input.body);
      return {
        ...done(input),
        subject: () => resolveNode(context, findNode(context, input.subjectId)),
        commentEdge: { cursor: String(made.id), node: () => issueCommentObject(context, made) },
      };
    },
    updateIssueComment: ({ input }: Input<{ id: string; body: string }>) => {
      const { repository, one } = node(input.id, "IssueComment");
      mayEdit(context, repository, one.author, "IssueComment");
      editComment(hub, by, one, input.body);
      return { ...done(input), issueComment: issueCommentObject(context, one) };
    },
    updatePullRequestReviewComment: ({ input }: Input<{ pullRequestReviewCommentId: string; body: string }>) => {
      const { repository, one } = node(input.pullRequestReviewCommentId, "PullRequestReviewComment");
      mayEdit(context, repository, one.author, "PullRequestReviewComment");
      editReviewComment(hub, by, one, input.body);
      return { ...done(input), pullRequestReviewComment: reviewCommentObject(context, one) };
    },
    addPullRequestReview: async ({ input }: Input<ReviewInput>) => {
      const { repository, one } = node(input.pullRequestId, "PullRequest");
      may(repository, "pull_requests");
      if (input.event === "DISMISS") throw new Failure(422, "A new review can not be dismissed");
      const comments = [...(input.comments ?? []), ...(input.threads ?? [])].filter((each) => each !== null);
      const request = { event: input.event ?? null, body: input.body ?? "", commit: input.commitOID ?? null, comments };
      const review = await makeReview(hub, by, one, request);
      return { ...done(input), pullRequestReview: reviewObject(context, review), reviewEdge: null };
    },
    submitPullRequestReview: ({ input }: Input<{ pullRequestReviewId: string; event: ReviewEvent; body?: string }>) => {
      const { repository, one } = node(input.pullRequestReviewId, "PullRequestReview");
      may(repository, "pull_requests");
      submitPending(hub, by, pullById(hub, one.pull), one, input.event, input.body ?? "");
      return { ...done(input), pullRequestReview: reviewObject(context, one) };
    },
    dismissPullRequestReview: ({ input }: Input<{ pullRequestReviewId: string; message: string }>) => {
      const { repository, one } = node(input.pullRequestReviewId, "PullRequestReview");
      need(hub, context.caller, repository, "pull_requests", "write", "write");
      dismissReview(hub, by, pullById(hub, one.pull), one, input.message);
      return { ...done(input), pullRequestReview: reviewObject(context, one) };
    },
    addPullRequestReviewThreadReply: ({ input }: Input<{ pullRequestReviewThreadId: string; body: string }>) => {
      const { repository, one } = node(input.pullRequestReviewThreadId, "PullRequestReviewThread");
      may(repository, "pull_requests");
      return { ...done(input), comment: reviewCommentObject(context, reply(hub, by, one, input.body)) };
    },
    resolveReviewThread: ({ input }: Input<{ threadId: string }>) => resolved(input, "ResolveReviewThread", true),
    unresolveReviewThread: ({ input }: Input<{ threadId: string }>) => resolved(input, "UnresolveReviewThread", false),
    addReaction: ({ input }: Input<{ subjectId: string; content: string }>) => {
      const found = findNode(context, input.subjectId);
      may(found.repository, found.kind === "Issue" ? "issues" : "pull_requests");
      const { reaction } = react(hub, by, subjectOf(found, input.subjectId), contentOf(input.content));
      return { ...done(input), reaction: reactionObject(context, reaction), subject: resolveNode(context, found) };
    },
    removeReaction: ({ input }: Input<{ subjectId: string; content: string }>) => {
      const found = findNode(context, input.subjectId);
      const subject = subjectOf(found, input.subjectId);
      const mine = hub.state.reactions.find(
        (one) => isOn(one, subject) && one.content === contentOf(input.content) && same(one.user, by.login),
      );
      if (mine) unreact(hub, by, mine);
      return {
        ...done(input),
        reaction: mine ? reactionObject(context, mine) : null,
        subject: resolveNode(context, found),
      };
    },
    minimizeComment: ({ input }: Input<{ subjectId: string; classifier: string }>) => {
      const found = node(input.subjectId, "IssueComment", "PullRequestReview", "PullRequestReviewComment");
      const isOwn = same(found.one.author, by.login);
      if (!isOwn && !allows(hub, context.caller, found.repository, "contents", "write"))
        throw refused(context, "MinimizeComment");
      minimize(hub, by, found.one, `${fullName(found.repository)}/${found.kind}/${found.one.id}`, input.classifier);
      return { ...done(input), minimizedComment: resolveNode(context, found) };
    },
  };

  function resolved(input: { threadId: string; clientMutationId?: string | null }, name: string, is: boolean) {
    const { repository, one } = node(input.threadId, "PullRequestReviewThread");
    if (!mayResolve(context, repository, pullById(hub, one.pull).author)) throw refused(context, name);
    setResolved(hub, by, one, is);
    return { ...done(input), thread: threadObject(context, one) };
  }
}

function isOneOf<K extends FoundNode["kind"]>(
  found: FoundNode,
  kinds: readonly K[],
): found is Extract<FoundNode, { kind: K }> {
  return kinds.some((kind) => kind === found.kind);
}

/** An App needs write access to contents, which is unexpected; a person must be able to push or be the author. */
function mayResolve(context: Context, repository: SimulatedRepository, author: string): boolean {
  const { hub, caller } = context;
  if (allows(hub, caller, repository, "contents", "write")) return true;
  return caller.token.kind === "user" && same(author, caller.account.login);
}

function refused(context: Context, mutation: string): Failure {
  const { caller } = context;
  if (caller.token.kind === "installation" || caller.token.permissions) return forbidden(caller);
  return new Failure(403, `${caller.account.login} does not have the correct permissions to execute \`${mutation}\``);
}

function mayEdit(context: Context, repository: SimulatedRepository, author: string, kind: string): void {
  const { hub, caller } = context;
  if (same(author, caller.account.login)) return;
  const role = caller.token.kind === "user" ? roleOf(hub, caller.account.login, repository) : null;
  if (role === "admin" || role === "maintain" || role === "write") return;
  throw refused(context, `Update${kind}`);
}

function contentOf(shownContent: string): ReactionContent {
  const pairs = Object.entries(graphqlReactions) as [ReactionContent, string][];
  const found = pairs.find(([, name]) => name === shownContent);
  if (!found) throw new Failure(422, `${shownContent} is not a reaction`);
  return found[0];
}

const subjects: Partial<Record<FoundNode["kind"], ReactionSubject>> = {
  Issue: "issue",
  PullRequest: "pull",
  IssueComment: "issue-comment",
  PullRequestReview: "review",
  PullRequestReviewComment: "review-comment",
};

function subjectOf(found: FoundNode, id: string): Reaction["subject"] {
  const kind = subjects[found.kind];
  if (!kind || found.kind === "Repository") throw unresolvedNode(id);
  return { kind, id: found.one.id };
}

function isOn(one: Reaction, subject: Reaction["subject"]): boolean {
  return one.subject.kind === subject.kind && one.subject.id === subject.id;
}
