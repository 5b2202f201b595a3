// Renders repositories in webhook payloads.
import { fullName, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { SimulatedRepository } from "../state.ts";
import { apiUrl, userShape } from "./accounts.ts";

export function repositoryShape(hub: Hub, repository: SimulatedRepository) {
  const { id, name } = repository;
  const openIssues = [...hub.state.issues, ...hub.state.pulls].filter(
    (one) => one.repository === id && one.state === "open",
  ).length;
  const forks = hub.state.repositories.filter((one) => one.forkOf === id).length;
  return {
    id,
    node_id: nodeId("Repository", id),
    name,
    full_name: fullName(repository),
    private: repository.private,
    owner: userShape(hub, repository.owner),
    description: repository.description,
    fork: repository.forkOf !== null,
    ...addresses(hub, repository),
    created_at: isoTime(repository.createdAt),
    updated_at: isoTime(repository.pushedAt),
    pushed_at: isoTime(repository.pushedAt),
    mirror_url: null,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: forks,
    forks,
    archived: repository.archived,
    disabled: false,
    open_issues_count: openIssues,
    open_issues: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? ("private" as const) : ("public" as const),
    default_branch: repository.defaultBranch,
  };
}

/** The short form in lists of an installation's repositories. */
export function shortRepositoryShape({ id, name, private: isPrivate, ...rest }: SimulatedRepository) {
  return { id, node_id: nodeId("Repository", id), name, full_name: `${rest.owner}/${name}`, private: isPrivate };
}

function addresses(hub: Hub, repository: SimulatedRepository) {
  const html = `${hub.url}/${fullName(repository)}`;
  const url = `${apiUrl(hub)}/repos/${fullName(repository)}`;
  return {
    html_url: html,
    url,
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
    git_url: html.replace(/^https?:/, "git:").concat(".git"),
    ssh_url: `git@${new URL(hub.url).hostname}:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
  };
}
