// Reads a pull request's changes with git.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileDiff } from "../../change/diff.ts";
import { parseDiff } from "../../change/parse-diff.ts";
import { gitIn, remembered, repositoryById, tryGit, type Hub } from "./hub.ts";
import type { Pull, SimulatedRepository } from "./state.ts";

export interface Person {
  name: string;
  email: string;
  at: number;
}

export interface CommitData {
  oid: string;
  tree: string;
  parents: readonly string[];
  author: Person;
  committer: Person;
  message: string;
}

/** The commit that a revision names; null if there is none. */
export async function resolveRevision(
  hub: Hub,
  { gitDirectory }: SimulatedRepository,
  name: string,
): Promise<string | null> {
  if (/^[0-9a-f]{40}$/.test(name)) {
    return await commit(hub, gitDirectory, name).then(
      ({ oid }) => oid,
      () => null,
    );
  }
  const branch = looseRef(gitDirectory, `refs/heads/${name}`);
  if (branch !== null) return branch;
  for (const candidate of [`refs/heads/${name}`, `refs/tags/${name}`, name]) {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${candidate}^{commit}`];
    const { code, stdout } = await tryGit(hub, gitDirectory, args);
    if (code === 0) return stdout.toString("utf8").trim();
  }
  return null;
}

export async function refOid(hub: Hub, directory: string, ref: string): Promise<string | null> {
  const loose = looseRef(directory, ref);
  if (loose !== null) return loose;
  const { code, stdout } = await tryGit(hub, directory, ["rev-parse", "--verify", "--quiet", ref]);
  return code === 0 ? stdout.toString("utf8").trim() : null;
}

/** Reads a ref from its file, which is cheaper than a git process; null if it is packed or missing. */
function looseRef(directory: string, ref: string): string | null {
  if (!/^refs\/(?:heads|tags|pull)\/[\w./-]+$/.test(ref) || ref.includes("..")) return null;
  try {
    return /^[0-9a-f]{40}(?=\n$)/.exec(readFileSync(join(directory, ref), "utf8"))?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Null if the commits have no common ancestor. */
export async function mergeBase(hub: Hub, directory: string, one: string, other: string): Promise<string | null> {
  return await remembered(hub, `merge-base ${directory} ${one} ${other}`, async () => {
    const { code, stdout } = await tryGit(hub, directory, ["merge-base", one, other]);
    return code === 0 ? (stdout.toString("utf8").trim().split("\n", 1)[0] ?? null) : null;
  });
}

/** The diff from the merge base, as on GitHub. */
async function threeDotDiff(hub: Hub, directory: string, base: string, head: string): Promise<string> {
  return await remembered(hub, `diff ${directory} ${base} ${head}`, async () => {
    const from = (await mergeBase(hub, directory, base, head)) ?? (await emptyTree(hub, directory));
    return (await gitIn(hub, directory, [...diffArgs, from, head])).toString("utf8");
  });
}

const diffArgs = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index", "-M", "-U3"];

export async function emptyTree(hub: Hub, directory: string): Promise<string> {
  return (await gitIn(hub, directory, ["hash-object", "-t", "tree", "--stdin"], "")).toString("utf8").trim();
}

/** The direct diff of two commits, for moved lines. */
export async function twoDotFiles(hub: Hub, directory: string, from: string, to: string): Promise<FileDiff[]> {
  return await remembered(hub, `moved ${directory} ${from} ${to}`, async () =>
    parseDiff((await gitIn(hub, directory, [...diffArgs, from, to])).toString("utf8")),
  );
}

export function directoryOf(hub: Hub, pull: Pull): string {
  return repositoryById(hub, pull.repository).gitDirectory;
}

export async function pullDiff(hub: Hub, pull: Pull): Promise<string> {
  return await threeDotDiff(hub, directoryOf(hub, pull), pull.base.oid, pull.head.oid);
}

export async function threeDotFiles(hub: Hub, directory: string, base: string, head: string): Promise<FileDiff[]> {
  return await remembered(hub, `files ${directory} ${base} ${head}`, async () =>
    parseDiff(await threeDotDiff(hub, directory, base, head)),
  );
}

export async function pullFiles(hub: Hub, pull: Pull): Promise<FileDiff[]> {
  return await threeDotFiles(hub, directoryOf(hub, pull), pull.base.oid, pull.head.oid);
}

/** Oldest first, as GitHub lists them. */
export async function pullCommits(hub: Hub, pull: Pull): Promise<readonly CommitData[]> {
  return await commitsBetween(hub, directoryOf(hub, pull), pull.base.oid, pull.head.oid);
}

export async function commitsBetween(
  hub: Hub,
  directory: string,
  base: string,
  head: string,
): Promise<readonly CommitData[]> {
  return await remembered(hub, `commits ${directory} ${base} ${head}`, async () =>
    readCommits(hub, directory, ["--topo-order", "--reverse", `${base}..${head}`]),
  );
}

/** The history of a commit, newest first; only commits that changed `path`, if it is given. */
export async function commitsOf(
  hub: Hub,
  directory: string,
  oid: string,
  path: string | null,
): Promise<readonly CommitData[]> {
  return await readCommits(hub, directory, [oid], path === null ? [] : [path]);
}

export async function commit(hub: Hub, directory: string, oid: string): Promise<CommitData> {
  const found = await remembered(hub, `commit ${directory} ${oid}`, async () =>
    readCommits(hub, directory, ["--max-count=1", oid]),
  );
  const [only] = found;
  if (!only) throw new Error(`${directory} has no commit ${oid}`);
  return only;
}

const format = ["%H", "%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"].join("%x00");

async function readCommits(
  hub: Hub,
  directory: string,
  which: readonly string[],
  paths: readonly string[] = [],
): Promise<CommitData[]> {
  const out = await gitIn(hub, directory, ["log", "-z", `--format=tformat:${format}%x00`, ...which, "--", ...paths]);
  const fields = out.toString("utf8").split("\0");
  const commits: CommitData[] = [];
  // Ten fields, plus an empty one that -z adds after each record.
  for (let at = 0; at + 10 < fields.length; at += 11) commits.push(commitFrom(fields.slice(at, at + 10)));
  return commits;
}

function commitFrom(fields: readonly string[]): CommitData {
  const [oid = "", tree = "", parents = "", an = "", ae = "", at = "0", cn = "", ce = "", ct = "0", message = ""] =
    fields;
  return {
    oid,
    tree,
    parents: parents === "" ? [] : parents.split(" "),
    author: { name: an, email: ae, at: Number(at) * 1000 },
    committer: { name: cn, email: ce, at: Number(ct) * 1000 },
    message: message.replace(/\n+$/, ""),
  };
}
