// GitHub as state: plain data, and the constructors that fill in what a story does not care about. Every reply of the
// stand-in is derived from this. Commits, files and diffs are not here: they are read from the bare git repositories.
// Times are milliseconds on the stand-in's clock. Ids are GitHub's database ids: one counter for all kinds.

export type Login = string;

type AccountType = "User" | "Bot" | "Organization";

export interface Account {
  id: number;
  /** An App's account ends in `[bot]`; GraphQL says it without, as GitHub does. */
  login: Login;
  type: AccountType;
  name: string | null;
  email: string | null;
  siteAdmin: boolean;
  /** Of an organisation; empty for people. */
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
  /** Of a classic token, such as `repo`; null for one that has permissions instead. */
  scopes: readonly string[] | null;
  /** Of a fine-grained token, or of one that an App got for a person; null for a classic one. */
  permissions: Permissions | null;
  /** The ids of the repositories that it reaches; null for all that its person reaches. */
  repositories: readonly number[] | null;
  /** The id of the App that got it by OAuth. */
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
  /** The ids of the repositories that it reaches; null for all of its installation's. */
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
  /** Its account: the slug and `[bot]`. */
  bot: Login;
  clientId: string;
  clientSecret: string;
  webhookSecret: string | null;
  webhookUrl: string | null;
  /** PEM; its JWTs are verified by the public half, and only the manifest flow gives out the private one. */
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
  /** The ids of the selected repositories; null for all of the account's. */
  repositories: readonly number[] | null;
  suspendedAt: number | null;
  createdAt: number;
}

/** A code that a browser carries back to the App: for a login, or for an App made from a manifest. */
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

/** Where deliveries go: of a repository or an organisation; an App's own is with the App. */
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
  /** What the receiver answered; null when nothing came. */
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

/** What issues and pull requests have in common. */
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
  /** The tip of the base branch as it was when the pull request was opened or last pushed to, as GitHub keeps it. */
  base: { ref: string; oid: string };
  /** Null where the fork was deleted; its commits stay at refs/pull/N/head of the base repository. */
  head: { ref: string; oid: string; repository: number | null };
  /** Issues of the same repository that merging would close. */
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
  /** Why it is hidden, as `OUTDATED`; null when it is not. */
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
  /** Where it stands now; null once outdated. */
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

/** On the conversation of an issue or a pull request. */
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
  /** One suite for an App and a commit. */
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

/** What something outside said of a commit, by the older way; the newest of a context counts. */
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

/** A classic token with the scope `repo` unless the story says otherwise. */
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
