// Opens a repository for reading: its history and its code.
import { fileDiffs } from "../../change/file-diffs.ts";
import { isNoisePath } from "../../change/file-kinds.ts";
import { openCode, type OpenCode } from "../../world/code/open-code.ts";
import { openReviewGrammars } from "./open-grammars.ts";
import { openGit, type OpenGit } from "../../world/git/repository.ts";
import { userCacheFolder } from "../../world/user-cache.ts";

export interface OpenRepository {
  git: OpenGit;
  code: OpenCode;
  /** Registers something opened on the repository, to be closed before it. */
  closing(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export function openGitRepository(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
  /** Selects the commits of the change if git alone cannot tell. */
  ownCommits: <T extends { sha: string }>(commits: T[]) => T[] = (commits) => commits,
): OpenRepository {
  const opened = openGit(folder, env, stop);
  const git: OpenGit = { ...opened, commitDiffs: async (...ends) => ownCommits(await opened.commitDiffs(...ends)) };
  return withCode(git, env);
}

/** Adds access to code to an open repository. */
export function withCode(git: OpenGit, env: Readonly<Record<string, string | undefined>>): OpenRepository {
  const code = openCode({
    git,
    grammars: openReviewGrammars(),
    skip: isNoisePath,
    fileDiffs,
    cache: userCacheFolder(env),
  });
  const others: (() => Promise<void>)[] = [];
  return {
    git,
    code,
    closing: (other) => void others.push(other),
    close: async () => {
      for (const other of others.splice(0)) await other();
      await code.close();
      git.close();
    },
  };
}
