// The user's own config: who is trusted and what may be spent. Never a repository's to say.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.ts";

export function userConfigPath(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env["CROSSCHECK_CONFIG"]) return env["CROSSCHECK_CONFIG"];
  const home = env["XDG_CONFIG_HOME"] || (env["HOME"] ? join(env["HOME"], ".config") : env["APPDATA"]);
  return home ? join(home, "crosscheck", "config.yml") : null;
}

/** Its text and where it is; null when there is none. */
export function readUserConfigText(
  env: Readonly<Record<string, string | undefined>>,
): { path: string; text: string } | null {
  const path = userConfigPath(env);
  if (path === null || !existsSync(path)) {
    if (env["CROSSCHECK_CONFIG"])
      throw new UserError(`CROSSCHECK_CONFIG names ${path}, which does not exist`, "Create it, or unset the variable.");
    return null;
  }
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`, "Check its permissions.");
  }
}
