// Creates a repository in a temporary folder from commits given as files, for the demo and for tests.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newTemporaryFolder } from "../sandbox/temporary-folder.ts";
import { gitOutput } from "./run.ts";

export interface CommitFixture {
  message: string;
  /** Whole files; null deletes one. */
  files: Readonly<Record<string, string | Uint8Array | null>>;
}

export interface MadeRepository {
  path: string;
  /** Runs git in the repository, isolated from any user config. */
  git(...args: string[]): Promise<string>;
  write(files: CommitFixture["files"]): void;
  commit(commit: CommitFixture): Promise<void>;
  remove(): void;
}

export async function makeRepository(
  commits: readonly CommitFixture[],
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<MadeRepository> {
  const path = newTemporaryFolder("crosscheck-repository-");
  const run = { cwd: path, env: gitEnvironment(env), stop };
  const made: MadeRepository = {
    path,
    git: async (...args) => (await gitOutput(run, args)).toString("utf8").trim(),
    write: (files) => writeFiles(path, files),
    commit: async ({ message, files }) => {
      writeFiles(path, files);
      await gitOutput(run, ["add", "--all"]);
      await gitOutput(run, ["commit", "--quiet", "--allow-empty", "--file=-"], message);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  try {
    await gitOutput(run, ["init", "--quiet", "--template=", "--initial-branch=main"]);
    for (const commit of commits) await made.commit(commit);
    return made;
  } catch (error) {
    made.remove();
    throw error;
  }
}

function writeFiles(folder: string, files: CommitFixture["files"]): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    if (content === null) rmSync(file, { force: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP"].flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]] as const],
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    // A new repository needs none, and each commit would start a process for it.
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "maintenance.auto",
    GIT_CONFIG_VALUE_0: "false",
    GIT_AUTHOR_NAME: "Ada Example",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada Example",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_AUTHOR_DATE: "2026-01-05T12:00:00Z",
    GIT_COMMITTER_DATE: "2026-01-05T12:00:00Z",
  };
}
