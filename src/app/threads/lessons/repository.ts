// Opens the repository whose lessons are managed. It is identified by its remote, like in reviews of its pull requests,
// otherwise by its folder.
import { effectiveConfig, configPath, type Config } from "../../../change/config.ts";
import { repositoryOfRemotes } from "../../../change/remote.ts";
import { parseLessons, type Lesson } from "../../../findings/lessons/lessons-file.ts";
import type { Oid } from "../../../change/change.ts";
import type { OpenGit } from "../../../world/git/repository.ts";
import { textOption, type Input } from "../../cli/commands/command.ts";
import { withGit } from "../../review/find-pull-request.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { repositoryKey } from "../../../pull-request.ts";

export interface LessonsPlace {
  git: OpenGit;
  repository: string;
  /** The commit that lessons are read from and written on; null in an empty repository. */
  head: Oid | null;
  config: Config;
  /** The text of the lessons file at that commit; null if there is none. */
  text: string | null;
  lessons: readonly Lesson[];
}

export async function inLessonsPlace<T>(
  input: Input,
  { env, stop, cwd }: Pick<ProcessEnvironment, "env" | "stop" | "cwd">,
  work: (place: LessonsPlace) => Promise<T>,
): Promise<T> {
  return await withGit(textOption(input, "repo") ?? cwd, env, stop, async (git) => {
    const named = repositoryOfRemotes(await git.remotes());
    const head = await git.resolve("HEAD");
    const config = await configAt(git, head);
    const text = await textAt(git, head, config.lessons.file);
    return await work({
      git,
      repository: named === null ? git.home : repositoryKey(named),
      head,
      config,
      text,
      lessons: text === null ? [] : parseLessons(text, config.lessons.file),
    });
  });
}

async function textAt(git: OpenGit, head: Oid | null, path: string): Promise<string | null> {
  const bytes = head === null ? null : await git.tree(head).read(path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** The config loader is imported only if there is a config file. */
async function configAt(git: OpenGit, head: Oid | null): Promise<Config> {
  const text = await textAt(git, head, configPath);
  if (text === null) return effectiveConfig({});
  const [{ configError, loadRepositoryConfig }, { checks }, { ownCheckIds }] = await Promise.all([
    import("../../../change/load-config.ts"),
    import("../../../findings/checks/index.ts"),
    import("../../../change/own-checks.ts"),
  ]);
  const own = ownCheckIds(head === null ? [] : await git.tree(head).paths());
  const { value, faults } = loadRepositoryConfig(text, [...checks.map(({ id }) => id), ...own]);
  if (value === null) throw configError(configPath, faults, "Mend the file, then run this again.");
  return effectiveConfig({ repository: value });
}
