// Computes the configuration in effect from the text of a repository's file.
import { configPath, type UserConfig } from "../../../change/config.ts";
import { configOrigins } from "../../../change/config-origins.ts";
import { keyLines, loadRepositoryConfig } from "../../../change/load-config.ts";
import { checks } from "../../../findings/checks/index.ts";
import type { ShownConfig } from "../../../review/words/config-texts.ts";
import type { ConfigRead, KnownConfig } from "../dashboard-actions.ts";

export interface ConfigTexts {
  read: ConfigRead;
  /** Null if the repository has no config file. */
  repository: string | null;
  /** Empty if unknown. */
  commit: string;
  /** The user's own config; null on a server. */
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

/** Without addresses, keys, and the names of key variables. */
export function shownModels({ models = [], reviewers = {}, spending = {}, record = "outcomes" }: UserConfig) {
  return { models: models.map(({ name, use }) => ({ name: name ?? use, use })), reviewers, spending, record };
}
