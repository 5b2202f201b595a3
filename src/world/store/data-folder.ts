// Locates the data folder: drafts, posted outputs and deliveries.
import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../errors.ts";

export type DataPlace = { folder: string } | { databaseUrl: string };

export interface DataWishes {
  /** The value of `--data`. */
  data?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Only a server uses PostgreSQL: on a developer's machine DATABASE_URL belongs to the project under review. */
  server: boolean;
}

export function dataPlace({ data, env, platform, server }: DataWishes): DataPlace {
  const databaseUrl = server ? env["DATABASE_URL"] : undefined;
  if (data !== undefined && databaseUrl)
    throw new UserError(
      "--data and DATABASE_URL cannot be combined",
      "Leave out --data to use PostgreSQL, or unset DATABASE_URL to use the folder.",
    );
  if (data === "") throw new UserError("--data is empty", "Name a folder: --data DIR.");
  if (databaseUrl) return { databaseUrl };
  const folder = data || env["CROSSCHECK_DATA"] || usualFolder(env, platform);
  if (!folder)
    throw new UserError(
      "There is no default folder for data, because no home folder is set",
      "Set one with --data DIR or CROSSCHECK_DATA.",
    );
  return { folder: resolve(folder) };
}

function usualFolder(env: DataWishes["env"], platform: string): string | null {
  const named = env["XDG_DATA_HOME"];
  // The XDG specification says to ignore relative paths.
  if (named !== undefined && isAbsolute(named)) return join(named, "crosscheck");
  // Not the folder itself, because the cache inside it may be cleared.
  if (platform === "win32") return env["LOCALAPPDATA"] ? join(env["LOCALAPPDATA"], "crosscheck", "data") : null;
  if (!env["HOME"]) return null;
  return platform === "darwin"
    ? join(env["HOME"], "Library", "Application Support", "crosscheck")
    : join(env["HOME"], ".local", "share", "crosscheck");
}
