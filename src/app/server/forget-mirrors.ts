// What a server has on its disk of repositories that it no longer belongs to goes with what is known of them: each replica
// looks for itself, since each has a disk of its own.
import { join } from "node:path";
import { forgetOthers } from "../../world/git/mirror-room.ts";
import type { Store } from "../../world/store/store.ts";
import { userCacheFolder } from "../../world/user-cache.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A cache of the server's own: what the user's commands keep beside it is not the server's to throw away. */
export function serverCache(env: Env, appId: string): Env {
  const shared = userCacheFolder(env);
  return shared === null ? env : { ...env, XDG_CACHE_HOME: join(shared, `app-${appId.replaceAll(/\W/g, "_")}`) };
}

export interface Forgetting {
  store: { installations: Pick<Store["installations"], "list" | "of"> };
  /** As the reading processes have it. */
  env: Env;
  host: string;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export async function forgetMirrors({ store, env, host, log }: Forgetting): Promise<void> {
  const folder = userCacheFolder(env);
  if (folder === null) return;
  const repositories: string[] = [];
  for (const installation of await store.installations.list())
    repositories.push(...(await store.installations.of(installation)));
  const here = `${host}/`;
  const known = repositories.filter((name) => name.startsWith(here)).map((name) => name.slice(here.length));
  const gone = forgetOthers(folder, host, new Set(known));
  if (gone > 0) log("mirrors forgotten", { mirrors: gone });
}

const everyMs = 60_000;

export function startForgetting(needs: Forgetting): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = () => {
    looking ??= forgetMirrors(needs)
      .catch((error: unknown) => needs.log("mirrors not looked through", { why: String(error) }))
      .finally(() => (looking = null));
  };
  const timer = setInterval(look, everyMs);
  look();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
