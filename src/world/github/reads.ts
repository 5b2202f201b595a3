// Reads from GitHub, without write access.
import type { Oid, Ownership } from "../../change/change.ts";
import type { GitHubReads, LinkedText, PullNow, PullSnapshot } from "../../change/github.ts";
import { Refused, UserError } from "../../errors.ts";
import { hostNamed } from "./address.ts";
import { explained } from "./explain-refusal.ts";
import { readIssues } from "./issue-texts.ts";
import { ownOutput } from "./own-output.ts";
import { readPullPages, type PullPages } from "./pull-pages.ts";
import { pullNow } from "./queries/pull-now.ts";
import { pullOfBranchQuery, type BranchPulls } from "./queries/pull-of-branch.ts";
import type { About, BaseFile } from "./queries/pull-snapshot.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export function openReads(options: RequestOptions): GitHubReads {
  const here = (host: string) => {
    if (hostNamed(host) !== options.api.host) throw new Error(`asked ${options.api.host} for something on ${host}`);
  };
  const requests = openRequests(options);
  return {
    snapshot: async (pull) => {
      here(pull.host);
      return await explained(pull, async () => await readSnapshot(requests, pull));
    },
    now: async (pull) => {
      here(pull.host);
      return await explained(pull, async () => await readNow(requests, pull));
    },
    pullOf: async (repository, branch) => {
      here(repository.host);
      return await explained(repository, async () => await findPull(requests, repository, branch));
    },
    issues: async (pull, references) => {
      here(pull.host);
      return await explained(pull, async () => await readIssues(requests, pull, references));
    },
  };
}

async function readSnapshot(shared: Requests, pull: PullRequestRef): Promise<PullSnapshot> {
  const { requests, taken } = counted(shared);
  const pages = await readPullPages(requests, pull);
  const { about, lists, repository, viewer } = pages;
  const at: PullRequestRef = { ...pull, owner: repository.owner.login, repo: repository.name };
  const base = baseOf(about) as Oid;
  const head = pages.head as Oid;
  const comparison = await compare(requests, at, base, head);
  return {
    // By its current name: a renamed repository can be read by its old name, but not written to.
    pull: at,
    url: about.url,
    state: stateOf(about.state),
    title: about.title,
    body: about.body,
    author: loginOfAuthor(about),
    association: about.authorAssociation,
    draft: about.isDraft,
    labels: (about.labels?.nodes ?? []).flatMap((label) => label?.name ?? []),
    base: { ref: about.baseRefName, sha: base, ...tipFiles(about) },
    head: { ref: about.headRefName, sha: head, repository: about.headRepository?.nameWithOwner ?? null },
    mergeBase: comparison.mergeBase,
    commits: lists.commits.map(({ commit }) => ({
      sha: commit.oid,
      message: commit.message.trimEnd(),
      author: commit.author?.name ?? "",
    })),
    commitsTotal: Math.max(pages.commitsTotal, comparison.commits, lists.commits.length),
    files: lists.files.map(({ path, changeType, additions, deletions }) => ({
      path,
      status: changeType.toLowerCase() as Lowercase<typeof changeType>,
      additions,
      deletions,
    })),
    filesTotal: about.changedFiles,
    additions: about.additions,
    deletions: about.deletions,
    issues: closedIssues(about, pages),
    viewer: { login: viewer, app: viewer.endsWith("[bot]") },
    owned: ownership(pages),
    output: ownOutput(lists),
    requests: taken(),
  };
}

/** Counts only the requests of this call. */
function counted(shared: Requests): { requests: Requests; taken(): number } {
  let taken = 0;
  const tally = () => void (taken += 1);
  return {
    requests: {
      ...shared,
      get: async (route, values) => await shared.get(route, values, tally),
      query: async (document, variables, mayMiss) => await shared.query(document, variables, mayMiss, tally),
    },
    taken: () => taken,
  };
}

/**
 * The current head of the base branch; once merged, the base that GitHub recorded, because the branch contains the
 * change.
 */
function baseOf({ state, baseRef, baseRefOid }: About): string {
  return (state === "OPEN" ? baseRef?.target?.oid : undefined) ?? baseRefOid;
}

