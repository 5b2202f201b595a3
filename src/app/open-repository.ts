// A repository, opened for reading: its history, and the code in it.
import { isNoisePath } from "../change/noise.ts";
import { openCode, type OpenCode } from "../world/code/open-code.ts";
import { openGit, type OpenGit } from "../world/git/repository.ts";

export interface OpenRepository {
  git: OpenGit;
  code: OpenCode;
  close(): Promise<void>;
}

export function openRepository(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): OpenRepository {
  const git = openGit(folder, env, stop);
  const code = openCode({ git, skip: isNoisePath });
  const close = async () => {
    await code.close();
    git.close();
  };
  return { git, code, close };
}
