// Computes the configuration in effect from the text of a repository's file.
import { configPath, type UserConfig } from "../../../change/config.ts";
import { configOrigins } from "../../../change/config-origins.ts";
import { keyLines, loadRepositoryConfig } from "../../../change/load-config.ts";
import { checks } from "../../../findings/checks/index.ts";
import type { ShownConfig } from "../../../review/words/config-texts.ts";
import type { ConfigRead, KnownConfig } from "../dashboard-actions.ts";

export interface ConfigTexts {
  read: ConfigRead;
  /** Null where the repository has none. */
  repository: string | null;
  /** Empty where it is not known. */
  commit: string;
  /** The person's own; on a server there is none. */
  own: { config: UserConfig; text: string; path: string } | null;
}

export function knownConfig({ read, repository, commit, own }: ConfigTexts): KnownConfig {
  const known = checks.map(({ id }) => id);
  const loaded = repository === null ? null : loadRepositoryConfig(repository, known);
  if (loaded !== null && loaded.value === null) return { is: "broken", read, faults: loaded.faults };
  const config: ShownConfig = {
    shown: configPath,
    why: null,
    base: commit,
    repositoryFile: repository === null ? "none" : "used",
    userFile: { path: own?.path ?? null, exists: own !== null },
    rows: configOrigins({
      repository: loaded?.value ?? {},
      user: own?.config ?? {},
      repositoryLines: keyLines(repository ?? ""),
      userLines: keyLines(own?.text ?? ""),
    }),
    notUsed: [],
    userOnly: { now: [], later: [] },
  };
  return { is: "known", read, config };
}

/** No address, no key, and no name of the variable that holds one. */
export function shownModels({ models = [], reviewers = {}, spending = {}, record = "outcomes" }: UserConfig) {
  return { models: models.map(({ name, use }) => ({ name: name ?? use, use })), reviewers, spending, record };
}
