// Opens the store. The CLI opens it on every call, so `pg` and the query builder are loaded only when needed.
import type { DataPlace } from "./data-folder.ts";
import type { JobSettings } from "./run-jobs.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** For job leases only; all other times come from the caller. */
  now?(): number;
  jobs?: Partial<JobSettings>;
  /** Reports background errors, which are retried in any case. */
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
