// Resolves the GraphQL types for comments, reviews, threads and reactions.
import { associationOf, canPush } from "../callers.ts";
import { findPull, pullById, repositoryById, fullName, same } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type {
  IssueComment,
  Reaction,
  ReactionContent,
  ReactionSubject,
  SimulatedRepository,
  Review,
  ReviewComment,
  SimulatedThread,
} from "../state.ts";
import { actorObject } from "./accounts.ts";
import { commitObject } from "./commits.ts";
import { connection, type PageArgs } from "./connection.ts";
import { pageAddress, type Context } from "./context.ts";
import { issueObject } from "./issues.ts";
import { pullObject } from "./pulls.ts";
import { repositoryObject } from "./repositories.ts";

interface Written {
  author: string;
  body: string;
  createdAt: number;
  updatedAt: number;
  minimized: string | null;
}

function comment(context: Context, repository: SimulatedRepository, one: Written) {
  const { hub, caller } = context;
  const isOwn = same(one.author, caller.account.login);
  return {
    author: () => actorObject(context, one.author),
    authorAssociation: associationOf(hub, one.author, repository),
    body: one.body,
    bodyText: one.body,
    createdAt: isoTime(one.createdAt),
    publishedAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.updatedAt),
    lastEditedAt: one.updatedAt === one.createdAt ? null : isoTime(one.updatedAt),
    createdViaEmail: false,
    includesCreatedEdit: one.updatedAt !== one.createdAt,
    editor: null,
    isMinimized: one.minimized !== null,
    minimizedReason: one.minimized?.toLowerCase() ?? null,
    repository: () => repositoryObject(context, repository),
    viewerDidAuthor: isOwn,
    viewerCanUpdate: isOwn,
    viewerCanDelete: isOwn,
    viewerCanReact: true,
    viewerCanMinimize: canPush(hub, caller.account.login, repository),
  };
}

export const graphqlReactions: Record<ReactionContent, string> = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  confused: "CONFUSED",
  heart: "HEART",
  hooray: "HOORAY",
  rocket: "ROCKET",
  eyes: "EYES",
};

export function reactionObject(context: Context, one: Reaction) {
  return {
    __typename: "Reaction",
    id: nodeId("Reaction", one.id),
    databaseId: one.id,
    content: graphqlReactions[one.content],
    createdAt: isoTime(one.createdAt),
    user: () => actorObject(context, one.user),
  };
}

export function reactable(context: Context, kind: ReactionSubject, id: number) {
  const all = () => context.hub.state.reactions.filter((one) => one.subject.kind === kind && one.subject.id === id);
  const contents = Object.keys(graphqlReactions) as ReactionContent[];
  return {
    reactions: (args: PageArgs & { content?: string }) =>
      connection(
        "reactions",
        all().filter((one) => !args.content || graphqlReactions[one.content] === args.content),
        args,
        (one) => reactionObject(context, one),
      ),
    reactionGroups: () =>
      contents.map((content) => {
        const mine = all().filter((one) => one.content === content);
        const viewerHasReacted = mine.some((one) => same(one.user, context.caller.account.login));
        const users = { totalCount: mine.length };
        return { content: graphqlReactions[content], createdAt: null, viewerHasReacted, users };
      }),
  };
}

export function issueCommentObject(context: Context, one: IssueComment) {
  const repository = repositoryById(context.hub, one.repository);
  const pull = findPull(context.hub, one.repository, one.number);
  const path = `${fullName(repository)}/${pull ? "pull" : "issues"}/${one.number}#issuecomment-${one.id}`;
  return {
    __typename: "IssueComment",
    id: nodeId("IssueComment", one.id),
    databaseId: one.id,
    fullDatabaseId: String(one.id),
    ...comment(context, repository, one),
    ...reactable(context, "issue-comment", one.id),
    url: pageAddress(context, path),
    resourcePath: `/${path}`,
    issue: () => issueObject(context, repository, one.number),
    pullRequest: () => pull && pullObject(context, pull),
  };
}

