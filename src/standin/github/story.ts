// Builds test scenarios: people, repositories with real commits, pull requests and comments.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createCheckRun, type CheckRunFields } from "./acts/checks.ts";
import { addComment, react } from "./acts/comments.ts";
import {
  afterPush,
  closePull,
  editPull,
  mergePull,
  openSimulatedPull,
  reopenPull,
  setLabel,
  type PullToOpen,
} from "./acts/pulls.ts";
import { makeReview, type ReviewRequest } from "./acts/reviews.ts";
import { reply, setResolved } from "./acts/threads.ts";
import { accountOf, directoryFor, fullName, gitIn, nextNumber, record, repositoryById, tell, type Hub } from "./hub.ts";
import type { Actor } from "./ledger.ts";
import { refOid } from "./pull-git.ts";
import { noCommit } from "./git/refs.ts";
import { newAccount, newIssue, newRepository, newUserToken, takeId } from "./state.ts";
import type {
  Account,
  CheckRun,
  CommitStatus,
  Issue,
  IssueComment,
  Login,
  Permissions,
  Pull,
  Reaction,
  ReactionContent,
  SimulatedRepository,
  Review,
  ReviewComment,
  SimulatedThread,
  UserToken,
} from "./state.ts";

interface StoryCommit {
  message: string;
  /** Whole files; null deletes one. */
  files: Readonly<Record<string, string | Uint8Array | null>>;
  author?: { name: string; email: string };
}

export interface Story {
  user(login: Login, given?: Partial<Account>): Account;
  organization(login: Login, members?: Account["members"]): Account;
  /** A user token; by default a classic one with the scope `repo`. */
  token(login: Login, given?: Partial<UserToken>): string;
  /** Creates an App, its installation on the repository's account, and an installation token. */
  appToken(repository: SimulatedRepository, slug: string, permissions: Permissions): string;
  repository(
    owner: Login,
    name: string,
    commits: readonly StoryCommit[],
    given?: Partial<SimulatedRepository>,
  ): Promise<SimulatedRepository>;
  fork(repository: SimulatedRepository, owner: Login): Promise<SimulatedRepository>;
  /** Adds commits to a branch: on its tip, or on `from` (a branch or a commit). */
  push(
    repository: SimulatedRepository,
    branch: string,
    commits: readonly StoryCommit[],
    how?: PushHow,
  ): Promise<string>;
  /** Like `push`, but replaces the branch's commits since `from`. */
  forcePush(
    repository: SimulatedRepository,
    branch: string,
    from: string,
    commits: readonly StoryCommit[],
    by?: Login,
  ): Promise<string>;
  openPull(repository: SimulatedRepository, by: Login, given: PullToOpen): Promise<Pull>;
  editPull(pull: Pull, edit: { title?: string; body?: string; draft?: boolean; base?: string }, by?: Login): void;
  label(pull: Pull, label: string, by?: Login): void;
  unlabel(pull: Pull, label: string, by?: Login): void;
  closePull(pull: Pull, by?: Login): void;
  reopenPull(pull: Pull, by?: Login): void;
  mergePull(pull: Pull, by: Login): Promise<string>;
  openIssue(repository: SimulatedRepository, by: Login, given: { title: string; body?: string }): Issue;
  comment(on: Pull | Issue, by: Login, body: string): IssueComment;
  review(pull: Pull, by: Login, request: Partial<ReviewRequest>): Promise<Review>;
  reply(thread: SimulatedThread, by: Login, body: string): ReviewComment;
  resolve(thread: SimulatedThread, by: Login): void;
  unresolve(thread: SimulatedThread, by: Login): void;
  react(subject: Reaction["subject"], by: Login, content: ReactionContent): Reaction;
  /** Adds a check run of an App created by `appToken`. */
  checkRun(
    repository: SimulatedRepository,
    slug: string,
    given: CheckRunFields & { name: string; headSha: string },
  ): CheckRun;
  status(repository: SimulatedRepository, by: Login, given: StatusOf): CommitStatus;
}

type StatusOf = Pick<CommitStatus, "sha" | "context" | "state"> & Partial<CommitStatus>;

