// Adds installations, so that their data can be deleted; thread endings; and the journal of paid steps.
import { sql, type Kysely } from "kysely";

export async function installations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installed_repositories (
      repository text primary key,
      installation bigint not null,
      seen_at bigint not null
    )`.execute(db);
  await sql`create index installed_repositories_of on installed_repositories (installation)`.execute(db);
  await sql`
    create table thread_outcomes (
      place text not null,
      thread text not null,
      state text not null check (state in ('resolved', 'unresolved')),
      said_by text not null check (said_by in ('person', 'bot')),
      at bigint not null,
      primary key (place, thread)
    )`.execute(db);
  await sql`
    create table journal (
      place text not null,
      step text not null,
      answer text not null,
      at bigint not null,
      primary key (place, step)
    )`.execute(db);
}
