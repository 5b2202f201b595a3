// Reads files of the sample repositories at any commit.
import { gitIn } from "../../../standin/github/hub.ts";
import type { Standin } from "../../../standin/github/standin.ts";
import type { SimulatedRepository } from "../../../standin/github/state.ts";

export interface PlaygroundReads {
  /** Paths at a branch or a commit. */
  paths(repository: SimulatedRepository, at: string): Promise<string[]>;
  /** Null if the file does not exist. */
  file(repository: SimulatedRepository, at: string, path: string): Promise<string | null>;
}

export function reading({ hub }: Standin): PlaygroundReads {
  const git = async ({ gitDirectory }: SimulatedRepository, args: readonly string[]) =>
    (await gitIn(hub, gitDirectory, args)).toString("utf8");
  const paths = async (repository: SimulatedRepository, at: string) =>
    (await git(repository, ["ls-tree", "-r", "-z", "--name-only", at])).split("\0").filter(Boolean);
  return {
    paths,
    async file(repository, at, path) {
      if (!(await paths(repository, at)).includes(path)) return null;
      return await git(repository, ["cat-file", "blob", `${at}:${path}`]);
    },
  };
}