interface PushHow {
  from?: string;
  by?: Login;
}

export function storyOf(hub: Hub): Story {
  const { state } = hub;
  const now = () => hub.clock.now();
  const as = (login: Login): Actor => ({ login: accountOf(hub, login).login, via: "story" });
  const add = (given: Partial<Account> & { login: Login }): Account => {
    const known = state.accounts.find((one) => one.login === given.login);
    if (known) return Object.assign(known, given);
    const made = newAccount(state, given, now());
    state.accounts.push(made);
    return made;
  };
  const push = async (
    repository: SimulatedRepository,
    branch: string,
    commits: readonly StoryCommit[],
    how: PushHow = {},
  ) => {
    const ref = `refs/heads/${branch}`;
    const before = await refOid(hub, repository.gitDirectory, ref);
    await importCommits(hub, repository.gitDirectory, ref, commits, how.from);
    const after = await refOid(hub, repository.gitDirectory, ref);
    const moved = { ref, before: before ?? noCommit, after: after ?? noCommit };
    await afterPush(hub, as(how.by ?? repository.owner), repository, moved);
    return moved.after;
  };
  return {
    user: (login, given = {}) => add({ ...given, login }),
    organization: (login, members = []) => add({ login, type: "Organization", members }),
    token: (login, given = {}) => {
      const made = newUserToken({ token: `ghp_${accountOf(hub, login).id}x${takeId(state)}`, user: login, ...given });
      state.tokens.push(made);
      return made.token;
    },
    appToken: (repository, slug, permissions) => appToken(hub, add, repository, slug, permissions),
    repository: async (owner, name, commits, given = {}) => {
      const gitDirectory = directoryFor(hub, owner, name);
      await initBare(hub, gitDirectory, given.defaultBranch ?? "main");
      const made = newRepository(state, { owner, name, gitDirectory, ...given }, now());
      state.repositories.push(made);
      if (commits.length > 0) await importCommits(hub, gitDirectory, `refs/heads/${made.defaultBranch}`, commits);
      return made;
    },
    fork: async (repository, owner) => {
      const gitDirectory = directoryFor(hub, owner, repository.name);
      mkdirSync(dirname(gitDirectory), { recursive: true });
      await gitIn(hub, hub.folder, ["clone", "--quiet", "--bare", repository.gitDirectory, gitDirectory]);
      const { name, defaultBranch } = repository;
      const made = newRepository(state, { owner, name, gitDirectory, defaultBranch, forkOf: repository.id }, now());
      state.repositories.push(made);
      return made;
    },
    push,
    forcePush: async (repository, branch, from, commits, by) =>
      push(repository, branch, commits, { from, ...(by && { by }) }),
    openPull: (repository, by, given) => openSimulatedPull(hub, as(by), repository, given),
    editPull: (pull, edit, by = pull.author) => editPull(hub, as(by), pull, edit),
    label: (pull, label, by = pull.author) => setLabel(hub, as(by), pull, label, true),
    unlabel: (pull, label, by = pull.author) => setLabel(hub, as(by), pull, label, false),
    closePull: (pull, by = pull.author) => closePull(hub, as(by), pull),
    reopenPull: (pull, by = pull.author) => reopenPull(hub, as(by), pull),
    mergePull: (pull, by) => mergePull(hub, as(by), pull),
    openIssue: (repository, by, { title, body }) => {
      const number = nextNumber(hub, repository.id);
      const given = { repository: repository.id, number, title, body: body ?? null, author: by };
      const made = newIssue(state, given, now());
      state.issues.push(made);
      record(hub, as(by), "open-issue", `${fullName(repository)}#${number}`, { body: made.body, id: made.id });
      tell(hub, { repository, sender: by, at: now(), event: "issues", action: "opened", issue: made });
      return made;
    },
    comment: (on, by, body) => addComment(hub, as(by), repositoryById(hub, on.repository), on.number, body),
    review: (pull, by, request) =>
      makeReview(hub, as(by), pull, { event: "COMMENT", body: "", commit: null, comments: [], ...request }),
    reply: (thread, by, body) => reply(hub, as(by), thread, body),
    resolve: (thread, by) => setResolved(hub, as(by), thread, true),
    unresolve: (thread, by) => setResolved(hub, as(by), thread, false),
    react: (subject, by, content) => react(hub, as(by), subject, content).reaction,
    checkRun: (repository, slug, given) => {
      const app = state.apps.find((one) => one.slug === slug);
      if (!app) throw new Error(`the stand-in has no App ${slug}`);
      return createCheckRun(hub, as(app.bot), repository, app, given);
    },
    status: (repository, by, given) => {
      const about = { id: takeId(state), repository: repository.id, creator: as(by).login, createdAt: now() };
      const made: CommitStatus = { targetUrl: null, ...about, ...given };
      state.statuses.push(made);
      return made;
    },
  };
}

