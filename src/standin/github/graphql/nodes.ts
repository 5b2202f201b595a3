// Resolves any object by node id.
import { canSee } from "../callers.ts";
import { Failure } from "../exchange.ts";
import { pullById, repositoryById } from "../hub.ts";
import { readNodeId, type NodeKind } from "../node-id.ts";
import type {
  CheckRun,
  Issue,
  IssueComment,
  Pull,
  SimulatedRepository,
  Review,
  ReviewComment,
  SimulatedThread,
} from "../state.ts";
import { accountObject } from "./accounts.ts";
import { checkRunObject } from "./commits.ts";
import type { Context } from "./context.ts";
import { issueCommentObject, reviewCommentObject, reviewObject, threadObject } from "./conversation.ts";
import { issueShown } from "./issues.ts";
import { pullObject } from "./pulls.ts";
import { repositoryObject } from "./repositories.ts";

export type FoundNode = { repository: SimulatedRepository } & (
  | { kind: "Repository" }
  | { kind: "PullRequest"; one: Pull }
  | { kind: "Issue"; one: Issue }
  | { kind: "IssueComment"; one: IssueComment }
  | { kind: "PullRequestReview"; one: Review }
  | { kind: "PullRequestReviewThread"; one: SimulatedThread }
  | { kind: "PullRequestReviewComment"; one: ReviewComment }
  | { kind: "CheckRun"; one: CheckRun }
);

export function unresolvedNode(id: string): Failure {
  return new Failure(404, `Could not resolve to a node with the global id of '${id}'`);
}

/** The object with this id, if the caller may see it. */
export function findNode(context: Context, id: string): FoundNode {
  const named = readNodeId(id);
  const found = named && lookUp(context, named.kind, named.id);
  if (!found || !canSee(context.hub, context.caller, found.repository)) throw unresolvedNode(id);
  return found;
}

function lookUp({ hub }: Context, kind: NodeKind, id: number): FoundNode | null {
  const { state } = hub;
  const byId = <T extends { id: number }>(all: readonly T[]) => all.find((one) => one.id === id);
  const home = (repository: number) => repositoryById(hub, repository);
  const pullHome = (pull: number) => home(pullById(hub, pull).repository);
  if (kind === "Repository") {
    const repository = byId(state.repositories);
    return repository ? { kind, repository } : null;
  }
  if (kind === "PullRequest" || kind === "Issue" || kind === "IssueComment" || kind === "CheckRun") {
    const pull = kind === "PullRequest" ? byId(state.pulls) : undefined;
    if (pull) return { kind: "PullRequest", repository: home(pull.repository), one: pull };
    const issue = kind === "Issue" ? byId(state.issues) : undefined;
    if (issue) return { kind: "Issue", repository: home(issue.repository), one: issue };
    const comment = kind === "IssueComment" ? byId(state.issueComments) : undefined;
    if (comment) return { kind: "IssueComment", repository: home(comment.repository), one: comment };
    const run = kind === "CheckRun" ? byId(state.checkRuns) : undefined;
    return run ? { kind: "CheckRun", repository: home(run.repository), one: run } : null;
  }
  const review = kind === "PullRequestReview" ? byId(state.reviews) : undefined;
  if (review) return { kind: "PullRequestReview", repository: pullHome(review.pull), one: review };
  const thread = kind === "PullRequestReviewThread" ? byId(state.threads) : undefined;
  if (thread) return { kind: "PullRequestReviewThread", repository: pullHome(thread.pull), one: thread };
  const comment = kind === "PullRequestReviewComment" ? byId(state.reviewComments) : undefined;
  return comment ? { kind: "PullRequestReviewComment", repository: pullHome(comment.pull), one: comment } : null;
}

export function resolveNode(context: Context, found: FoundNode) {
  switch (found.kind) {
    case "Repository":
      return repositoryObject(context, found.repository);
    case "PullRequest":
      return pullObject(context, found.one);
    case "Issue":
      return issueShown(context, found.repository, found.one);
    case "IssueComment":
      return issueCommentObject(context, found.one);
    case "PullRequestReview":
      return reviewObject(context, found.one);
    case "PullRequestReviewThread":
      return threadObject(context, found.one);
    case "PullRequestReviewComment":
      return reviewCommentObject(context, found.one);
    case "CheckRun":
      return checkRunObject(context, found.repository, found.one);
  }
}

export function nodeObject(context: Context, id: string) {
  const named = readNodeId(id);
  const account = named && context.hub.state.accounts.find((one) => one.id === named.id && one.type === named.kind);
  return account ? accountObject(context, account) : resolveNode(context, findNode(context, id));
}
