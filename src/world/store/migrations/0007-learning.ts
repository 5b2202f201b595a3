// Adds learned data and feedback. Patterns contain only words of fixed lists.
import { sql, type Kysely } from "kysely";

const tables = [
  `create table lessons (
    repository text not null,
    id text not null,
    state text not null,
    rule text not null,
    unit text,
    kind text,
    pull integer,
    seen integer not null,
    at bigint not null,
    decided_by text,
    primary key (repository, id)
  )`,
  `create table sightings (
    repository text not null,
    place text not null,
    unit text not null,
    kind text not null,
    primary key (repository, unit, kind, place)
  )`,
  `create table patterns (
    repository text not null,
    place text not null,
    unit text not null,
    category text not null,
    language text not null,
    look text not null,
    primary key (repository, unit, category, language, look, place)
  )`,
  `create table promoted_patterns (
    unit text not null,
    category text not null,
    language text not null,
    look text not null,
    times integer not null,
    promoted_by text not null,
    at bigint not null,
    primary key (unit, category, language, look)
  )`,
  `create table feedback (
    repository text not null,
    place text not null,
    identity text not null,
    unit text not null,
    signal text not null,
    actor text not null,
    reason text,
    at bigint not null,
    primary key (place, identity, unit, signal, actor)
  )`,
  `create index feedback_by_repository on feedback (repository)`,
  `create table feedback_resets (
    repository text not null,
    unit text not null,
    reset_by text not null,
    at bigint not null,
    primary key (repository, unit)
  )`,
  `create table escaped (
    repository text not null,
    place text not null,
    mended_by text not null,
    how text not null,
    path text not null,
    unit text not null,
    said integer not null,
    at bigint not null,
    primary key (place, mended_by, path, unit)
  )`,
  `create index escaped_by_repository on escaped (repository)`,
];

export async function learning(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await sql.raw(table).execute(db);
}
