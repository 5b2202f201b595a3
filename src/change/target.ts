// Parses the target of `crosscheck review` and resolves its two ends in a local repository.
import { UserError } from "../errors.ts";
import type { Omission, Oid } from "./change.ts";
import type { Git } from "./git.ts";
import { parsePull } from "./target-pull.ts";

/** Targets that need only git. */
export type LocalTarget =
  | { kind: "range"; from: string; to: string; symmetric: boolean }
  /** A branch since it left the default branch, or a commit against its parent. */
  | { kind: "named"; name: string }
  | { kind: "staged" }
  | { kind: "working" }
  | { kind: "current" };

export interface PullTarget {
  kind: "pull";
  number: number;
  /** Null if only a number was given; the host is null if only `owner/name` was. */
  repository: { host: string | null; owner: string; repo: string } | null;
}

export type Target = LocalTarget | PullTarget;

export interface Ends {
  base: Oid;
  head: Oid;
  /** Whether `head` is a commit: staged and working files are a tree without history. */
  committed: boolean;
  /** The target as shown to people. */
  shown: string;
  /** Why this target was chosen, if the user named none. */
  why: string | null;
  branch: string | null;
  cuts: Omission[];
}

export function parseTarget(argument: string | undefined, flags: { staged?: boolean; working?: boolean } = {}): Target {
  const targetCount = [argument !== undefined, flags.staged, flags.working].filter(Boolean).length;
  if (targetCount > 1)
    throw new UserError("More than one thing to review was named", "Give one range, or --staged, or --working.");
  if (flags.staged) return { kind: "staged" };
  if (flags.working) return { kind: "working" };
  if (argument === undefined) return { kind: "current" };
  const pull = parsePull(argument);
  if (pull !== null) return pull;
  const range = /^(.*?)(\.\.\.?)(.*)$/s.exec(argument);
  if (!range) return { kind: "named", name: argument };
  return { kind: "range", from: range[1] || "HEAD", to: range[3] || "HEAD", symmetric: range[2] === "..." };
}

/** Like `parseTarget`, for commands that use only git. */
export function parseLocalTarget(
  argument: string | undefined,
  flags: { staged?: boolean; working?: boolean } = {},
): LocalTarget {
  const target = parseTarget(argument, flags);
  if (target.kind !== "pull") return target;
  throw new UserError(
    `${argument} names a pull request, and this works on local changes only`,
    "Fetch it, and give the name of its branch.",
  );
}

export async function endsOf(target: LocalTarget, git: Git): Promise<Ends> {
  const branch = await git.branch();
  const cuts: Omission[] = git.shallow ? [{ kind: "shallow" }] : [];
  switch (target.kind) {
    case "range":
      return {
        ...(await rangeEnds(target, git)),
        committed: true,
        why: null,
        branch: await branchNamed(target.to, branch, git),
        cuts,
      };
    case "named":
      return {
        ...(await namedEnds(target.name, git, branch)),
        committed: true,
        branch: await branchNamed(target.name, branch, git),
        cuts,
      };
    case "staged":
    case "working": {
      const base = (await git.resolve("HEAD")) ?? git.emptyTree();
      const snapshot = await git[target.kind]();
      for (const path of snapshot.nested) cuts.push({ kind: "nested-repository", path });
      if (snapshot.filtered) cuts.push({ kind: "lfs-not-applied" });
      return {
        base,
        head: snapshot.tree,
        committed: false,
        shown: `${target.kind} files against HEAD`,
        why: null,
        branch,
        cuts,
      };
    }
    case "current":
      return { ...(await currentEnds(git, branch)), committed: true, branch, cuts };
  }
}

async function rangeEnds(
  { from, to, symmetric }: Extract<LocalTarget, { kind: "range" }>,
  git: Git,
): Promise<{ base: Oid; head: Oid; shown: string }> {
  const [left, head] = await Promise.all([resolveCommit(from, git), resolveCommit(to, git)]);
  const shown = `${from}${symmetric ? "..." : ".."}${to}`;
  if (!symmetric) return { base: left, head, shown };
  const base = await git.mergeBase(left, head);
  if (base === null) throw noCommonAncestor(from, to, git);
  return { base, head, shown };
}

