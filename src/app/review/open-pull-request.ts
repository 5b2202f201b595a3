// Opens the repository that a pull request is read from: the user's clone if it has the commits, otherwise a mirror in
// the cache, which borrows objects from that clone if possible.
import type { PullSnapshot } from "../../change/github.ts";
import { repositoryOf, webAddress } from "../../change/remote.ts";
import { UserError } from "../../errors.ts";
import { canLend, hasWholeFiles, openMirror, type WantedCommits } from "../../world/git/mirror.ts";
import { openGit, type OpenGit } from "../../world/git/repository.ts";
import { userCacheFolder } from "../../world/user-cache.ts";
import { withCode, type OpenRepository } from "./open-repository.ts";
import { isSameRepository } from "../../pull-request.ts";

export interface OpenPullOptions {
  /** The current folder or that of --repo; null if it is not in a repository. */
  localFolder: string | null;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** Used for `git fetch` only. */
  token: string | null;
  /** Called with the progress of the fetch, from 0 to 100; not called if nothing is fetched. */
  progress?(percent: number): void;
  /** Overrides the repository's address, for tests. */
  url?: string;
}

export interface OpenPull extends OpenRepository {
  /** The user's own clone of this repository, which may be trusted; null if they are elsewhere. */
  clone: string | null;
  /** Whether anything had to be fetched. */
  fetched: boolean;
}

export async function openPullRequest(snapshot: PullSnapshot, options: OpenPullOptions): Promise<OpenPull> {
  const local = options.localFolder === null ? null : openGit(options.localFolder, options.env, options.stop);
  let opened: OpenGit | null = null;
  try {
    const clone = local !== null && (await isCloneOf(snapshot, local)) ? local.shown : null;
    if (local !== null && options.localFolder !== null && (await hasAll(snapshot, local, options.localFolder))) {
      opened = local;
      return { ...withCode(ofPull(local, snapshot), options.env), clone, fetched: false };
    }
    const lender =
      local !== null && (await canBorrow(snapshot, local, options.localFolder!)) ? options.localFolder : null;
    const { path, asked } = await mirrored(snapshot, lender, options);
    opened = openGit(path, options.env, options.stop);
    return { ...withCode(ofPull(opened, snapshot), options.env), clone, fetched: asked };
  } finally {
    if (opened !== local) local?.close();
  }
}

async function mirrored(
  snapshot: PullSnapshot,
  borrow: string | null,
  { env, stop, token, progress, url }: OpenPullOptions,
): Promise<{ path: string; asked: boolean }> {
  const folder = userCacheFolder(env);
  if (folder === null)
    throw new UserError(
      "There is no folder to keep the repository's commits in",
      "Set HOME, or set XDG_CACHE_HOME to a folder for cached data.",
    );
  const { host, owner, repo } = snapshot.pull;
  const address = url ?? `${webAddress(snapshot.pull)}.git`;
  const at = { folder, host, owner, repo, url: address, token, borrow, env, stop, ...(progress && { progress }) };
  const mirror = openMirror(at);
  return { path: mirror.path, ...(await mirror.fetch(wantedOf(snapshot))) };
}

function wantedOf({ head, mergeBase, pull, commitsTotal, base }: PullSnapshot): WantedCommits {
  return { head: head.sha, mergeBase, number: pull.number, commits: commitsTotal, baseRef: base.ref };
}

/** A partial clone may lack files of the commits that it has. */
async function hasAll({ head, mergeBase }: PullSnapshot, git: OpenGit, folder: string): Promise<boolean> {
  if (!hasWholeFiles(folder)) return false;
  const trees = await Promise.all([head.sha, mergeBase].map((oid) => git.object(`${oid}^{tree}`)));
  return trees.every((tree) => tree?.type === "tree") && (await git.mergeBase(mergeBase, head.sha)) === mergeBase;
}

async function canBorrow({ mergeBase }: PullSnapshot, git: OpenGit, folder: string): Promise<boolean> {
  return canLend(folder) && (await git.object(`${mergeBase}^{tree}`))?.type === "tree";
}

async function isCloneOf({ pull }: PullSnapshot, git: OpenGit): Promise<boolean> {
  return (await git.remotes()).some(({ url }) => {
    const named = repositoryOf(url);
    return named !== null && isSameRepository(named, pull);
  });
}

function ofPull(git: OpenGit, snapshot: PullSnapshot): OpenGit {
  return { ...git, commitDiffs: async (...ends) => commitsOfPull(await git.commitDiffs(...ends), snapshot) };
}

/**
 * In a shallow clone, git cannot tell all commits of the base from those of the pull request, so GitHub's list is used.
 */
export function commitsOfPull<T extends { sha: string }>(
  commits: T[],
  { commits: listed, commitsTotal }: { commits: readonly { sha: string }[]; commitsTotal: number },
): T[] {
  if (listed.length < commitsTotal) return commits;
  const own = new Set(listed.map(({ sha }) => sha));
  return commits.filter(({ sha }) => own.has(sha));
}
