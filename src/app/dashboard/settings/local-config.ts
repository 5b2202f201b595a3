// Loads a repository's configuration for a local user: from the current clone, else from GitHub with their token.
import { configPath } from "../../../change/config.ts";
import { repositoryOf } from "../../../change/remote.ts";
import { decodeSourceText } from "../../../change/read-change.ts";
import { UserError } from "../../../errors.ts";
import { isInRepository } from "../../../world/git/discover.ts";
import { openConversationReads } from "../../../world/github/conversation-reads.ts";
import type { RequestOptions } from "../../../world/github/request.ts";
import { readUserConfigText } from "../../../world/user-config.ts";
import { withGit } from "../../review/find-pull-request.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { requestOptions } from "../../request-options.ts";
import { readUserConfigFile } from "../../user-config.ts";
import type { KnownConfig } from "../dashboard-actions.ts";
import { knownConfig, type ConfigTexts } from "./known-config.ts";
import { type RepositoryRef, isSameRepository } from "../../../pull-request.ts";

type Here = Pick<ProcessEnvironment, "cwd" | "env" | "stop">;

export async function localConfig(repository: RepositoryRef, here: Here): Promise<KnownConfig> {
  const file = readUserConfigText(here.env);
  const own = file && { config: await readUserConfigFile(here.env), ...file };
  const cloned = await inClone(repository, here);
  if (cloned !== null) return knownConfig({ ...cloned, own });
  const asking = await askingOf(repository, here);
  if ("why" in asking) return { is: "unknown", ...asking };
  return knownConfig({ ...(await onGitHub(repository, asking)), own });
}

type Texts = Omit<ConfigTexts, "own">;

async function inClone(repository: RepositoryRef, { cwd, env, stop }: Here): Promise<Texts | null> {
  if (!isInRepository(cwd)) return null;
  return await withGit(cwd, env, stop, async (git) => {
    const remotes = (await git.remotes()).flatMap(({ url }) => repositoryOf(url) ?? []);
    if (!remotes.some((one) => isSameRepository(one, repository))) return null;
    const commit = await git.resolve("HEAD");
    if (commit === null) return null;
    const file = await git.tree(commit).read(configPath);
    return { read: "clone", repository: file && decodeSourceText(file, configPath), commit };
  });
}

/** Without a token, GitHub is not asked and the reason is returned. */
async function askingOf({ host }: RepositoryRef, { env, stop }: Here): Promise<RequestOptions | { why: string }> {
  try {
    return await requestOptions(host, env, stop);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: `${error.message}. ${error.remedy}` };
  }
}

async function onGitHub(repository: RepositoryRef, asking: RequestOptions): Promise<Texts> {
  const { config } = await openConversationReads({ ...asking, config: configPath }).start({
    ...repository,
    number: 1,
    isPull: false,
  });
  return { read: "default-branch", repository: config, commit: "" };
}
