// Defines GitHub's state as plain data, with constructors that fill in defaults. Every response of the stand-in is
// derived from it; commits, files and diffs are read from the bare git repositories instead. Times are milliseconds on
// the stand-in's clock. Ids are GitHub's database ids, from one counter for all kinds.

export type Login = string;

type AccountType = "User" | "Bot" | "Organization";

export interface Account {
  id: number;
  /** An App's login ends in `[bot]`; GraphQL omits the suffix, like GitHub. */
  login: Login;
  type: AccountType;
  name: string | null;
  email: string | null;
  siteAdmin: boolean;
  /** The members of an organisation; empty for people. */
  members: { login: Login; role: "admin" | "member" }[];
  createdAt: number;
}

export type RepositoryPermission = "read" | "triage" | "write" | "maintain" | "admin";

export interface SimulatedRepository {
  id: number;
  owner: Login;
  name: string;
  private: boolean;
  description: string | null;
  defaultBranch: string;
  /** Path of the bare git directory. */
  gitDirectory: string;
  /** The id of the repository that this one was forked from. */
  forkOf: number | null;
  archived: boolean;
  collaborators: { login: Login; permission: RepositoryPermission }[];
  createdAt: number;
  pushedAt: number;
}

export type SimulatedPermission =
  | "actions"
  | "administration"
  | "checks"
  | "contents"
  | "issues"
  | "members"
  | "merge_queues"
  | "metadata"
  | "pull_requests"
  | "statuses"
  | "workflows";
export type PermissionLevel = "read" | "write" | "admin";
export type Permissions = Partial<Record<SimulatedPermission, PermissionLevel>>;

export interface UserToken {
  kind: "user";
  token: string;
  user: Login;
  /** The scopes of a classic token, such as `repo`; null for a token with permissions. */
  scopes: readonly string[] | null;
  /** The permissions of a fine-grained token or of an App's user token; null for a classic one. */
  permissions: Permissions | null;
  /** Ids of the repositories that it gives access to; null: all that its user has access to. */
  repositories: readonly number[] | null;
  /** The id of the App that obtained it by OAuth. */
  app: number | null;
  expiresAt: number | null;
  refreshToken: string | null;
  revoked: boolean;
}

export interface InstallationToken {
  kind: "installation";
  token: string;
  installation: number;
  permissions: Permissions;
  /** Ids of the repositories that it gives access to; null: all of the installation. */
  repositories: readonly number[] | null;
  expiresAt: number;
  revoked: boolean;
}

export type SimulatedToken = UserToken | InstallationToken;

export interface App {
  id: number;
  slug: string;
  name: string;
  owner: Login;
  /** The login of its account: the slug and `[bot]`. */
  bot: Login;
  clientId: string;
  clientSecret: string;
  webhookSecret: string | null;
  webhookUrl: string | null;
  /** PEM. It verifies the App's JWTs; only the manifest flow returns the private key. */
  publicKey: string;
  privateKey: string | null;
  permissions: Permissions;
  events: readonly string[];
  callbackUrls: readonly string[];
  createdAt: number;
}

export interface SimulatedInstallation {
  id: number;
  app: number;
  account: Login;
  permissions: Permissions;
  events: readonly string[];
  /** Ids of the selected repositories; null: all of the account. */
  repositories: readonly number[] | null;
  suspendedAt: number | null;
  createdAt: number;
}

/** A code that the browser carries to the App, for a sign-in or for the manifest flow. */
export interface OAuthCode {
  code: string;
  kind: "login" | "manifest";
  app: number;
  user: Login;
  redirectUri: string | null;
  state: string | null;
  /** PKCE. */
  codeChallenge: string | null;
  expiresAt: number;
  used: boolean;
}

/** A webhook of a repository or an organisation; an App's own is part of the App. */
export interface Webhook {
  id: number;
  repository: number | null;
  organization: Login | null;
  url: string;
  secret: string | null;
  contentType: "json" | "form";
  events: readonly string[];
  active: boolean;
}

export interface WebhookDelivery {
  id: number;
  guid: string;
  webhook: number | null;
  app: number | null;
  event: string;
  action: string | null;
  url: string;
  payload: string;
  /** The receiver's status; null without a response. */
  status: number | null;
  redelivery: boolean;
  at: number;
}

export interface Label {
  id: number;
  repository: number;
  name: string;
  color: string;
  description: string | null;
}

/** Common fields of issues and pull requests. */
interface IssueOrPull {
  id: number;
  repository: number;
  number: number;
  title: string;
  body: string | null;
  author: Login;
  state: "open" | "closed";
  locked: boolean;
  closedAt: number | null;
  labels: string[];
}

export interface Issue extends IssueOrPull {
  createdAt: number;
  updatedAt: number;
}

export interface Pull extends IssueOrPull {
  draft: boolean;
  merged: boolean;
  mergedAt: number | null;
  mergedBy: Login | null;
  mergeCommit: string | null;
  /** The tip of the base branch when the pull request was opened or last pushed to. */
  base: { ref: string; oid: string };
  /** Null if the fork was deleted; its commits remain at refs/pull/N/head of the base repository. */
  head: { ref: string; oid: string; repository: number | null };
  /** Issues of the same repository that merging closes. */
  closingIssues: number[];
  createdAt: number;
  updatedAt: number;
}

export type ReviewState = "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "PENDING" | "DISMISSED";

export interface Review {
  id: number;
  /** The pull request's id, not its number. */
  pull: number;
  author: Login;
  state: ReviewState;
  body: string;
  commit: string;
  submittedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** The reason it is hidden, such as `OUTDATED`; null if it is visible. */
  minimized: string | null;
}

export type DiffSide = "LEFT" | "RIGHT";

