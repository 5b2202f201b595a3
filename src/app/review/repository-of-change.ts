// Opens the repository in a folder that has the commits of a given change.
import type { Change } from "../../change/change.ts";
import { commitsOfPull } from "./open-pull-request.ts";
import { openGitRepository, type OpenRepository } from "./open-repository.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export function repositoryOfChange(
  { from, words }: Pick<Change, "from" | "words">,
  folder: string,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): OpenRepository {
  return openGitRepository(folder, env, stop, (commits) =>
    from.kind === "pull" ? commitsOfPull(commits, words) : commits,
  );
}
