// Which repository on GitHub a remote's address names. Credentials in an address are dropped here and go no further.
import { UserError } from "../errors.ts";
import type { PullRequestRef } from "./change.ts";
import type { Remote } from "./git.ts";
import type { PullTarget } from "./target.ts";

export type RepositoryRef = Pick<PullRequestRef, "host" | "owner" | "repo">;

const hostForm = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
const ownerForm = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$/;
const repoForm = /^[\w.-]{1,100}$/;

/** Held to the forms that GitHub gives them: they become parts of addresses and of paths on the disk. */
export function repositoryRef(host: string, owner: string, repo: string): RepositoryRef | null {
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

/** Only a stand-in or a tunnel listens there; nothing goes over a wire. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/.test(host);
}

/** Where git and people reach it. */
export function webAddress({ host, owner, repo }: RepositoryRef): string {
  return `${isLoopback(host) ? "http" : "https"}://${host}/${owner}/${repo}`;
}

export function isSameRepository(a: RepositoryRef, b: RepositoryRef): boolean {
  const key = ({ host, owner, repo }: RepositoryRef) => `${host}/${owner}/${repo}`.toLowerCase();
  return key(a) === key(b);
}

/** `https://host/owner/repo.git`, `ssh://git@host:22/owner/repo`, `git@host:owner/repo.git`; null for anything else. */
export function repositoryOf(address: string): RepositoryRef | null {
  if (address.length > 2000) return null;
  const scp = /^(?:[^@/:\s]+@)?([^@/:\s]+):(?!\/\/)\/?([^/\s]+)\/([^/\s]+?)\/?$/.exec(address);
  // A single letter before the colon is a drive of Windows.
  if (scp) return scp[1]!.length === 1 ? null : repositoryRef(scp[1]!, scp[2]!, scp[3]!);
  const url = URL.parse(address);
  const path = /^\/([^/]+)\/([^/]+?)\/?$/.exec(url?.pathname ?? "");
  if (!url || !path) return null;
  // The port of SSH says nothing of where the pages and the API are.
  const host = hosts[url.protocol]?.(url);
  return host === undefined ? null : repositoryRef(host, path[1]!, path[2]!);
}

const hosts: Record<string, (url: URL) => string> = {
  "https:": (url) => url.host,
  "http:": (url) => url.host,
  "ssh:": (url) => url.hostname,
  "git+ssh:": (url) => url.hostname,
  "git:": (url) => url.hostname,
};

/** That of `origin`, else of the only remote there is. Whether it is a fork of another is not guessed. */
export function repositoryOfRemotes(remotes: readonly Remote[]): RepositoryRef | null {
  const origin = remotes.find(({ name }) => name === "origin");
  const only = new Set(remotes.map(({ name }) => name)).size === 1 ? remotes[0] : undefined;
  const chosen = origin ?? only;
  return chosen === undefined ? null : repositoryOf(chosen.url);
}

/** The pull request that was meant, from what was written and, where that leaves anything open, from the remotes. */
export function pullRefOf({ number, repository }: PullTarget, remotes: readonly Remote[]): PullRequestRef {
  const here = repositoryOfRemotes(remotes);
  if (repository !== null) return { ...repository, host: repository.host ?? here?.host ?? "github.com", number };
  if (here === null) throw noRepository(number, remotes);
  return { ...here, number };
}

function noRepository(number: number, remotes: readonly Remote[]): UserError {
  const names = [...new Set(remotes.map(({ name }) => name))];
  const where =
    names.length === 0
      ? "this repository has no remote"
      : names.includes("origin")
        ? "its remote origin is not an address on GitHub"
        : `it has several remotes (${names
            .slice(0, 5)
            .map((name) => JSON.stringify(name.slice(0, 40)))
            .join(", ")}) and none is named origin`;
  return new UserError(
    `It is not clear whose pull request #${number} is: ${where}`,
    `Name the repository as in owner/name#${number}, or give the pull request's address.`,
  );
}
