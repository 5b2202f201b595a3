// Opens the store. The CLI does so on every call, so what is not needed is not loaded: neither `pg` for a folder, nor the
// query builder before somebody opens.
import type { DataPlace } from "./data-folder.ts";
import type { JobSettings } from "./run-jobs.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** For the leases of jobs alone; all other times are the caller's. */
  now?(): number;
  jobs?: Partial<JobSettings>;
  /** Told of what goes wrong in the background. Unheard, it is tried again all the same. */
  trouble?(error: Error): void;
}

export async function openStore(place: DataPlace, options: StoreOptions = {}): Promise<Store> {
  const { openIn } = await import("./kysely-store.ts");
  if ("folder" in place) {
    const { openSqlite } = await import("./sqlite.ts");
    const { dialect, place: file } = openSqlite(place.folder);
    return openIn({ dialect, kind: "sqlite", place: file }, options);
  }
  const [{ openPostgres, postgresTrouble }, { openBoss }] = await Promise.all([
    import("./postgres.ts"),
    import("./boss-jobs.ts"),
  ]);
  try {
    const { dialect, pool } = openPostgres(place.databaseUrl, options.trouble ?? (() => {}));
    const named = { dialect, kind: "postgres", place: "The PostgreSQL database that DATABASE_URL names" } as const;
    return await openIn(named, options, (given) => openBoss({ ...given, pool }));
  } catch (error) {
    throw postgresTrouble(error);
  }
}
