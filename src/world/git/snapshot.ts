// Turns staged or working files into a tree in our own object store with a copy of the index, so that every review has
// an object id and the repository is not written to.
import { copyFileSync, existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import type { Oid } from "../../change/change.ts";
import type { Snapshot } from "../../change/git.ts";
import type { RepositoryPlace } from "./discover.ts";
import type { OwnDirectory } from "./own-directory.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";

export interface SnapshotNeeds {
  place: RepositoryPlace;
  own: OwnDirectory;
  run: GitRun;
}

export async function stagedTree(needs: SnapshotNeeds): Promise<Snapshot> {
  const run = withIndex(needs, "staged-index");
  return { tree: await writeTree(run), nested: [], filtered: false };
}

export async function workingTree(needs: SnapshotNeeds): Promise<Snapshot> {
  const { place } = needs;
  if (place.workTree === null) throw noWorkTree();
  const indexed = withIndex(needs, "working-index");
  const run = { ...indexed, cwd: place.workTree, env: { ...indexed.env, GIT_WORK_TREE: place.workTree } };
  copyExcludes(place, needs.own);
  // Submodules are compared by their recorded commit only: checking whether one is dirty would run git inside it with
  // its own config.
  const changed = await gitOutput(run, ["diff-files", "-z", "--name-only", "--ignore-submodules=all"]);
  const submodules = submodulePaths(await gitOutput(run, ["ls-files", "-s", "-z"]));
  const untracked = await gitOutput(run, ["ls-files", "-z", "--others", "--exclude-standard"]);
  const others = split(untracked);
  const nested = others.filter((path) => path.at(-1) === 0x2f);
  const files = [...split(changed), ...submodules, ...others.filter((path) => path.at(-1) !== 0x2f)];
  const input = Buffer.concat(files.flatMap((path) => [path, Buffer.from([0])]));
  if (files.length > 0) await gitOutput(run, ["update-index", "-z", "--add", "--remove", "--stdin"], input);
  const tree = await writeTree(run);
  return { tree, nested: nested.map((path) => path.toString("utf8")), filtered: await namesFilters(run, tree) };
}

function withIndex({ place, own, run }: SnapshotNeeds, name: string): GitRun {
  if (place.workTree === null) throw noWorkTree();
  const copy = join(own.path, name);
  const original = join(place.gitDir, "index");
  if (existsSync(original)) {
    copyFileSync(original, copy);
    // git uses the index's modification time to find files written in the same second, so it is preserved.
    const { atime, mtime } = statSync(original);
    utimesSync(copy, atime, mtime);
  }
  // A split index keeps most of its data in a shared file next to it.
  for (const file of readdirSync(place.gitDir))
    if (file.startsWith("sharedindex.")) copyFileSync(join(place.gitDir, file), join(own.path, file));
  return { ...run, env: { ...run.env, GIT_INDEX_FILE: copy } };
}

function noWorkTree(): UserError {
  return new UserError(
    "A bare repository has no index and no working files",
    "Give a range, such as main..feature, instead of --staged or --working.",
  );
}

function copyExcludes(place: RepositoryPlace, own: OwnDirectory): void {
  const excludes = join(place.commonDir, "info", "exclude");
  if (existsSync(excludes)) copyFileSync(excludes, join(own.path, "info", "exclude"));
}

async function writeTree(run: GitRun): Promise<Oid> {
  const { code, stdout, stderr } = await runGit(run, ["write-tree"]);
  if (code === 0) return stdout.toString("utf8").trim() as Oid;
  if (stderr.includes("unmerged"))
    throw new UserError("The index has unresolved merge conflicts", "Resolve and stage them, then run this again.");
  throw new UserError(
    `The staged files cannot be read: ${stderr}`,
    "Check the repository with `git status` and `git fsck`.",
  );
}

function submodulePaths(listing: Buffer): Buffer[] {
  return split(listing).flatMap((entry) =>
    entry.subarray(0, 7).toString() === "160000 " ? [entry.subarray(entry.indexOf(9) + 1)] : [],
  );
}

function split(listing: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < listing.length;) {
    const end = listing.indexOf(0, at);
    parts.push(listing.subarray(at, end));
    at = end + 1;
  }
  return parts;
}

/**
 * Whether the tree uses content filters such as Git LFS, which are not applied here. Read from the tree: a file on disk
 * may be a link to anything.
 */
async function namesFilters(run: GitRun, tree: Oid): Promise<boolean> {
  const setting = ["--extended-regexp", "-e", "(^|[[:space:]])filter=", tree];
  const { code, stderr } = await runGit(run, [
    "grep",
    "--quiet",
    ...setting,
    "--",
    ".gitattributes",
    "*/.gitattributes",
  ]);
  if (code > 1) throw new Error(`git grep ended with ${code}: ${stderr}`);
  return code === 0;
}
