// Identifies repositories and pull requests: parse, format, compare.
import type { z as Zod } from "zod";

export interface RepositoryRef {
  host: string;
  owner: string;
  repo: string;
}

export interface PullRequestRef extends RepositoryRef {
  number: number;
}

/** `host/owner/repo`: the store and the jobs know a repository by it. */
export function repositoryKey({ host, owner, repo }: RepositoryRef): string {
  return `${host}/${owner}/${repo}`;
}

/** `host/owner/repo#number`: the store and the jobs know a pull request by it. */
export function pullRequestKey(pull: PullRequestRef): string {
  return `${repositoryKey(pull)}#${pull.number}`;
}

/** `owner/repo`, as GitHub writes it where the host is known. */
export function repositoryFullName({ owner, repo }: Omit<RepositoryRef, "host">): string {
  return `${owner}/${repo}`;
}

/** `owner/repo#number`, as GitHub writes it where the host is known. */
export function pullRequestShortName(pull: Omit<PullRequestRef, "host">): string {
  return `${repositoryFullName(pull)}#${pull.number}`;
}

export function isSameRepository(a: RepositoryRef, b: RepositoryRef): boolean {
  return repositoryKey(a).toLowerCase() === repositoryKey(b).toLowerCase();
}

export function isSamePullRequest(a: PullRequestRef, b: PullRequestRef): boolean {
  return a.number === b.number && isSameRepository(a, b);
}

const hostForm = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
const ownerForm = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$/;
const repoForm = /^[\w.-]{1,100}$/;

/** Null unless the parts have the forms that GitHub gives them: they become parts of addresses and of paths on the disk. */
export function parseRepository(host: string, owner: string, repo: string): RepositoryRef | null {
  const named = canonicalHost(host);
  const bare = repo.replace(/\.git$/i, "");
  const sound =
    named.length <= 260 &&
    hostForm.test(named) &&
    ownerForm.test(owner) &&
    repoForm.test(bare) &&
    !/^\.{1,2}$|\.git$/i.test(bare);
  return sound ? { host: named, owner, repo: bare } : null;
}

/** GitHub is reached by SSH on a host of its own where port 22 is closed; the repository is the same. */
function canonicalHost(host: string): string {
  const lower = host.toLowerCase();
  return /^(?:www|ssh)\.github\.com$/.test(lower) ? "github.com" : lower.replace(/^ssh\.(?=[\w.-]+\.ghe\.com$)/, "");
}

export function parseRepositoryKey(key: string): RepositoryRef | null {
  const [host = "", owner = "", repo = "", ...rest] = key.split("/");
  return rest.length === 0 ? parseRepository(host, owner, repo) : null;
}

export function parsePullRequestKey(key: string): PullRequestRef | null {
  const [, repository = "", number = ""] = /^([^#]+)#([1-9]\d{0,8})$/.exec(key) ?? [];
  const named = parseRepositoryKey(repository);
  return named && { ...named, number: Number(number) };
}

/** Takes zod as an argument, since commands that check no schema start without loading it. */
export function repositorySchema(z: typeof Zod) {
  return z.object({ host: z.string(), owner: z.string(), repo: z.string() });
}

export function pullRequestSchema(z: typeof Zod) {
  return repositorySchema(z).extend({ number: z.int().positive() });
}
