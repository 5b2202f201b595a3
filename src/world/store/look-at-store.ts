// Inspects a server's store for the doctor, read-only: whether it is usable and which migrations are pending.
import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../errors.ts";
import type { DataPlace } from "./data-folder.ts";
import { migrationTableName } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";

/** The number of pending migrations, and one that this version does not know. */
interface TableLook {
  /** No tables exist yet. */
  fresh: boolean;
  behind: number;
  newer: string | null;
}

export type StoreLook =
  | { is: "unusable"; why: string; mend: string }
  | ({ is: "sqlite"; file: string } & TableLook)
  | ({
      is: "postgres";
      version: string;
      number: number;
      mayMakeTables: boolean;
      /** The schema of the jobs. */
      jobs: "ours" | "not ours" | "may be made" | "may not be made";
    } & TableLook);

export async function lookAtStore(place: DataPlace): Promise<StoreLook> {
  try {
    return "folder" in place ? await lookAtFolder(place.folder) : await lookAtPostgres(place.databaseUrl);
  } catch (error) {
    if (error instanceof UserError) return { is: "unusable", why: error.message, mend: error.remedy };
    throw error;
  }
}

async function lookAtFolder(folder: string): Promise<StoreLook> {
  const file = join(folder, "crosscheck.db");
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    accessSync(existsSync(file) ? file : nearest, constants.R_OK | constants.W_OK);
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(
      `The data folder ${folder} cannot be used: ${(error as NodeJS.ErrnoException).code ?? "no reason was given"}`,
      "Check its permissions, or choose another with --data DIR or CROSSCHECK_DATA.",
    );
  }
  return { is: "sqlite", file, ...tablesAt(existsSync(file) ? await sqliteSteps(file) : null, "sqlite") };
}

async function sqliteSteps(file: string): Promise<string[] | null> {
  const { openDatabase } = await import("./sqlite.ts");
  const database = openDatabase(file);
  try {
    const rows = database.prepare(`select name from ${migrationTableName}`).all([]);
    return (rows as { name: string }[]).map(({ name }) => name);
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return null;
    throw error;
  } finally {
    database.close();
  }
}

async function lookAtPostgres(databaseUrl: string): Promise<StoreLook> {
  const [{ Client }, { postgresTrouble }] = await Promise.all([import("pg"), import("./postgres.ts")]);
  try {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    // A broken connection is reported by the pending query.
    client.on("error", () => {});
    await client.connect();
    try {
      return await askPostgres(async (text) => (await client.query(text)).rows as Record<string, unknown>[]);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw postgresTrouble(error);
  }
}

type Rows = (text: string) => Promise<Record<string, unknown>[]>;

async function askPostgres(rows: Rows): Promise<StoreLook> {
  const [facts = {}] = await rows(`select
    current_setting('server_version') as version,
    current_setting('server_version_num')::int as number,
    coalesce(has_schema_privilege(current_user, current_schema(), 'CREATE'), false) as tables,
    has_database_privilege(current_user, current_database(), 'CREATE') as schemas,
    (select has_schema_privilege(current_user, oid, 'CREATE') and has_schema_privilege(current_user, oid, 'USAGE')
       from pg_namespace where nspname = 'crosscheck_jobs') as jobs`);
  const { version, number, tables, schemas, jobs } = facts;
  const [kept] = await rows(`select to_regclass('${migrationTableName}') is not null as there`);
  const names = kept?.["there"] === true ? await rows(`select name from ${migrationTableName}`) : null;
  return {
    is: "postgres",
    version: String(version),
    number: Number(number),
    mayMakeTables: tables === true,
    jobs: jobs === true ? "ours" : jobs === false ? "not ours" : schemas === true ? "may be made" : "may not be made",
    ...tablesAt(names?.map(({ name }) => String(name)) ?? null, "postgres"),
  };
}

function tablesAt(run: readonly string[] | null, dialect: "sqlite" | "postgres"): TableLook {
  const known = Object.keys(migrations(dialect));
  return {
    fresh: run === null,
    behind: known.filter((name) => !(run ?? []).includes(name)).length,
    newer: (run ?? []).find((name) => !known.includes(name)) ?? null,
  };
}
