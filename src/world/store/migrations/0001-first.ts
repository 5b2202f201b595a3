// Times are milliseconds since 1970; structured values are JSON text.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function first(dialect: Dialect) {
  // The only difference between the databases: an auto-increment column.
  const counter = sql.raw(
    dialect === "sqlite" ? "integer primary key autoincrement" : "bigint generated always as identity primary key",
  );

  return async (db: Kysely<unknown>): Promise<void> => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

    await run(sql`
      create table drafts (
        id text primary key,
        place text not null,
        head text not null,
        draft text not null,
        state text not null check (state in ('waiting', 'posted', 'cancelled')),
        saved_at bigint not null
      )`);
    await run(sql`create index drafts_by_time on drafts (saved_at)`);

    await run(sql`
      create table outputs (
        key text primary key,
        place text not null,
        kind text not null,
        state text not null check (state in ('sending', 'done', 'refused')),
        hash text not null,
        remote_id text,
        remote_url text,
        why text,
        state_before text,
        hash_before text,
        holder text,
        held_until bigint
      )`);
    await run(sql`create index outputs_unfinished on outputs (key) where state = 'sending'`);

    await run(sql`
      create table findings (
        place text not null,
        identity text not null,
        state text not null check (state in ('open', 'fixed', 'dismissed')),
        about text,
        comment text,
        thread text,
        primary key (place, identity)
      )`);

    await run(sql`
      create table rounds (
        seq ${counter},
        place text not null,
        base text not null,
        head text not null,
        hunks text not null,
        at bigint not null,
        unique (place, base, head)
      )`);

    await run(sql`
      create table deliveries (
        seq ${counter},
        id text not null unique,
        event text not null,
        body text not null,
        received_at bigint not null,
        outcome text
      )`);
    await run(sql`create index deliveries_pending on deliveries (received_at, seq) where outcome is null`);

    await run(sql`
      create table jobs (
        seq ${counter},
        kind text not null,
        key text not null,
        data text not null,
        state text not null check (state in ('waiting', 'running', 'failed')),
        attempts integer not null,
        added_at bigint not null,
        not_before bigint not null,
        holder text,
        held_until bigint,
        why text
      )`);
    await run(sql`create index jobs_to_do on jobs (kind, key, seq) where state <> 'failed'`);
    // Per key one job at a time.
    await run(sql`create unique index jobs_one_at_a_time on jobs (kind, key) where state = 'running'`);
  };
}
