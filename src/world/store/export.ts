// Everything that is kept, row by row, of one repository or of all; never more than a few rows in memory.
import { CompiledQuery, sql, type RawBuilder } from "kysely";
import { keyIsOf, outcomeIsOf, startsWith } from "./belonging.ts";
import type { JobEngine } from "./job-engine.ts";
import type { Dialect } from "./migrations/index.ts";
import type { ExportedRow } from "./store.ts";
import type { Database, Tables } from "./tables.ts";

/** By what a row belongs to a repository; `all`: to none of them. Null: it is left out. */
type By = "place" | "repository" | "key" | "outcome" | "all" | null;

/** A new table has to say here what it is: what holds secrets is not handed out by chance. */
const exported: Record<keyof Tables, By> = {
  drafts: "place",
  draftUnits: "repository",
  outputs: "place",
  findings: "place",
  rounds: "place",
  deliveries: "outcome",
  // What is about to be read; nothing of it is kept.
  deliveryPacks: null,
  jobs: "key",
  modelCalls: "repository",
  recordedReviews: "repository",
  installedRepositories: "repository",
  threadOutcomes: "place",
  // How replicas take turns: nothing of anybody's.
  paces: null,
  lastTurns: null,
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

/** Drafts and records of calls can be megabytes each. */
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

/** Null: nothing of it. */
function conditionOf(by: By, repository: string | null): RawBuilder<boolean> | null {
  if (by === null) return null;
  if (repository === null) return sql<boolean>`1 = 1`;
  if (by === "place") return startsWith("place", `${repository}#`);
  if (by === "repository") return sql<boolean>`repository = ${repository}`;
  if (by === "key") return keyIsOf(repository);
  return by === "outcome" ? outcomeIsOf(repository) : null;
}

/** Each table as of one moment; a transaction would keep the server from writing. */
async function* streamed(db: Database, queries: readonly TableQuery[]): AsyncGenerator<ExportedRow> {
  for (const { table, query } of queries)
    for await (const { rows } of db.getExecutor().stream<object>(query, atOnce))
      for (const row of rows) yield { table, ...row };
}

/** All as of one moment, whoever writes meanwhile. */
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
