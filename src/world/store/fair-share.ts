// Shares the workers between owners, their repositories and the authors there, so that nobody can hold all of them.
// Whose turn was longest ago comes next, and each holds only a part of the workers of a process at once.
import { createHash } from "node:crypto";
import type { StoredJob } from "./kept/jobs.ts";

/** Hashed, because only their identity matters, and they outlive the data of a repository. */
export interface JobShare {
  /** The account that installed the App. */
  owner: string;
  repository: string;
  author: string;
}

export type FullShares = Readonly<Record<keyof JobShare, readonly string[]>>;

export function shareOf({ key, author = "" }: Pick<StoredJob, "key" | "author">): JobShare {
  // Keys begin with `host/owner/repo`, then `#` or `@`.
  const [repository = ""] = key.split(/[#@]/, 1);
  // A bot opens pull requests everywhere, and is no reason for repositories to wait for each other.
  const isOneEverywhere = author !== "" && !author.endsWith("[bot]");
  return {
    owner: hashed(`owner ${repository.slice(0, repository.lastIndexOf("/"))}`),
    repository: hashed(`repository ${repository}`),
    author: hashed(`author ${isOneEverywhere ? "" : repository} ${author.toLowerCase()}`),
  };
}

function hashed(name: string): string {
  return createHash("sha256").update(name).digest("base64url").slice(0, 16);
}

/** How many of so many workers one may hold. The last is for other owners. */
const most: Readonly<Record<keyof JobShare, (workers: number) => number>> = {
  owner: (workers) => workers - 1,
  repository: (workers) => Math.ceil((workers * 2) / 3),
  author: (workers) => Math.floor(workers / 3),
};

/** Those that hold as many workers of this process as they may. */
export function fullShares(running: readonly JobShare[], workers: number): FullShares {
  const full = (level: keyof JobShare) => {
    const limit = Math.max(1, most[level](workers));
    const names = running.map((share) => share[level]);
    return [...new Set(names)].filter((name) => names.filter((other) => other === name).length >= limit);
  };
  return { owner: full("owner"), repository: full("repository"), author: full("author") };
}
