// Implements the flow's git interface (`change/git.ts`) on any repository: bare, shallow or hostile.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import type { Commit, Oid, Tree } from "../../change/change.ts";
import type { Git } from "../../change/git.ts";
import { CatFile, readObjects, type ObjectRead } from "./cat-file.ts";
import { commitDiffs, type RawCommit } from "./commit-diffs.ts";
import { DiffTrees } from "./diff-trees.ts";
import { discover, readGitFile } from "./discover.ts";
import { largestFile, makeOwnDirectory } from "./own-directory.ts";
import { grep, type Grep } from "./grep.ts";
import { KeptObjects } from "./kept-objects.ts";
import { idIn, Listings, rowOptions, type Listing } from "./listing.ts";
import { mergedChanges, type MergedChange } from "./merged.ts";
import { onlyCommit } from "./only-commit.ts";
import { pastCommits } from "./past-commits.ts";
import { diffOptions, splitRaw, type RawDiff } from "./raw-diff.ts";
import { readRemotes } from "./remotes.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";
import { stagedTree, workingTree } from "./snapshot.ts";

export interface OpenGit extends Git {
  /** The repository's object directory, however it was located. */
  readonly home: string;
  /** The files of a tree with their object ids. */
  listing(tree: string): Promise<Listing>;
  /** An object by id, without its bytes if it is too large; null if it is missing. */
  object(oid: string): Promise<ObjectRead | null>;
  /** Reads many objects in order until `take` returns false. */
  objects(oids: readonly string[], take: (oid: string, object: ObjectRead | null) => boolean): Promise<void>;
  /** Passes each matching line of a tree, without binary files, until `take` returns false. */
  grep: Grep;
  /** The commits between two, oldest first, each with its own diff; none if an end is a plain tree. */
  commitDiffs(base: Oid, head: Oid): Promise<RawCommit[]>;
  /** The changes merged into a branch, oldest first, up to a limit. */
  merged(tip: Oid, limit: number, paths?: readonly string[]): Promise<MergedChange[]>;
  close(): void;
}

export function openGit(folder: string, env: Readonly<Record<string, string | undefined>>, stop: AbortSignal): OpenGit {
  const place = discover(folder);
  const own = makeOwnDirectory(place, env);
  const run: GitRun = { env: own.env, cwd: own.path, stop };
  const objects = new CatFile(run);
  const kept = new KeptObjects((id) => objects.read(id, largestFile));
  const needs = { place, own, run };
  const patches = new DiffTrees(run, diffOptions);
  const rows = new DiffTrees(run, rowOptions);
  const treeOf = async (oid: string) => (await objects.read(`${oid}^{tree}`, 0))?.oid ?? null;
  const listings = new Listings(run, treeOf, rows);
  return {
    shown: place.workTree ?? place.gitDir,
    bare: place.workTree === null,
    shallow: own.shallow,
    emptyTree: () => own.emptyTree as Oid,
    tree: (oid) => treeAt(oid, { objects, kept, listings }),
    listing: (oid) => listings.of(oid),
    object: (oid) => kept.read(oid),
    objects: (oids, take) => readObjects(run, oids, largestFile, take),
    home: realpathSync(place.commonDir),
    resolve: async (name) =>
      (((await objects.read(`${name}^{commit}`, 0)) ?? (await objects.read(`${name}^{tree}`, 0)))?.oid as Oid | null) ??
      null,
    branch: async () => /^ref: refs\/heads\/(.+)$/m.exec(readGitFile(join(place.gitDir, "HEAD")))?.[1]?.trim() ?? null,
    mergeBase: async (a, b) => {
      const { code, stdout } = await runGit(run, ["merge-base", a, b]);
      return code === 0 ? ((stdout.toString("utf8").split("\n")[0] ?? "") as Oid) : null;
    },
    staged: () => stagedTree(needs),
    working: () => workingTree(needs),
    compare: async (base, head) => {
      const trees = await Promise.all([treeOf(base), treeOf(head)]);
      const whole = trees[0] && trees[1] && (await patches.compare(trees[0], trees[1]).catch(() => null));
      stop.throwIfAborted();
      // A failed request is repeated on its own, so that git reports the reason.
      if (!whole) return await compare(run, base, head);
      const diff = splitRaw(whole);
      listings.learn(trees[0]!, trees[1]!, diff.rows);
      return diff;
    },
    commits: async (base, head, limit) => {
      const only = await onlyCommit(objects, base, head);
      return only ? { commits: [only], total: 1 } : await commitsBetween(run, own.emptyTree, base, head, limit);
    },
    pastCommits: (tip, limit) => pastCommits(run, tip, limit),
    blob: async (oid) => (await objects.read(oid, largestFile))?.bytes ?? null,
    grep: grep(run),
    commitDiffs: async (base, head) => {
      if (await onlyCommit(objects, base, head)) return [];
      const types = await Promise.all([base, head].map((oid) => objects.read(oid, 0)));
      const inHistory = types.every((object) => object?.type === "commit");
      return inHistory ? await commitDiffs(run, base, head, own.shallow) : [];
    },
    merged: (tip, limit, paths) => mergedChanges(run, tip, limit, paths),
    sizes: (oids) => sizesOf(run, oids),
    remotes: async () => readRemotes(join(place.commonDir, "config")),
    close: () => {
      for (const open of [objects, patches, rows]) open.close();
      own.remove();
    },
  };
}

