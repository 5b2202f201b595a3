// Locates the user's cache folder; null if unknown.
import { isAbsolute, join } from "node:path";

export function userCacheFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["XDG_CACHE_HOME"];
  // The XDG specification says to ignore relative paths.
  if (named !== undefined && isAbsolute(named)) return join(named, "crosscheck");
  if (env["HOME"]) return join(env["HOME"], ".cache", "crosscheck");
  return env["LOCALAPPDATA"] ? join(env["LOCALAPPDATA"], "crosscheck") : null;
}
