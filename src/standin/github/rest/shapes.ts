// Renders people, comments, reviews and checks in GitHub's published shapes.
import type { components } from "@octokit/openapi-types";
import { associationOf } from "../callers.ts";
import { accountOf, findPull, fullName, pullById, repositoryById, same, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import { userShape } from "../webhooks/accounts.ts";
import type {
  App,
  CheckRun,
  CommitStatus,
  IssueComment,
  Label,
  Login,
  Reaction,
  ReactionSubject,
  SimulatedRepository,
  Review,
  ReviewComment,
} from "../state.ts";

export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export function api(hub: Hub, path: string): string {
  return `${hub.url}/api/v3/${path}`;
}

/** As in webhooks. */
export function simpleUser(hub: Hub, login: Login): Schema<"simple-user"> {
  return userShape(hub, accountOf(hub, login).login);
}

function reactionRollup(hub: Hub, kind: ReactionSubject, id: number, url: string): Schema<"reaction-rollup"> {
  const all = hub.state.reactions.filter((one) => one.subject.kind === kind && one.subject.id === id);
  const count = (content: Reaction["content"]) => all.filter((one) => one.content === content).length;
  return {
    url: `${url}/reactions`,
    total_count: all.length,
    "+1": count("+1"),
    "-1": count("-1"),
    laugh: count("laugh"),
    confused: count("confused"),
    heart: count("heart"),
    hooray: count("hooray"),
    eyes: count("eyes"),
    rocket: count("rocket"),
  };
}

export function reactionShape(hub: Hub, one: Reaction): Schema<"reaction"> {
  return {
    id: one.id,
    node_id: nodeId("Reaction", one.id),
    user: simpleUser(hub, one.user),
    content: one.content,
    created_at: isoTime(one.createdAt),
  };
}

export function issueCommentShape(hub: Hub, one: IssueComment): Schema<"issue-comment"> {
  const repository = repositoryById(hub, one.repository);
  const where = findPull(hub, repository.id, one.number) ? "pull" : "issues";
  const url = api(hub, `repos/${fullName(repository)}/issues/comments/${one.id}`);
  return {
    id: one.id,
    node_id: nodeId("IssueComment", one.id),
    url,
    html_url: `${hub.url}/${fullName(repository)}/${where}/${one.number}#issuecomment-${one.id}`,
    issue_url: api(hub, `repos/${fullName(repository)}/issues/${one.number}`),
    body: one.body,
    user: simpleUser(hub, one.author),
    created_at: isoTime(one.createdAt),
    updated_at: isoTime(one.updatedAt),
    author_association: associationOf(hub, one.author, repository),
    performed_via_github_app: null,
    reactions: reactionRollup(hub, "issue-comment", one.id, url),
  };
}

export function reviewShape(hub: Hub, one: Review): Schema<"pull-request-review"> {
  const pull = pullById(hub, one.pull);
  const repository = repositoryById(hub, pull.repository);
  const html = `${hub.url}/${fullName(repository)}/pull/${pull.number}#pullrequestreview-${one.id}`;
  const pullUrl = api(hub, `repos/${fullName(repository)}/pulls/${pull.number}`);
  return {
    id: one.id,
    node_id: nodeId("PullRequestReview", one.id),
    user: simpleUser(hub, one.author),
    body: one.body,
    state: one.state,
    html_url: html,
    pull_request_url: pullUrl,
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    ...(one.submittedAt !== null && { submitted_at: isoTime(one.submittedAt) }),
    commit_id: one.commit,
    author_association: associationOf(hub, one.author, repository),
  };
}

export function reviewCommentShape(hub: Hub, one: ReviewComment): Schema<"pull-request-review-comment"> {
  const pull = pullById(hub, one.pull);
  const repository = repositoryById(hub, pull.repository);
  const thread = hub.state.threads.find((each) => each.id === one.thread)!;
  const url = api(hub, `repos/${fullName(repository)}/pulls/comments/${one.id}`);
  const html = `${hub.url}/${fullName(repository)}/pull/${pull.number}#discussion_r${one.id}`;
  const pullUrl = api(hub, `repos/${fullName(repository)}/pulls/${pull.number}`);
  return {
    url,
    pull_request_review_id: one.review,
    id: one.id,
    node_id: nodeId("PullRequestReviewComment", one.id),
    diff_hunk: thread.diffHunk,
    path: thread.path,
    commit_id: thread.outdated ? thread.originalCommit : pull.head.oid,
    original_commit_id: thread.originalCommit,
    ...(one.replyTo !== null && { in_reply_to_id: one.replyTo }),
    user: simpleUser(hub, one.author),
    body: one.body,
    created_at: isoTime(one.createdAt),
    updated_at: isoTime(one.updatedAt),
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(hub, one.author, repository),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    start_line: thread.startLine,
    original_start_line: thread.originalStartLine,
    start_side: thread.startSide,
    ...(thread.line !== null && { line: thread.line }),
    ...(thread.originalLine !== null && { original_line: thread.originalLine }),
    side: thread.side,
    subject_type: thread.subject === "LINE" ? "line" : "file",
    reactions: reactionRollup(hub, "review-comment", one.id, url),
  };
}

function integrationShape(hub: Hub, app: App): NonNullable<Schema<"nullable-integration">> {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    client_id: app.clientId,
    owner: simpleUser(hub, app.owner),
    name: app.name,
    description: null,
    external_url: `${hub.url}/apps/${app.slug}`,
    html_url: `${hub.url}/apps/${app.slug}`,
    created_at: isoTime(app.createdAt),
    updated_at: isoTime(app.createdAt),
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}

export function checkRunShape(hub: Hub, one: CheckRun): Schema<"check-run"> {
  const repository = repositoryById(hub, one.repository);
  const url = api(hub, `repos/${fullName(repository)}/check-runs/${one.id}`);
  const app = hub.state.apps.find((each) => each.id === one.app);
  return {
    id: one.id,
    head_sha: one.headSha,
    node_id: nodeId("CheckRun", one.id),
    external_id: one.externalId,
    url,
    html_url: `${hub.url}/${fullName(repository)}/runs/${one.id}`,
    details_url: one.detailsUrl,
    status: one.status,
    conclusion: one.conclusion,
    started_at: isoTime(one.startedAt),
    completed_at: one.completedAt === null ? null : isoTime(one.completedAt),
    output: {
      title: one.output.title,
      summary: one.output.summary,
      text: one.output.text,
      annotations_count: one.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: one.name,
    check_suite: { id: one.suite },
    app: app ? integrationShape(hub, app) : null,
    pull_requests: [],
  };
}

export function labelsOf(hub: Hub, repository: SimulatedRepository, names: readonly string[]): Label[] {
  const known = hub.state.labels.filter((one) => one.repository === repository.id);
  return names.flatMap((name) => known.find((one) => same(one.name, name)) ?? []);
}

export function labelShape(hub: Hub, repository: SimulatedRepository, one: Label): Schema<"label"> {
  return {
    id: one.id,
    node_id: nodeId("Label", one.id),
    url: api(hub, `repos/${fullName(repository)}/labels/${encodeURIComponent(one.name)}`),
    name: one.name,
    color: one.color,
    description: one.description,
    default: false,
  };
}

export function commitStatusShape(hub: Hub, one: CommitStatus): Schema<"simple-commit-status"> {
  const repository = repositoryById(hub, one.repository);
  return {
    description: null,
    id: one.id,
    node_id: nodeId("StatusContext", one.id),
    state: one.state,
    context: one.context,
    target_url: one.targetUrl,
    avatar_url: simpleUser(hub, one.creator).avatar_url,
    url: api(hub, `repos/${fullName(repository)}/statuses/${one.sha}`),
    created_at: isoTime(one.createdAt),
    updated_at: isoTime(one.createdAt),
  };
}
