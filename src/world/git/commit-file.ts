// Commits one file on a new branch with plumbing commands: the working tree and index are untouched, and no hook or
// filter runs.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { newTemporaryFolder } from "../sandbox/temporary-folder.ts";
import { discover } from "./discover.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";

export interface FileCommit {
  /** The parent commit. */
  parent: string;
  branch: string;
  path: string;
  text: string;
  message: string;
}

/** Returns the commit id; fails if a branch of that name exists. */
export async function commitFile(
  folder: string,
  { parent, branch, path, text, message }: FileCommit,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<string> {
  const { gitDir } = discover(folder);
  const own = newTemporaryFolder("crosscheck-index-");
  try {
    const run: GitRun = { cwd: own, stop, env: environment(gitDir, join(own, "index"), env) };
    const ref = `refs/heads/${branch}`;
    await refuseTaken(run, ref, branch);
    await refuseNobody(run);
    const blob = await printed(run, ["hash-object", "-w", "--no-filters", "--stdin"], text);
    await gitOutput(run, ["read-tree", "--end-of-options", `${parent}^{tree}`]);
    await gitOutput(run, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
    const tree = await printed(run, ["write-tree"]);
    const commit = await printed(run, ["commit-tree", tree, "-p", parent, "-F", "-"], message);
    // If two processes create it at once, one wins.
    await gitOutput(run, ["update-ref", "-m", "crosscheck lessons", ref, commit, "0".repeat(commit.length)]);
    return commit;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function refuseTaken(run: GitRun, ref: string, branch: string): Promise<void> {
  const { code } = await runGit(run, ["rev-parse", "--verify", "--quiet", "--end-of-options", ref]);
  if (code !== 0) return;
  throw new UserError(
    `There is a branch ${branch} already`,
    "Merge or delete it first, or name another one with --branch.",
  );
}

async function refuseNobody(run: GitRun): Promise<void> {
  const { code } = await runGit(run, ["var", "GIT_COMMITTER_IDENT"]);
  if (code === 0) return;
  throw new UserError(
    "git does not know who you are",
    "Set user.name and user.email with git config --global, then run this again.",
  );
}

async function printed(run: GitRun, args: readonly string[], input?: string): Promise<string> {
  return (await gitOutput(run, args, input)).toString("utf8").trim();
}

/** The user's own config provides the identity; repository settings that could run a program are disabled. */
function environment(
  gitDir: string,
  index: string,
  { PATH, HOME, XDG_CONFIG_HOME, SYSTEMROOT }: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const set: [string, string][] = [
    ["core.hooksPath", "/dev/null"],
    ["core.fsmonitor", "false"],
    ["core.attributesFile", "/dev/null"],
    ["user.useConfigOnly", "true"],
    ["commit.gpgSign", "false"],
  ];
  return {
    ...(PATH !== undefined && { PATH }),
    ...(HOME !== undefined && { HOME }),
    ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }),
    ...(SYSTEMROOT !== undefined && { SYSTEMROOT }),
    GIT_DIR: gitDir,
    GIT_INDEX_FILE: index,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: `${set.length}`,
    ...Object.fromEntries(
      set.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}