/** Files that govern the review, at the tip of the base branch; none if they cannot be had whole, or it is merged. */
function tipFiles({ state, baseRef }: About): Pick<PullSnapshot["base"], "config" | "replyTemplate"> {
  if (state !== "OPEN" || !baseRef?.target) return {};
  const { config, replyTemplate } = baseRef.target;
  return { config: wholeText(config), replyTemplate: wholeText(replyTemplate) };
}

/** Null: there is no such file; undefined: GitHub does not give its text. */
function wholeText(file: BaseFile | undefined): string | null | undefined {
  if (file === undefined) return undefined;
  const object = file?.object ?? null;
  if (object === null) return null;
  return object.isTruncated === true ? undefined : (object.text ?? undefined);
}

/** REST and the GraphQL viewer write an App's login as `name[bot]`, GraphQL authors do not. */
export function loginOfAuthor({ author }: Pick<About, "author">): string | null {
  if (!author) return null;
  return author.__typename === "Bot" && !author.login.endsWith("[bot]") ? `${author.login}[bot]` : author.login;
}

function ownership({ viewer, repository: { owner } }: PullPages): Ownership {
  if (owner.login.toLowerCase() === viewer.toLowerCase()) return { is: "mine", why: "owner" };
  if (owner.viewerCanAdminister === true) return { is: "mine", why: "organisation-admin" };
  return { is: "theirs", why: "not-admin" };
}

function closedIssues({ closingIssuesReferences }: About, { repository }: PullPages): LinkedText[] {
  const here = `${repository.owner.login}/${repository.name}`;
  return (closingIssuesReferences?.nodes ?? [])
    .filter((issue) => issue !== null)
    .map(({ number, title, body, repository: { nameWithOwner } }) => ({
      reference: nameWithOwner === here ? `#${number}` : `${nameWithOwner}#${number}`,
      title,
      body,
    }));
}

interface Comparison {
  merge_base_commit: { sha: string };
  total_commits: number;
}

/** GraphQL has no merge base. The second page is requested because the first contains up to 300 diffs. */
async function compare(requests: Requests, pull: PullRequestRef, base: Oid, head: Oid) {
  try {
    const { merge_base_commit, total_commits } = await requests.get<Comparison>(
      "/repos/{owner}/{repo}/compare/{ends}",
      { owner: pull.owner, repo: pull.repo, ends: `${base}...${head}`, per_page: 1, page: 2 },
    );
    return { mergeBase: merge_base_commit.sha as Oid, commits: total_commits };
  } catch (error) {
    throw error instanceof Refused && (error.status === 404 || error.status === 403)
      ? notComparable(error, pull)
      : error;
  }
}

/** The pull request was read just now, so it exists. */
function notComparable({ who, message }: Refused, { owner, repo, number }: PullRequestRef): UserError {
  const place = `pull request ${number} in ${owner}/${repo}`;
  if (/no common ancestor/i.test(message))
    return new UserError(
      `There is no common history of ${place} and its base branch`,
      "Rebase it on the base branch; until then there is nothing to compare it with.",
    );
  return new UserError(
    `${who} does not show the code of ${place}: ${message}`,
    "Give the token read access to contents, beside pull requests.",
  );
}

async function readNow(requests: Requests, { owner, repo, number }: PullRequestRef): Promise<PullNow> {
  const data = await requests.query(pullNow, { owner, name: repo, number });
  const pull = data.repository?.pullRequest;
  if (!pull) throw new Refused(requests.who, 404, `no pull request ${number}`);
  return { head: pull.headRefOid as Oid, state: stateOf(pull.state), draft: pull.isDraft, title: pull.title };
}

async function findPull(
  requests: Requests,
  { host, owner, repo }: Pick<PullRequestRef, "host" | "owner" | "repo">,
  branch: string,
): Promise<PullRequestRef | null> {
  const { repository } = await requests.query(pullOfBranchQuery, { owner, name: repo, branch });
  if (!repository) throw new Refused(requests.who, 404, "no repository");
  for (const place of [repository, repository.parent]) {
    const number = place ? numberFrom(place, repository.nameWithOwner) : undefined;
    if (place && number !== undefined) return { host, owner: place.owner.login, repo: place.name, number };
  }
  return null;
}

function numberFrom({ pullRequests }: BranchPulls, head: string): number | undefined {
  return (pullRequests.nodes ?? []).find((pull) => pull?.headRepository?.nameWithOwner === head)?.number;
}

function stateOf(state: About["state"]): PullSnapshot["state"] {
  return state.toLowerCase() as Lowercase<typeof state>;
}
