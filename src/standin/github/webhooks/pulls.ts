// Renders pull requests and issues in webhook payloads.
import { associationOf } from "../callers.ts";
import { repositoryById, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import {
  reactionContents,
  type Issue,
  type Label,
  type Pull,
  type ReactionSubject,
  type SimulatedRepository,
} from "../state.ts";
import { userShape } from "./accounts.ts";
import { repositoryShape } from "./repositories.ts";

/** Counts that are read from git later. */
export interface PullCounts {
  commits: number;
  additions: number;
  deletions: number;
  changed_files: number;
}

export function pullShape(hub: Hub, pull: Pull) {
  const repository = repositoryById(hub, pull.repository);
  const { url, html_url } = repositoryShape(hub, repository);
  const here = `${url}/pulls/${pull.number}`;
  const issue = `${url}/issues/${pull.number}`;
  const statuses = `${url}/statuses/${pull.head.oid}`;
  return {
    url: here,
    id: pull.id,
    node_id: nodeId("PullRequest", pull.id),
    html_url: `${html_url}/pull/${pull.number}`,
    diff_url: `${html_url}/pull/${pull.number}.diff`,
    patch_url: `${html_url}/pull/${pull.number}.patch`,
    issue_url: issue,
    commits_url: `${here}/commits`,
    review_comments_url: `${here}/comments`,
    review_comment_url: `${url}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: userShape(hub, pull.author),
    body: pull.body,
    labels: labelShapes(hub, repository, pull.labels),
    milestone: null,
    active_lock_reason: null,
    ...datesOf(pull),
    merged_at: pull.mergedAt === null ? null : isoTime(pull.mergedAt),
    merge_commit_sha: pull.mergeCommit,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: headShape(hub, pull),
    base: sideShape(hub, repository, pull.base),
    _links: {
      self: { href: here },
      html: { href: `${html_url}/pull/${pull.number}` },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${here}/comments` },
      review_comment: { href: `${url}/pulls/comments{/number}` },
      commits: { href: `${here}/commits` },
      statuses: { href: statuses },
    },
    author_association: associationOf(hub, pull.author, repository),
    auto_merge: null,
    draft: pull.draft,
    merged: pull.merged,
    mergeable: null,
    rebaseable: null,
    mergeable_state: "unknown",
    merged_by: pull.mergedBy === null ? null : userShape(hub, pull.mergedBy),
    comments: hub.state.issueComments.filter((one) => one.repository === pull.repository && one.number === pull.number)
      .length,
    review_comments: hub.state.reviewComments.filter((one) => one.pull === pull.id).length,
    maintainer_can_modify: false,
    commits: 0,
    additions: 0,
    deletions: 0,
    changed_files: 0,
  };
}

function sideShape(hub: Hub, repository: SimulatedRepository, { ref, oid }: Pull["base"]) {
  const user = userShape(hub, repository.owner);
  return { label: `${repository.owner}:${ref}`, ref, sha: oid, user, repo: repositoryShape(hub, repository) };
}

function headShape(hub: Hub, pull: Pull) {
  if (pull.head.repository !== null) return sideShape(hub, repositoryById(hub, pull.head.repository), pull.head);
  const side = sideShape(hub, repositoryById(hub, pull.repository), pull.head);
  // GitHub sends null for a deleted fork, although only some of its types allow it.
  return { ...side, label: `unknown repository:${pull.head.ref}`, repo: null as never };
}

function datesOf(one: Pull | Issue) {
  return {
    created_at: isoTime(one.createdAt),
    updated_at: isoTime(one.updatedAt),
    closed_at: one.closedAt === null ? null : isoTime(one.closedAt),
  };
}

function labelShapes(hub: Hub, repository: SimulatedRepository, names: readonly string[]) {
  return names.map((name) => labelWebhookShape(hub, repository, name));
}

export function labelWebhookShape(hub: Hub, repository: SimulatedRepository, name: string) {
  const unknown: Omit<Label, "repository"> = { id: 0, name, color: "ededed", description: null };
  const label = hub.state.labels.find((one) => one.repository === repository.id && one.name === name) ?? unknown;
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${repositoryShape(hub, repository).url}/labels/${encodeURIComponent(name)}`,
    name,
    color: label.color,
    default: false,
    description: label.description,
    archived_at: null,
    archived_by: null,
  };
}

/** Comments on a pull request's conversation present it as an issue. */
export function issueShape(hub: Hub, one: Issue | Pull) {
  const repository = repositoryById(hub, one.repository);
  const { url: repositoryUrl, html_url } = repositoryShape(hub, repository);
  const url = `${repositoryUrl}/issues/${one.number}`;
  const isPull = "head" in one;
  const html = `${html_url}/${isPull ? "pull" : "issues"}/${one.number}`;
  return {
    url,
    repository_url: repositoryUrl,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    id: one.id,
    node_id: nodeId(isPull ? "PullRequest" : "Issue", one.id),
    number: one.number,
    title: one.title,
    user: userShape(hub, one.author),
    labels: labelShapes(hub, repository, one.labels),
    state: one.state,
    locked: one.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: hub.state.issueComments.filter((c) => c.repository === one.repository && c.number === one.number).length,
    ...datesOf(one),
    author_association: associationOf(hub, one.author, repository),
    active_lock_reason: null,
    body: one.body,
    reactions: reactionsShape(hub, isPull ? "pull" : "issue", one.id, url),
    performed_via_github_app: null,
    ...(isPull && { draft: one.draft, pull_request: pullLinks(hub, one) }),
  };
}

function pullLinks(hub: Hub, pull: Pull) {
  const { url, html_url, diff_url, patch_url, merged_at } = pullShape(hub, pull);
  return { url, html_url, diff_url, patch_url, merged_at };
}

export function reactionsShape(hub: Hub, kind: ReactionSubject, id: number, url: string) {
  const here = hub.state.reactions.filter(({ subject }) => subject.kind === kind && subject.id === id);
  const counts = Object.fromEntries(
    reactionContents.map((content) => [content, here.filter((one) => one.content === content).length]),
  ) as Record<(typeof reactionContents)[number], number>;
  return { url: `${url}/reactions`, total_count: here.length, ...counts };
}
