// Deletes local mirrors of repositories that the App is no longer installed in. Each replica cleans its own disk.
import { join } from "node:path";
import { forgetOthers } from "../../world/git/mirror-room.ts";
import type { Store } from "../../world/store/store.ts";
import { userCacheFolder } from "../../world/user-cache.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Gives the server its own cache folder, so that it does not delete mirrors of the user's commands. */
export function serverCacheEnvironment(env: Env, appId: string): Env {
  const shared = userCacheFolder(env);
  return shared === null ? env : { ...env, XDG_CACHE_HOME: join(shared, `app-${appId.replaceAll(/\W/g, "_")}`) };
}

export interface MirrorCleanupNeeds {
  store: { installations: Pick<Store["installations"], "list" | "of"> };
  /** The environment of the child processes. */
  env: Env;
  host: string;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export async function deleteUnusedMirrors({ store, env, host, log }: MirrorCleanupNeeds): Promise<void> {
  const folder = userCacheFolder(env);
  if (folder === null) return;
  const repositories: string[] = [];
  for (const installation of await store.installations.list())
    repositories.push(...(await store.installations.of(installation)));
  const here = `${host}/`;
  const known = repositories.filter((name) => name.startsWith(here)).map((name) => name.slice(here.length));
  const gone = forgetOthers(folder, host, new Set(known));
  if (gone > 0) log("unused mirrors deleted", { mirrors: gone });
}

const everyMs = 60_000;

export function startMirrorCleanup(needs: MirrorCleanupNeeds): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = () => {
    looking ??= deleteUnusedMirrors(needs)
      .catch((error: unknown) => needs.log("unused mirrors not deleted", { why: String(error) }))
      .finally(() => (looking = null));
  };
  const timer = setInterval(look, everyMs);
  look();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
