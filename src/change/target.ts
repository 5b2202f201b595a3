// Parses the target of `crosscheck review` and resolves its two ends in a local repository.
import { UserError } from "../errors.ts";
import type { Omission, Oid } from "./change.ts";
import type { Git } from "./git.ts";
import { parsePull } from "./target-pull.ts";

/** Targets that need only git. */
export type LocalTarget =
  | { kind: "range"; from: string; to: string; symmetric: boolean }
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
  if (!range)
    throw new UserError(
      `"${argument}" is not a range`,
      `Write ${argument}^..${argument} for one commit, or main...${argument} for a branch.`,
    );
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
    "Fetch it and give its range, such as origin/main...branch.",
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
  throw new UserError(`There is no commit named "${name}" in ${git.shown}`, remedy);
}

/** The branch at the end of the range; HEAD stands for the current branch. */
async function branchNamed(to: string, current: string | null, git: Git): Promise<string | null> {
  if (to === "HEAD") return current;
  return (await git.resolve(`refs/heads/${to}`)) === null ? null : to;
}

async function currentEnds(
  git: Git,
  branch: string | null,
): Promise<{ base: Oid; head: Oid; shown: string; why: string }> {
  const head = await git.resolve("HEAD");
  if (head === null) throw nothingCommitted();
  const main = branch === null ? null : await defaultBranch(git);
  if (main !== null && main.oid !== head) {
    const base = await git.mergeBase(main.oid, head);
    if (base === null) throw noCommonAncestor(main.name, branch ?? "HEAD", git);
    if (base !== head)
      return { base, head, shown: `${main.name}...${branch}`, why: `the branch ${branch} since it left ${main.name}` };
  }
  const parent = await git.resolve("HEAD^");
  const where =
    branch === null
      ? "HEAD is detached"
      : main === null || main.name === branch
        ? `${branch} has no other branch to be compared with`
        : `${branch} has nothing that ${main.name} lacks`;
  if (parent === null && git.shallow)
    throw new UserError(
      "The last commit's parent is not in this shallow clone",
      "Fetch more history with `git fetch --deepen=50`, then run this again.",
    );
  return {
    base: parent ?? git.emptyTree(),
    head,
    shown: parent === null ? "the first commit" : "HEAD^..HEAD",
    why: `the last commit, since ${where}`,
  };
}

async function defaultBranch(git: Git): Promise<{ name: string; oid: Oid } | null> {
  for (const name of ["origin/HEAD", "origin/main", "origin/master", "main", "master", "trunk"]) {
    const oid = await git.resolve(name.startsWith("origin/") ? `refs/remotes/${name}` : `refs/heads/${name}`);
    if (oid !== null) return { name, oid };
  }
  return null;
}

function nothingCommitted(): UserError {
  return new UserError(
    "Nothing is committed in this repository yet",
    "Commit something, or review what is staged with --staged or what is there with --working.",
  );
}

function noCommonAncestor(a: string, b: string, git: Git): UserError {
  const remedy = git.shallow
    ? "Fetch more history with `git fetch --unshallow`."
    : "Compare them directly with two dots: a..b.";
  return new UserError(`${a} and ${b} have no common ancestor here`, remedy);
}
