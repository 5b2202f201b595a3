// Parses a remote's address into a repository reference, without its credentials.
import { UserError } from "../errors.ts";
import type { Remote } from "./git.ts";
import type { PullTarget } from "./target.ts";
import { parseRepository, type PullRequestRef, repositoryKey, type RepositoryRef } from "../pull-request.ts";

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/.test(host);
}

export function webAddress(repository: RepositoryRef): string {
  return `${isLoopback(repository.host) ? "http" : "https"}://${repositoryKey(repository)}`;
}

/** `https://host/owner/repo.git`, `ssh://git@host:22/owner/repo`, `git@host:owner/repo.git`; null for anything else. */
export function repositoryOf(address: string): RepositoryRef | null {
  if (address.length > 2000) return null;
  const scp = /^(?:[^@/:\s]+@)?([^@/:\s]+):(?!\/\/)\/?([^/\s]+)\/([^/\s]+?)\/?$/.exec(address);
  // A single letter before the colon is a Windows drive.
  if (scp) return scp[1]!.length === 1 ? null : parseRepository(scp[1]!, scp[2]!, scp[3]!);
  const url = URL.parse(address);
  const path = /^\/([^/]+)\/([^/]+?)\/?$/.exec(url?.pathname ?? "");
  if (!url || !path) return null;
  // The SSH port does not apply to the web pages and the API.
  const host = hosts[url.protocol]?.(url);
  return host === undefined ? null : parseRepository(host, path[1]!, path[2]!);
}

const hosts: Record<string, (url: URL) => string> = {
  "https:": (url) => url.host,
  "http:": (url) => url.host,
  "ssh:": (url) => url.hostname,
  "git+ssh:": (url) => url.hostname,
  "git:": (url) => url.hostname,
};

/** The repository of `origin`, or of the only remote. Forks are not resolved here. */
export function repositoryOfRemotes(remotes: readonly Remote[]): RepositoryRef | null {
  const origin = remotes.find(({ name }) => name === "origin");
  const only = new Set(remotes.map(({ name }) => name)).size === 1 ? remotes[0] : undefined;
  const chosen = origin ?? only;
  return chosen === undefined ? null : repositoryOf(chosen.url);
}

/** The pull request that the user named, completed from the remotes. */
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
