// Maps repositories to installations of the App. Removing an installation deletes everything stored for its
// repositories: every row with a `place` or `repository` column that names one.
import { sql } from "kysely";
import { keyIsOf, keySigns, outcomeIsOf, startsWith } from "./belonging.ts";
import type { JobEngine } from "./job-engine.ts";
import type { Installations } from "./store.ts";
import { inOneTransaction, type Database } from "./tables.ts";

/** Their keys start with the repository too, but are not places. */
const keyed = "jobs";

export function installationsIn(db: Database, engine: Pick<JobEngine, "forget">): Installations {
  return {
    async seen(repository, installation, at) {
      await db
        .insertInto("installedRepositories")
        .values({ repository, installation, seenAt: at })
        .onConflict((same) => same.column("repository").doUpdateSet({ installation, seenAt: at }))
        .execute();
    },

    async of(installation) {
      const rows = await db
        .selectFrom("installedRepositories")
        .select("repository")
        .where("installation", "=", installation)
        .orderBy("repository")
        .execute();
      return rows.map(({ repository }) => repository);
    },

    async holding(repository) {
      const row = await db
        .selectFrom("installedRepositories")
        .select("installation")
        .where("repository", "=", repository)
        .executeTakeFirst();
      return row?.installation ?? null;
    },

    async list() {
      const rows = await db.selectFrom("installedRepositories").select("installation").distinct().execute();
      return rows.map(({ installation }) => installation).toSorted((one, other) => one - other);
    },

    async forget(repositories) {
      await inOneTransaction(db, async (within) => {
        const tables = await ourTables(within);
        for (const repository of repositories) {
          await forgetOne(within, tables, repository);
          // pg-boss's jobs are not in our tables.
          for (const sign of keySigns) await engine.forget(within, `${repository}${sign}`);
        }
      });
    },
  };
}

interface OurTable {
  name: string;
  columns: ReadonlySet<string>;
}

/** On PostgreSQL other programs' tables can be in the same database. */
async function ourTables(db: Database): Promise<OurTable[]> {
  const tables = await db.introspection.getTables();
  const inSchemas = tables.some(({ schema }) => schema !== undefined);
  const here = inSchemas
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
    : undefined;
  return tables
    .filter(({ schema }) => schema === here)
    .map(({ name, columns }) => ({
      name,
      columns: new Set(columns.filter(({ dataType }) => /^text$/i.test(dataType)).map((column) => column.name)),
    }));
}

async function forgetOne(db: Database, tables: readonly OurTable[], repository: string): Promise<void> {
  const from = async (table: string, condition: ReturnType<typeof sql>) =>
    await sql`delete from ${sql.table(table)} where ${condition}`.execute(db);
  for (const { name, columns } of tables) {
    if (columns.has("place")) await from(name, startsWith("place", `${repository}#`));
    if (columns.has("repository")) await from(name, sql`repository = ${repository}`);
  }
  await from(keyed, keyIsOf(repository));
  await sql`update deliveries set outcome = 'forgotten' where ${outcomeIsOf(repository)}`.execute(db);
}
