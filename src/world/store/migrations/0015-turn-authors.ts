// Adds who took a turn, so that one person and one repository have limits of their own.
import { sql, type Kysely } from "kysely";

export async function turnAuthors(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns add column author text not null default ''`.execute(db);
  await sql`create index turns_by_time on turns (at)`.execute(db);
}
