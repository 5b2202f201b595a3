// Adds conversation turns and dismissals, with comment ids but no text.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function turns(dialect: Dialect) {
  const counter = sql.raw(
    dialect === "sqlite" ? "integer primary key autoincrement" : "bigint generated always as identity primary key",
  );

  return async (db: Kysely<unknown>): Promise<void> => {
    await sql`
      create table conversations (
        place text primary key,
        used integer not null,
        noticed integer not null
      )`.execute(db);
    await sql`
      create table turns (
        seq ${counter},
        place text not null,
        comment text not null,
        thread text not null,
        kind text not null check (kind in ('reply', 'notice', 'silent', 'hushed', 'continue')),
        at bigint not null,
        unique (place, comment)
      )`.execute(db);
    await sql`create index turns_by_thread on turns (place, thread, at)`.execute(db);
    await sql`
      create table dismissals (
        place text not null,
        identity text not null,
        reason text not null,
        said_by text not null,
        comment text not null,
        at bigint not null,
        primary key (place, identity)
      )`.execute(db);
  };
}
