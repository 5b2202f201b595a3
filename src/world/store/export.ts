// Exports all stored data row by row, for one repository or all, with a few rows in memory at a time.
import { CompiledQuery, sql, type RawBuilder } from "kysely";
import { keyIsOf, outcomeIsOf, startsWith } from "./belonging.ts";
import type { JobEngine } from "./job-engine.ts";
import type { Dialect } from "./migrations/index.ts";
import type { ExportedRow } from "./store.ts";
import type { Database, Tables } from "./tables.ts";

/** How a row belongs to a repository; `all`: to none. Null: the table is not exported. */
type By = "place" | "repository" | "key" | "outcome" | "all" | null;

/** Exhaustive: a new table must be listed here, so that secrets are not exported by accident. */
const exported: Record<keyof Tables, By> = {
  drafts: "place",
  draftUnits: "repository",
  outputs: "place",
  findings: "place",
  rounds: "place",
  deliveries: "outcome",
  // Unhandled deliveries, which are deleted once they are handled.
  deliveryPacks: null,
  jobs: "key",
  modelCalls: "repository",
  recordedReviews: "repository",
  installedRepositories: "repository",
  threadOutcomes: "place",
  // Coordination of replicas; contains no user data.
  paces: null,
  lastTurns: null,
  jobTurns: null,
  journal: "place",
  threadStates: "place",
  lessons: "repository",
  sightings: "repository",
  patterns: "repository",
  promotedPatterns: "all",
  feedback: "repository",
  feedbackResets: "repository",
  escaped: "repository",
  conversations: "place",
  turns: "place",
  dismissals: "place",
};

/** Drafts and call records can be megabytes each. */
const atOnce = 10;

interface TableQuery {
  table: keyof Tables;
  query: CompiledQuery<object>;
}

export async function* exportRows(
  db: Database,
  kind: Dialect,
  { elsewhere }: Pick<JobEngine, "elsewhere">,
  repository: string | null,
): AsyncGenerator<ExportedRow> {
  const queries = Object.entries(exported).flatMap(([name, by]): TableQuery[] => {
    const table = name as keyof Tables;
    const where = conditionOf(by, repository);
    return where === null ? [] : [{ table, query: db.selectFrom(table).selectAll().where(where).compile() }];
  });
  if (elsewhere !== null) {
    const where = conditionOf("key", repository)!;
    queries.push({
      table: "jobs",
      query: sql<object>`select * from (${elsewhere}) as jobs where ${where}`.compile(db),
    });
  }
  yield* kind === "sqlite" ? streamed(db, queries) : throughCursors(db, queries);
}

/** Null: not exported. */
function conditionOf(by: By, repository: string | null): RawBuilder<boolean> | null {
  if (by === null) return null;
  if (repository === null) return sql<boolean>`1 = 1`;
  if (by === "place") return startsWith("place", `${repository}#`);
  if (by === "repository") return sql<boolean>`repository = ${repository}`;
  if (by === "key") return keyIsOf(repository);
  return by === "outcome" ? outcomeIsOf(repository) : null;
}

/** Each table is read as of one moment; a transaction would block the server's writes. */
async function* streamed(db: Database, queries: readonly TableQuery[]): AsyncGenerator<ExportedRow> {
  for (const { table, query } of queries)
    for await (const { rows } of db.getExecutor().stream<object>(query, atOnce))
      for (const row of rows) yield { table, ...row };
}

/** All tables as of one moment, despite concurrent writes. */
async function* throughCursors(db: Database, queries: readonly TableQuery[]): AsyncGenerator<ExportedRow> {
  const within = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    for (const { table, query } of queries) {
      const declared = CompiledQuery.raw(`declare kept no scroll cursor for ${query.sql}`, [...query.parameters]);
      await within.executeQuery(declared);
      for (let count = atOnce; count === atOnce;) {
        const { rows } = await sql<object>`fetch ${sql.lit(atOnce)} from kept`.execute(within);
        count = rows.length;
        for (const row of rows) yield { table, ...row };
      }
      await sql`close kept`.execute(within);
    }
  } finally {
    await within.rollback().execute();
  }
}
