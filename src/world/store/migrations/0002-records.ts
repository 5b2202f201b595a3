// Adds recorded model calls and the reviews made from them.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function records(dialect: Dialect) {
  const counter = sql.raw(
    dialect === "sqlite" ? "integer primary key autoincrement" : "bigint generated always as identity primary key",
  );

  return async (db: Kysely<unknown>): Promise<void> => {
    await sql`
      create table model_calls (
        seq ${counter},
        run text not null,
        repository text not null,
        unit text not null,
        model text not null,
        at bigint not null,
        money double precision,
        call text not null
      )`.execute(db);
    await sql`create index model_calls_of_run on model_calls (run, seq)`.execute(db);
    await sql`create index model_calls_by_time on model_calls (at)`.execute(db);
    await sql`
      create table recorded_reviews (
        id text primary key,
        run text not null,
        repository text not null,
        at bigint not null,
        given text not null,
        draft text not null
      )`.execute(db);
    await sql`create index recorded_reviews_by_time on recorded_reviews (at)`.execute(db);
  };
}
