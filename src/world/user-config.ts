// Reads the user's own config, which holds what a repository must not decide: trust and spending.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { UserError } from "../errors.ts";

export function userConfigPath(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env["CROSSCHECK_CONFIG"]) return env["CROSSCHECK_CONFIG"];
  const home = env["XDG_CONFIG_HOME"] || (env["HOME"] ? join(env["HOME"], ".config") : env["APPDATA"]);
  return home ? join(home, "crosscheck", "config.yml") : null;
}

/** The text and path; null if there is none. */
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

/** Where Claude Code keeps its user's rules, the file that is read if `personalRules` is not set; null if there is none. */
export function defaultPersonalRules(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = env["HOME"] || env["USERPROFILE"];
  const path = home ? join(home, ".claude", "CLAUDE.md") : null;
  return path !== null && existsSync(path) ? path : null;
}

/** Larger files are refused. */
const largestRules = 1_000_000;

/** Reads the user's own rules. `displayPath` does not reveal the home folder. */
export function readPersonalRules(
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { displayPath: string; text: string }[] {
  const home = env["HOME"] || env["USERPROFILE"] || null;
  return paths.map((given) => {
    const path = /^~[/\\]/.test(given) && home !== null ? join(home, given.slice(2)) : given;
    const displayPath =
      home !== null && path.startsWith(join(home, sep)) ? `~/${path.slice(join(home, sep).length)}` : given;
    return { displayPath, text: readRules(path, displayPath) };
  });
}

function readRules(path: string, shown: string): string {
  const remedy = "Mend personalRules in your own config.";
  let text: string;
  try {
    if (statSync(path).size > largestRules) throw new Error("it is larger than 1 MB");
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : (code ?? message);
    throw new UserError(`personalRules names ${shown}, which cannot be read: ${why}`, remedy);
  }
  return text;
}
