// git, as the flow asks for it (`change/git.ts`), on any repository: bare or not, shallow or not, hostile or not.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { pathText } from "../../path-text.ts";
import type { Commit, Oid, Tree } from "../../change/change.ts";
import type { Git, RawRow } from "../../change/git.ts";
import { CatFile } from "./cat-file.ts";
import { discover } from "./discover.ts";
import { largestFile, makeOwnDirectory } from "./own-directory.ts";
import { grep, type GrepHit } from "./grep.ts";
import { git, runGit, type GitRun } from "./run.ts";
import { stagedTree, workingTree } from "./snapshot.ts";

export interface OpenGit extends Git {
  /** The lines of a tree that a Perl pattern matches, binary files left out. */
  grep(tree: string, pattern: string): Promise<GrepHit[]>;
  close(): void;
}

export function openGit(folder: string, env: Readonly<Record<string, string | undefined>>, stop: AbortSignal): OpenGit {
  const place = discover(folder);
  const own = makeOwnDirectory(place, env);
  const run: GitRun = { env: own.env, cwd: own.path, stop };
  const objects = new CatFile(run);
  const needs = { place, own, run };
  const tree = (oid: Oid) => treeAt(oid, objects, run);
  return {
    shown: place.workTree ?? place.gitDir,
    bare: place.workTree === null,
    shallow: own.shallow,
    emptyTree: () => own.emptyTree as Oid,
    tree,
    resolve: async (name) =>
      (((await objects.read(`${name}^{commit}`, 0)) ?? (await objects.read(`${name}^{tree}`, 0)))?.oid as Oid | null) ??
      null,
    branch: async () =>
      /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(place.gitDir, "HEAD"), "utf8"))?.[1]?.trim() ?? null,
    mergeBase: async (a, b) => {
      const { code, stdout } = await runGit(run, ["merge-base", a, b]);
      return code === 0 ? ((stdout.toString("utf8").split("\n")[0] ?? "") as Oid) : null;
    },
    staged: () => stagedTree(needs),
    working: () => workingTree(needs),
    compare: (base, head) => compare(run, base, head),
    commits: (base, head, limit) => commitsBetween(run, own.emptyTree, base, head, limit),
    blob: async (oid) => (await objects.read(oid, largestFile))?.bytes ?? null,
    grep: (oid, pattern) => grep(run, oid, pattern),
    sizes: (oids) => sizesOf(run, oids),
    remotes: async () => remoteUrls(join(place.commonDir, "config")),
    close: () => {
      objects.close();
      own.remove();
    },
  };
}

function treeAt(oid: Oid, objects: CatFile, run: GitRun): Tree {
  let listing: Promise<Map<string, string>> | null = null;
  const entries = () => (listing ??= listTree(run, oid));
  return {
    async read(path) {
      // cat-file's requests are lines, and a quoted path is our own spelling of one that is not UTF-8: both go by id.
      const id = /^"|\n/.test(path) ? (await entries()).get(path) : `${oid}:${path}`;
      const object = id === undefined ? null : await objects.read(id, largestFile);
      return object?.type === "blob" ? object.bytes : null;
    },
    paths: async () => [...(await entries()).keys()],
  };
}

async function listTree(run: GitRun, oid: Oid): Promise<Map<string, string>> {
  const listing = await git(run, ["ls-tree", "-r", "-z", "--full-tree", oid]);
  const entries = new Map<string, string>();
  for (let at = 0; at < listing.length;) {
    const end = listing.indexOf(0, at);
    const tab = listing.indexOf(9, at);
    const id = listing.toString("latin1", at, tab).split(" ")[2] ?? "";
    entries.set(pathText(listing.subarray(tab + 1, end)), id);
    at = end + 1;
  }
  return entries;
}

async function compare(run: GitRun, base: Oid, head: Oid): Promise<{ rows: RawRow[]; patch: Uint8Array }> {
  const options = [
    "-r",
    "-M",
    "-l1000",
    "-p",
    "--raw",
    "-z",
    "--full-index",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
  ];
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
  const { code, stdout, stderr } = await runGit(run, ["diff-tree", ...options, ...prefixes, base, head]);
  if (code === 0) return splitRaw(stdout);
  throw new UserError(
    `git cannot compare ${base.slice(0, 12)} with ${head.slice(0, 12)}: ${stderr.split("\n")[0]}`,
    "Objects are missing, as in a shallow or partial clone: fetch them with `git fetch --unshallow` or `git fetch --refetch`.",
  );
}

/** `--raw -z` prints its rows first, each starting with a colon, then an empty one, then the patch. */
function splitRaw(output: Buffer): { rows: RawRow[]; patch: Uint8Array } {
  const rows: RawRow[] = [];
  let at = 0;
  const field = () => {
    const end = output.indexOf(0, at);
    const bytes = output.subarray(at, end);
    at = end + 1;
    return bytes;
  };
  while (output[at] === 0x3a) {
    const [oldMode = "", newMode = "", oldOid = "", newOid = "", status = ""] = field()
      .toString("latin1")
      .slice(1)
      .split(" ");
    const first = pathText(field());
    const second = /^[RC]/.test(status) ? pathText(field()) : first;
    rows.push({ oldMode, newMode, oldOid, newOid, status, oldPath: first, newPath: second });
  }
  return { rows, patch: output.subarray(output[at] === 0 ? at + 1 : at) };
}

async function commitsBetween(
  run: GitRun,
  emptyTree: string,
  base: Oid,
  head: Oid,
  limit: number,
): Promise<{ commits: Commit[]; total: number }> {
  // A tree (staged or working files, or nothing at all) is not a point in history.
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
  const listing = await git(run, ["cat-file", "--batch-check=%(objectname) %(objectsize)"], `${oids.join("\n")}\n`);
  const rows = listing
    .toString("latin1")
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return new Map(rows.map(([oid = "", size]) => [oid, Number(size) || 0]));
}

/** Read as text: the URLs name the repository, and nothing is done with them but that. */
function remoteUrls(config: string): string[] {
  if (!existsSync(config)) return [];
  return [...readFileSync(config, "utf8").matchAll(/^\s*url\s*=\s*(\S+)\s*$/gm)].map((match) => match[1]!);
}
