// Reads and validates the user's config.
import type { UserConfig } from "../change/config.ts";
import type { Check } from "../findings/report.ts";
import { defaultPersonalRules, readPersonalRules, readUserConfigText } from "../world/user-config.ts";

export async function readUserConfigFile(env: Readonly<Record<string, string | undefined>>): Promise<UserConfig> {
  const file = readUserConfigText(env);
  if (file === null) return {};
  const { configError, loadUserConfig: load } = await import("../change/load-config.ts");
  const loaded = load(file.text);
  if (loaded.value === null) throw configError(file.path, loaded.faults, "Mend the file, then run this again.");
  return loaded.value;
}

/**
 * Adds the user's own rules to the `agent-rules` check. They are read only if the change is in a repository of the
 * user.
 */
export async function withPersonalRules(
  checks: readonly Check[],
  user: UserConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Check[]> {
  const byDefault = user.personalRules === undefined ? defaultPersonalRules(env) : null;
  const personalRules = user.personalRules ?? (byDefault === null ? [] : [byDefault]);
  if (personalRules.length === 0) return checks;
  const { agentRulesWith } = await import("../findings/checks/agent-rules.ts");
  const held = agentRulesWith(async ({ owned }) => (owned.is === "mine" ? readPersonalRules(personalRules, env) : []));
  return checks.map((check) => (check.id === held.id ? held : check));
}