async function resolveCommit(name: string, git: Git): Promise<Oid> {
  const oid = await git.resolve(name);
  if (oid !== null) return oid;
  if (name === "HEAD") throw nothingCommitted();
  const remedy = git.shallow
    ? "This is a shallow clone: fetch the rest with `git fetch --unshallow`, or check the name with `git branch -a`."
    : "Check the name with `git branch -a` and `git tag`, or fetch it first with `git fetch`.";
  throw new UserError(`There is no branch, tag or commit named "${name}" in ${git.shown}`, remedy);
}

/** The branch at the end of the range; HEAD stands for the current branch. */
async function branchNamed(to: string, current: string | null, git: Git): Promise<string | null> {
  if (to === "HEAD") return current;
  return (await git.resolve(`refs/heads/${to}`)) === null ? null : to;
}

type FoundEnds = Pick<Ends, "base" | "head" | "shown" | "why">;

async function namedEnds(name: string, git: Git, current: string | null): Promise<FoundEnds> {
  const head = await resolveCommit(name, git);
  if (!(await isBranch(name, git))) return { ...(await againstParent(name, head, git)), why: null };
  const since = await sinceDefault(name, head, git, current);
  return "base" in since ? since : { ...(await againstParent(name, head, git)), why: `the last commit: ${since.none}` };
}

async function isBranch(name: string, git: Git): Promise<boolean> {
  if (name === "HEAD" || name.endsWith("/HEAD")) return false;
  const refs = await Promise.all(["heads", "remotes"].map((folder) => git.resolve(`refs/${folder}/${name}`)));
  return refs.some((oid) => oid !== null);
}

async function currentEnds(git: Git, branch: string | null): Promise<FoundEnds> {
  const head = await git.resolve("HEAD");
  if (head === null) throw nothingCommitted();
  const since = branch === null ? { none: "HEAD is detached" } : await sinceDefault(branch, head, git, null);
  return "base" in since
    ? since
    : { ...(await againstParent("HEAD", head, git)), why: `the last commit: ${since.none}` };
}

/** The branch since it left the default branch, or why there is nothing to compare it with. */
async function sinceDefault(
  branch: string,
  head: Oid,
  git: Git,
  current: string | null,
): Promise<FoundEnds | { none: string }> {
  const main = await defaultBranch(git, current);
  if (main === null) return { none: "no other branch to compare with" };
  if (main.name === branch) return { none: `${branch} is the default branch` };
  const base = await git.mergeBase(main.oid, head);
  if (base === null) throw noCommonAncestor(main.name, branch, git);
  if (base === head) return { none: `nothing that ${main.name} lacks` };
  return { base, head, shown: `${main.name}...${branch}`, why: `the branch ${branch} since it left ${main.name}` };
}

async function againstParent(name: string, head: Oid, git: Git): Promise<Pick<Ends, "base" | "head" | "shown">> {
  const parent = await git.resolve(`${name}^`);
  const short = /^[\da-f]{13,64}$/.test(name) ? name.slice(0, 12) : name;
  if (parent !== null) return { base: parent, head, shown: short };
  if (git.shallow)
    throw new UserError(
      `The parent of ${name} is not in this shallow clone`,
      "Fetch more history with `git fetch --deepen=50`, then run this again.",
    );
  return { base: git.emptyTree(), head, shown: "the first commit" };
}

const usualNames = ["main", "master", "trunk", "develop"];

/** That of a remote comes first; where none is known, the branch on which the user stands. */
async function defaultBranch(git: Git, current: string | null): Promise<{ name: string; oid: Oid } | null> {
  const remotes = [...new Set(["origin", ...(await git.remotes()).map(({ name }) => name)])];
  const names = [
    ...remotes.map((remote) => [`${remote}/HEAD`, "remotes"]),
    ...remotes.flatMap((remote) => usualNames.map((name) => [`${remote}/${name}`, "remotes"])),
    ...[...usualNames, ...(current === null ? [] : [current])].map((name) => [name, "heads"]),
  ];
  for (const [name = "", folder] of names) {
    const oid = await git.resolve(`refs/${folder}/${name}`);
    if (oid !== null) return { name, oid };
  }
  return null;
}

function nothingCommitted(): UserError {
  return new UserError(
    "Nothing is committed in this repository yet",
    "Commit something, or review staged changes with --staged or all uncommitted changes with --working.",
  );
}

function noCommonAncestor(a: string, b: string, git: Git): UserError {
  const remedy = git.shallow
    ? "Fetch more history with `git fetch --unshallow`."
    : `Compare them directly: crosscheck review ${a}..${b}`;
  return new UserError(`${a} and ${b} have no common ancestor here`, remedy);
}