interface Reads {
  objects: CatFile;
  kept: KeptObjects;
  listings: Listings;
}

function treeAt(oid: Oid, { objects, kept, listings }: Reads): Tree {
  const read = async (path: string) => {
    // No path of a tree starts like this; git would resolve it relative to the current directory.
    if (/^(?:\.{1,2}(?:\/|$)|\/)|\0/.test(path)) return null;
    // cat-file requests are lines, and a quoted path is our spelling of one that is not UTF-8: both are read by id.
    if (/^"|\n/.test(path)) {
      const { paths, oids } = await listings.of(oid);
      const id = oids[paths.indexOf(path)];
      return id === undefined ? null : await kept.read(id);
    }
    // Resolving a path in a tree is slower than reading an object by id.
    const listing = listings.made(oid);
    const id = listing && idIn(listing, path);
    if (id !== null) return await kept.read(id);
    const object = await objects.read(`${oid}:${path}`, largestFile);
    return object?.bytes ? await kept.same(object) : object;
  };
  return {
    async read(path) {
      const object = await read(path);
      return object?.type === "blob" ? object.bytes : null;
    },
    paths: async () => (await listings.of(oid)).paths,
  };
}

async function compare(run: GitRun, base: Oid, head: Oid): Promise<RawDiff> {
  const { code, stdout, stderr } = await runGit(run, ["diff-tree", ...diffOptions, base, head]);
  if (code === 0) return splitRaw(stdout);
  throw new UserError(
    `git cannot compare ${base.slice(0, 12)} with ${head.slice(0, 12)}: ${stderr.split("\n")[0]}`,
    "Objects are missing, as in a shallow or partial clone: fetch them with `git fetch --unshallow` or `git fetch --refetch`.",
  );
}

async function commitsBetween(
  run: GitRun,
  emptyTree: string,
  base: Oid,
  head: Oid,
  limit: number,
): Promise<{ commits: Commit[]; total: number }> {
  // A tree (staged or working files, or the empty tree) is not a commit.
  const range = base === emptyTree ? [head] : [head, `^${base}`];
  const { code, stdout } = await runGit(run, [
    "log",
    "-z",
    `--max-count=${limit}`,
    "--format=%H%x1f%an%x1f%B",
    "--end-of-options",
    ...range,
    "--",
  ]);
  if (code !== 0) return { commits: [], total: 0 };
  const commits = stdout.toString("utf8").split("\0").filter(Boolean).map(readCommit).toReversed();
  if (commits.length < limit) return { commits, total: commits.length };
  const counted = await runGit(run, ["rev-list", "--count", "--end-of-options", ...range, "--"]);
  return { commits, total: Number(counted.stdout.toString("utf8")) || commits.length };
}

function readCommit(entry: string): Commit {
  const [sha = "", author = "", ...message] = entry.split("\x1f");
  return { sha, author, message: message.join("\x1f").trimEnd() };
}

async function sizesOf(run: GitRun, oids: readonly string[]): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map();
  const listing = await gitOutput(
    run,
    ["cat-file", "--batch-check=%(objectname) %(objectsize)"],
    `${oids.join("\n")}\n`,
  );
  const rows = listing
    .toString("latin1")
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return new Map(rows.map(([oid = "", size]) => [oid, Number(size) || 0]));
}
