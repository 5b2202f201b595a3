// Adds whose share of the workers a job takes, and when each last had a turn.
import { sql, type Kysely } from "kysely";

export async function fairShare(db: Kysely<unknown>): Promise<void> {
  for (const level of ["owner", "repo", "author"])
    await sql`alter table jobs add column ${sql.ref(`${level}_share`)} text not null default ''`.execute(db);
  await sql`
    create table job_turns (
      kind text not null,
      share text not null,
      at bigint not null,
      primary key (kind, share)
    )`.execute(db);
}
