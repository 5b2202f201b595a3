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
    return openIn(dialect, "sqlite", file, options);
  }
  const { openPostgres, postgresTrouble } = await import("./postgres.ts");
  try {
    const dialect = openPostgres(place.databaseUrl, options.trouble ?? (() => {}));
    return await openIn(dialect, "postgres", "The PostgreSQL database that DATABASE_URL names", options);
  } catch (error) {
    throw postgresTrouble(error);
  }
}
