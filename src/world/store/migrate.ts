// Migrates the tables when the store is opened. A small query checks for pending migrations, so that opening is fast;
// the migrator is loaded only when needed.
import { sql } from "kysely";
import { UserError } from "../../errors.ts";
import { migrations, type Dialect } from "./migrations/index.ts";
import type { Database } from "./tables.ts";

export const migrationTableName = "crosscheck_migrations";

export async function migrate(db: Database, dialect: Dialect, place: string): Promise<void> {
  const known = migrations(dialect);
  const names = Object.keys(known);
  const run = await alreadyRun(db);
  refuseNewer(run, names, place);
  if (run.length === names.length) return;

  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName,
    migrationLockTableName: `${migrationTableName}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  // A newer version of the program may have migrated first.
  refuseNewer(await alreadyRun(db), names, place);
  if (error !== undefined) throw error;
}

async function alreadyRun(db: Database): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)}`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isMissingTable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "42P01" || (message?.startsWith("no such table") ?? false);
}

function refuseNewer(run: readonly string[], known: readonly string[], place: string): void {
  const newer = run.find((name) => !known.includes(name));
  if (newer === undefined) return;
  throw new UserError(
    `${place} was written by a newer version of Crosscheck (it has ${JSON.stringify(newer)})`,
    "Update Crosscheck, or keep this version's data elsewhere: --data DIR.",
  );
}