export function reviewObject(context: Context, one: Review) {
  const { hub } = context;
  const pull = pullById(hub, one.pull);
  const repository = repositoryById(hub, pull.repository);
  const path = `${fullName(repository)}/pull/${pull.number}#pullrequestreview-${one.id}`;
  return {
    __typename: "PullRequestReview",
    id: nodeId("PullRequestReview", one.id),
    databaseId: one.id,
    fullDatabaseId: String(one.id),
    ...comment(context, repository, one),
    ...reactable(context, "review", one.id),
    state: one.state,
    submittedAt: one.submittedAt === null ? null : isoTime(one.submittedAt),
    authorCanPushToRepository: canPush(hub, one.author, repository),
    commit: () => commitObject(context, repository, one.commit),
    pullRequest: () => pullObject(context, pull),
    url: pageAddress(context, path),
    resourcePath: `/${path}`,
    comments: (args: PageArgs) =>
      connection(
        "comments",
        hub.state.reviewComments.filter((each) => each.review === one.id),
        args,
        (each) => reviewCommentObject(context, each),
      ),
  };
}

/** A pending review is visible to its author only. */
export function isVisible(context: Context, review: Review | undefined): boolean {
  return review !== undefined && (review.state !== "PENDING" || same(review.author, context.caller.account.login));
}

function reviewOf(context: Context, one: ReviewComment): Review {
  return context.hub.state.reviews.find((review) => review.id === one.review)!;
}

export function reviewCommentObject(context: Context, one: ReviewComment) {
  const { hub } = context;
  const pull = pullById(hub, one.pull);
  const repository = repositoryById(hub, pull.repository);
  const thread = hub.state.threads.find((each) => each.id === one.thread)!;
  const path = `${fullName(repository)}/pull/${pull.number}#discussion_r${one.id}`;
  return {
    __typename: "PullRequestReviewComment",
    id: nodeId("PullRequestReviewComment", one.id),
    databaseId: one.id,
    fullDatabaseId: String(one.id),
    ...comment(context, repository, one),
    ...reactable(context, "review-comment", one.id),
    state: reviewOf(context, one).state === "PENDING" ? "PENDING" : "SUBMITTED",
    path: thread.path,
    line: thread.line,
    startLine: thread.startLine,
    originalLine: thread.originalLine,
    originalStartLine: thread.originalStartLine,
    subjectType: thread.subject,
    outdated: thread.outdated,
    diffHunk: thread.diffHunk,
    draftedAt: isoTime(one.createdAt),
    commit: () => commitObject(context, repository, thread.outdated ? thread.originalCommit : pull.head.oid),
    originalCommit: () => commitObject(context, repository, thread.originalCommit),
    pullRequest: () => pullObject(context, pull),
    pullRequestReview: () => reviewObject(context, reviewOf(context, one)),
    replyTo: () => {
      const first = hub.state.reviewComments.find((each) => each.id === one.replyTo);
      return first ? reviewCommentObject(context, first) : null;
    },
    url: pageAddress(context, path),
    resourcePath: `/${path}`,
  };
}

export function threadObject(context: Context, one: SimulatedThread) {
  const { hub, caller } = context;
  const pull = pullById(hub, one.pull);
  const repository = repositoryById(hub, pull.repository);
  const mayResolve = canPush(hub, caller.account.login, repository) || same(pull.author, caller.account.login);
  return {
    __typename: "PullRequestReviewThread",
    id: nodeId("PullRequestReviewThread", one.id),
    path: one.path,
    line: one.line,
    startLine: one.startLine,
    originalLine: one.originalLine,
    originalStartLine: one.originalStartLine,
    diffSide: one.side,
    startDiffSide: one.startSide,
    subjectType: one.subject,
    isOutdated: one.outdated,
    isResolved: one.resolvedBy !== null,
    isCollapsed: one.resolvedBy !== null,
    resolvedBy: () => actorObject(context, one.resolvedBy),
    viewerCanReply: true,
    viewerCanResolve: mayResolve && one.resolvedBy === null,
    viewerCanUnresolve: mayResolve && one.resolvedBy !== null,
    pullRequest: () => pullObject(context, pull),
    repository: () => repositoryObject(context, repository),
    comments: (args: PageArgs) =>
      connection(
        "comments",
        hub.state.reviewComments.filter(
          (each) => each.thread === one.id && isVisible(context, reviewOf(context, each)),
        ),
        args,
        (each) => reviewCommentObject(context, each),
      ),
  };
}