function appToken(
  hub: Hub,
  add: (given: Partial<Account> & { login: Login }) => Account,
  repository: SimulatedRepository,
  slug: string,
  permissions: Permissions,
): string {
  const { state } = hub;
  const at = hub.clock.now();
  let app = state.apps.find((one) => one.slug === slug);
  if (!app) {
    const bot = add({ login: `${slug}[bot]`, type: "Bot" }).login;
    const id = takeId(state);
    app = {
      id,
      slug,
      name: slug,
      owner: repository.owner,
      bot,
      clientId: `Iv1.${id}`,
      clientSecret: `client-secret-${id}`,
      webhookSecret: null,
      webhookUrl: null,
      publicKey: "",
      privateKey: null,
      permissions,
      events: [],
      callbackUrls: [],
      createdAt: at,
    };
    state.apps.push(app);
  }
  const installation = {
    id: takeId(state),
    app: app.id,
    account: repository.owner,
    permissions,
    events: [],
    repositories: null,
    suspendedAt: null,
    createdAt: at,
  };
  state.installations.push(installation);
  const token = `ghs_${installation.id}x${takeId(state)}`;
  const expiresAt = at + 60 * 60 * 1000;
  const about = { kind: "installation", installation: installation.id, permissions, repositories: null } as const;
  state.tokens.push({ ...about, token, expiresAt, revoked: false });
  return token;
}

async function initBare(hub: Hub, directory: string, branch: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  // Without the samples of hooks, which would be copied.
  await gitIn(hub, directory, ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`]);
}

/** Creates real commits with many files in one git process (`fast-import`). */
async function importCommits(
  hub: Hub,
  directory: string,
  ref: string,
  commits: readonly StoryCommit[],
  from?: string,
): Promise<void> {
  const base =
    from === undefined ? await refOid(hub, directory, ref) : await refOid(hub, directory, `${from}^{commit}`);
  if (from !== undefined && base === null) throw new Error(`${directory} has no ${from}`);
  if (commits.length === 0) {
    await gitIn(hub, directory, ["update-ref", ref, base ?? ""]);
    return;
  }
  const parts: (string | Uint8Array)[] = [];
  for (const [at, commit] of commits.entries()) parts.push(...commitStream(hub, ref, commit, at === 0 ? base : null));
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  await gitIn(hub, directory, ["fast-import", "--quiet", "--force", "--date-format=raw"], bytes);
}

function commitStream(hub: Hub, ref: string, commit: StoryCommit, parent: string | null): (string | Uint8Array)[] {
  const { name, email } = commit.author ?? { name: "Ada Example", email: "ada@example.com" };
  const person = `${name} <${email}> ${Math.floor(hub.clock.now() / 1000)} +0000`;
  const message = Buffer.from(commit.message);
  const parts: (string | Uint8Array)[] = [
    `commit ${ref}\nauthor ${person}\ncommitter ${person}\ndata ${message.length}\n`,
    message,
    `\n${parent === null ? "" : `from ${parent}\n`}`,
  ];
  for (const [path, content] of Object.entries(commit.files)) {
    const named = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
    if (content === null) parts.push(`D ${named}\n`);
    else {
      const bytes = Buffer.from(content);
      parts.push(`M 100644 inline ${named}\ndata ${bytes.length}\n`, bytes, "\n");
    }
  }
  return [...parts, "\n"];
}