export interface SimulatedThread {
  id: number;
  pull: number;
  path: string;
  subject: "LINE" | "FILE";
  side: DiffSide;
  startSide: DiffSide | null;
  /** The current line; null once outdated. */
  line: number | null;
  startLine: number | null;
  originalLine: number | null;
  originalStartLine: number | null;
  originalCommit: string;
  diffHunk: string;
  outdated: boolean;
  resolvedBy: Login | null;
}

export interface ReviewComment {
  id: number;
  pull: number;
  thread: number;
  review: number;
  author: Login;
  body: string;
  /** The id of the thread's first comment; null for that one. */
  replyTo: number | null;
  /** The head when it was written. */
  commit: string;
  createdAt: number;
  updatedAt: number;
  minimized: string | null;
}

/** A comment on an issue or on a pull request's conversation. */
export interface IssueComment {
  id: number;
  repository: number;
  number: number;
  author: Login;
  body: string;
  createdAt: number;
  updatedAt: number;
  minimized: string | null;
}

export const reactionContents = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;
export type ReactionContent = (typeof reactionContents)[number];

export type ReactionSubject = "issue" | "pull" | "issue-comment" | "review-comment" | "review";

export interface Reaction {
  id: number;
  subject: { kind: ReactionSubject; id: number };
  user: Login;
  content: ReactionContent;
  createdAt: number;
}

export type CheckStatus = "queued" | "in_progress" | "completed";
export type CheckConclusion =
  | "success"
  | "failure"
  | "neutral"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required";

export interface CheckAnnotation {
  path: string;
  startLine: number;
  endLine: number;
  level: "notice" | "warning" | "failure";
  message: string;
  title: string | null;
}

export interface CheckRun {
  id: number;
  repository: number;
  app: number;
  /** One suite per App and commit. */
  suite: number;
  name: string;
  headSha: string;
  externalId: string;
  detailsUrl: string | null;
  status: CheckStatus;
  conclusion: CheckConclusion | null;
  startedAt: number;
  completedAt: number | null;
  output: { title: string | null; summary: string | null; text: string | null; annotations: CheckAnnotation[] };
}

/** A commit status, the older kind of check; the newest of a context counts. */
export interface CommitStatus {
  id: number;
  repository: number;
  sha: string;
  context: string;
  state: "error" | "failure" | "pending" | "success";
  targetUrl: string | null;
  creator: Login;
  createdAt: number;
}

/** Of a workflow run. */
export interface Artifact {
  id: number;
  repository: number;
  run: number;
  name: string;
  /** A zip file. */
  archive: Uint8Array;
  /** What GitHub says of it, if not its length. */
  size?: number;
  expired: boolean;
  createdAt: number;
}

export interface GitHubState {
  nextId: number;
  accounts: Account[];
  repositories: SimulatedRepository[];
  tokens: SimulatedToken[];
  apps: App[];
  installations: SimulatedInstallation[];
  oauthCodes: OAuthCode[];
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  labels: Label[];
  issues: Issue[];
  pulls: Pull[];
  reviews: Review[];
  threads: SimulatedThread[];
  reviewComments: ReviewComment[];
  issueComments: IssueComment[];
  reactions: Reaction[];
  checkRuns: CheckRun[];
  statuses: CommitStatus[];
  artifacts: Artifact[];
}

export function emptyGitHubState(): GitHubState {
  return {
    nextId: 1001,
    accounts: [],
    repositories: [],
    tokens: [],
    apps: [],
    installations: [],
    oauthCodes: [],
    webhooks: [],
    deliveries: [],
    labels: [],
    issues: [],
    pulls: [],
    reviews: [],
    threads: [],
    reviewComments: [],
    issueComments: [],
    reactions: [],
    checkRuns: [],
    statuses: [],
    artifacts: [],
  };
}

export function takeId(state: GitHubState): number {
  return state.nextId++;
}

export function newAccount(state: GitHubState, given: Partial<Account> & { login: Login }, at: number): Account {
  const type = given.type ?? (given.login.endsWith("[bot]") ? "Bot" : "User");
  return {
    id: takeId(state),
    type,
    name: null,
    email: null,
    siteAdmin: false,
    members: [],
    createdAt: at,
    ...given,
  };
}

export function newRepository(
  state: GitHubState,
  given: Partial<SimulatedRepository> & Pick<SimulatedRepository, "owner" | "name" | "gitDirectory">,
  at: number,
): SimulatedRepository {
  return {
    id: takeId(state),
    private: false,
    description: null,
    defaultBranch: "main",
    forkOf: null,
    archived: false,
    collaborators: [],
    createdAt: at,
    pushedAt: at,
    ...given,
  };
}

export function newPull(
  state: GitHubState,
  given: Partial<Pull> & Pick<Pull, "repository" | "number" | "title" | "author" | "base" | "head">,
  at: number,
): Pull {
  return {
    id: takeId(state),
    body: null,
    draft: false,
    state: "open",
    locked: false,
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
    closedAt: null,
    labels: [],
    closingIssues: [],
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

export function newIssue(
  state: GitHubState,
  given: Partial<Issue> & Pick<Issue, "repository" | "number" | "title" | "author">,
  at: number,
): Issue {
  return {
    id: takeId(state),
    body: null,
    state: "open",
    locked: false,
    labels: [],
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    ...given,
  };
}

/** A classic token with the scope `repo` by default. */
export function newUserToken(given: Partial<UserToken> & Pick<UserToken, "token" | "user">): UserToken {
  return {
    kind: "user",
    scopes: given.permissions ? null : ["repo", "read:org"],
    permissions: null,
    repositories: null,
    app: null,
    expiresAt: null,
    refreshToken: null,
    revoked: false,
    ...given,
  };
}
