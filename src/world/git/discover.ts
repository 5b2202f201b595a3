// Locates a repository without running git, which would read the repository's own config.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../errors.ts";

export interface RepositoryPlace {
  /** The directory with this checkout's HEAD and index. */
  gitDir: string;
  /** The directory with objects, refs and config; it differs only for linked worktrees. */
  commonDir: string;
  /** Null for a bare repository. */
  workTree: string | null;
}

export function discover(start: string): RepositoryPlace {
  const from = resolve(start);
  if (!existsSync(from))
    throw new UserError(`There is no folder ${from}`, "Give --repo the folder of a git repository.");
  for (let folder = from; ; folder = dirname(folder)) {
    const dotGit = join(folder, ".git");
    if (existsSync(dotGit)) return withCommon(gitDirOf(dotGit), folder);
    if (isGitDir(folder)) return withCommon(folder, null);
    if (dirname(folder) === folder) break;
  }
  throw new UserError(
    `${from} is not in a git repository`,
    "Run this inside a repository, or name one with --repo DIR.",
  );
}

/** Whether the folder is inside a repository; `discover` reports broken ones. */
export function isInRepository(start: string): boolean {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git")) || isGitDir(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

function isGitDir(folder: string): boolean {
  return existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects")) && existsSync(join(folder, "refs"));
}

/** `.git` is a directory, or in submodules and linked worktrees a file that names one. */
function gitDirOf(dotGit: string): string {
  if (statSync(dotGit).isDirectory()) return dotGit;
  const named = /^gitdir: (.+)$/m.exec(readGitFile(dotGit))?.[1]?.trim();
  const target = named === undefined ? null : isAbsolute(named) ? named : join(dirname(dotGit), named);
  if (target === null || !existsSync(join(target, "HEAD")))
    throw new UserError(
      `${dotGit} does not name a git directory`,
      "Repair it with `git worktree repair`, or clone again.",
    );
  return target;
}

export function readGitFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${(error as Error).message}`,
      "Check who owns it and its permissions, or clone the repository again.",
    );
  }
}

function withCommon(gitDir: string, workTree: string | null): RepositoryPlace {
  if (!existsSync(join(gitDir, "HEAD")))
    throw new UserError(
      `${gitDir} is not a git directory: it has no HEAD`,
      "Repair the repository, or clone it again.",
    );
  readGitFile(join(gitDir, "HEAD"));
  const file = join(gitDir, "commondir");
  const named = existsSync(file) ? readGitFile(file).trim() : null;
  return { gitDir, commonDir: named === null ? gitDir : resolve(gitDir, named), workTree };
}
