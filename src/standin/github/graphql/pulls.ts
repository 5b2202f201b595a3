// Resolves the GraphQL types for pull requests.
import type { FileDiff } from "../../../change/diff.ts";
import { associationOf } from "../callers.ts";
import { findIssue, fullName, repositoryById, same } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import { pullCommits, pullFiles } from "../pull-git.ts";
import type { Pull, SimulatedRepository } from "../state.ts";
import { actorObject } from "./accounts.ts";
import { commitObject, commitShown, refObject } from "./commits.ts";
import { connection, type PageArgs } from "./connection.ts";
import { pageAddress, type Context } from "./context.ts";
import { isVisible, reactable, reviewObject, threadObject } from "./conversation.ts";
import { commentsOf, issueShown, labelConnection } from "./issues.ts";
import { repositoryObject } from "./repositories.ts";

/** GitHub lists at most this many commits, but counts all. */
export const mostCommits = 250;
export const maxPullFiles = 3000;

const changeTypes: Record<FileDiff["status"], string> = {
  added: "ADDED",
  deleted: "DELETED",
  modified: "MODIFIED",
  renamed: "RENAMED",
  copied: "COPIED",
  "type-changed": "CHANGED",
};

export function pullObject(context: Context, pull: Pull) {
  const repository = repositoryById(context.hub, pull.repository);
  const path = `${fullName(repository)}/pull/${pull.number}`;
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    __typename: "PullRequest",
    id: nodeId("PullRequest", pull.id),
    databaseId: pull.id,
    fullDatabaseId: String(pull.id),
    number: pull.number,
    title: pull.title,
    body: pull.body ?? "",
    bodyText: pull.body ?? "",
    author: () => actorObject(context, pull.author),
    authorAssociation: associationOf(context.hub, pull.author, repository),
    viewerDidAuthor: same(pull.author, context.caller.account.login),
    isDraft: pull.draft,
    state: pull.merged ? "MERGED" : pull.state.toUpperCase(),
    closed: pull.state === "closed",
    merged: pull.merged,
    locked: pull.locked,
    mergedAt: time(pull.mergedAt),
    closedAt: time(pull.closedAt),
    createdAt: isoTime(pull.createdAt),
    publishedAt: isoTime(pull.createdAt),
    updatedAt: isoTime(pull.updatedAt),
    mergedBy: () => actorObject(context, pull.mergedBy),
    mergeCommit: () => (pull.mergeCommit === null ? null : commitObject(context, repository, pull.mergeCommit)),
    url: pageAddress(context, path),
    permalink: pageAddress(context, path),
    resourcePath: `/${path}`,
    labels: (args: PageArgs) => labelConnection(context, repository, pull.labels, args),
    ...planning,
    repository: () => repositoryObject(context, repository),
    ...ends(context, repository, pull),
    ...content(context, repository, pull),
    ...said(context, repository, pull),
  };
}

/** What the stand-in does not keep, and GitHub's own command line asks for: there is none. */
const planning = {
  milestone: null,
  reviewDecision: null,
  autoMergeRequest: null,
  maintainerCanModify: false,
  mergeable: "UNKNOWN",
  mergeStateStatus: "UNKNOWN",
  assignees: (args: PageArgs) => connection("assignees", [], args, () => null),
  projectCards: (args: PageArgs) => connection("projectCards", [], args, () => null),
  reviewRequests: (args: PageArgs) => connection("reviewRequests", [], args, () => null),
};

function ends(context: Context, repository: SimulatedRepository, pull: Pull) {
  const from = context.hub.state.repositories.find((one) => one.id === pull.head.repository);
  return {
    baseRefName: pull.base.ref,
    baseRefOid: pull.base.oid,
    baseRef: () => refObject(context, repository, pull.base.ref),
    baseRepository: () => repositoryObject(context, repository),
    headRefName: pull.head.ref,
    headRefOid: pull.head.oid,
    headRef: () => (from ? refObject(context, from, pull.head.ref) : null),
    headRepository: () => (from ? repositoryObject(context, from) : null),
    headRepositoryOwner: () => (from ? actorObject(context, from.owner) : null),
    isCrossRepository: pull.head.repository !== pull.repository,
  };
}

function content(context: Context, repository: SimulatedRepository, pull: Pull) {
  const { hub } = context;
  const files = async () => await pullFiles(hub, pull);
  const sum = async (count: (file: FileDiff) => number) =>
    (await files()).reduce((total, file) => total + count(file), 0);
  return {
    additions: () => sum((file) => file.additions),
    deletions: () => sum((file) => file.deletions),
    changedFiles: async () => (await files()).length,
    files: async (args: PageArgs) =>
      connection("files", (await files()).slice(0, maxPullFiles), args, (file) => ({
        path: file.newPath ?? file.oldPath,
        changeType: changeTypes[file.status],
        additions: file.additions,
        deletions: file.deletions,
        viewerViewedState: "UNVIEWED",
      })),
    commits: async (args: PageArgs) => {
      const all = await pullCommits(hub, pull);
      const show = (one: (typeof all)[number]) => ({
        __typename: "PullRequestCommit",
        id: nodeId("PullRequest", pull.id) + one.oid,
        commit: () => commitShown(context, repository, one),
        pullRequest: () => pullObject(context, pull),
        url: pageAddress(context, `${fullName(repository)}/pull/${pull.number}/commits/${one.oid}`),
        resourcePath: `/${fullName(repository)}/pull/${pull.number}/commits/${one.oid}`,
      });
      return connection("commits", all.slice(0, mostCommits), args, show, all.length);
    },
    closingIssuesReferences: (args: PageArgs) =>
      connection(
        "closingIssuesReferences",
        pull.closingIssues.flatMap((number) => findIssue(hub, repository.id, number) ?? []),
        args,
        (one) => issueShown(context, repository, one),
      ),
  };
}

function said(context: Context, repository: SimulatedRepository, pull: Pull) {
  const { state } = context.hub;
  const reviews = () => state.reviews.filter((one) => one.pull === pull.id && isVisible(context, one));
  const hasVisible = (thread: number) =>
    state.reviewComments.some(
      (one) =>
        one.thread === thread &&
        isVisible(
          context,
          state.reviews.find((review) => review.id === one.review),
        ),
    );
  return {
    reviews: (args: PageArgs & { author?: string; states?: string[] }) =>
      connection(
        "reviews",
        reviews().filter(
          (one) =>
            (!args.author || same(one.author.replace(/\[bot\]$/, ""), args.author.replace(/\[bot\]$/, ""))) &&
            (!args.states || args.states.includes(one.state)),
        ),
        args,
        (one) => reviewObject(context, one),
      ),
    reviewThreads: (args: PageArgs) =>
      connection(
        "reviewThreads",
        state.threads.filter((one) => one.pull === pull.id && hasVisible(one.id)),
        args,
        (one) => threadObject(context, one),
      ),
    comments: (args: PageArgs) => commentsOf(context, repository, pull.number, args),
    viewerLatestReview: () => {
      const own = reviews().findLast((one) => same(one.author, context.caller.account.login));
      return own ? reviewObject(context, own) : null;
    },
    ...reactable(context, "pull", pull.id),
  };
}
