// Locates the user's cache folder; null if unknown.
import { isAbsolute, join } from "node:path";

export function userCacheFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["XDG_CACHE_HOME"];
  // The standard says that a relative path is to be ignored.
  if (named !== undefined && isAbsolute(named)) return join(named, "crosscheck");
  if (env["HOME"]) return join(env["HOME"], ".cache", "crosscheck");
  return env["LOCALAPPDATA"] ? join(env["LOCALAPPDATA"], "crosscheck") : null;
}
