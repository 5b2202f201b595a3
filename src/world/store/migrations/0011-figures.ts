// Adds finding counts per unit and review, and covering indexes for the metrics, so that no draft or call record is
// read.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

const statements = (dialect: Dialect) => [
  `create table draft_units (
    draft text not null,
    place text not null,
    repository text not null,
    unit text not null,
    posted integer not null,
    advisory integer not null,
    primary key (draft, unit)
  ) ${dialect === "sqlite" ? "without rowid" : ""}`,
  `drop index drafts_by_repository`,
  `create index drafts_by_repository on drafts (repository, saved_at, id, state, posted, advisory, took_ms)`,
  `create index model_calls_by_repository on model_calls (repository, at, model, money)`,
];

export function figures(dialect: Dialect): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    for (const statement of statements(dialect)) await sql.raw(statement).execute(db);
  };
}
