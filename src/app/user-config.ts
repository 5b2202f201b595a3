// The user's config, read and checked.
import type { UserConfig } from "../change/config.ts";
import { readUserConfigText } from "../world/user-config.ts";

export async function loadUserConfig(env: Readonly<Record<string, string | undefined>>): Promise<UserConfig> {
  const file = readUserConfigText(env);
  if (file === null) return {};
  const { configError, loadUserConfig: load } = await import("../change/load-config.ts");
  const loaded = load(file.text);
  if (loaded.value === null) throw configError(file.path, loaded.faults, "Mend the file, then run this again.");
  return loaded.value;
}
