// Allows the state of kept local reviews. SQLite cannot change a column's check, so the table is made anew.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

const states = "check (state in ('waiting', 'posted', 'cancelled', 'local'))";
const columns =
  "id, place, head, draft, state, saved_at, repository, title, author, event, worst, posted, advisory, files, money, took_ms";

const statements: Record<Dialect, readonly string[]> = {
  sqlite: [
    `create table drafts_with_local (
      id text primary key,
      place text not null,
      head text not null,
      draft text not null,
      state text not null ${states},
      saved_at bigint not null,
      repository text not null default '',
      title text,
      author text,
      event text,
      worst text,
      posted integer,
      advisory integer,
      files integer,
      money real,
      took_ms bigint
    )`,
    `insert into drafts_with_local (${columns}) select ${columns} from drafts`,
    `drop table drafts`,
    `alter table drafts_with_local rename to drafts`,
    `create index drafts_by_time on drafts (saved_at)`,
    `create index drafts_by_repository on drafts (repository, saved_at, id, state, posted, advisory, took_ms)`,
  ],
  postgres: [
    `alter table drafts drop constraint drafts_state_check`,
    `alter table drafts add constraint drafts_state_check ${states}`,
  ],
};

export function localReviews(dialect: Dialect): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    for (const statement of statements[dialect]) await sql.raw(statement).execute(db);
  };
}
