// Adds shared pacing state of all replicas.
import { sql, type Kysely } from "kysely";

export async function pacing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table paces (
      name text primary key,
      pace text not null,
      holder text,
      held_until bigint,
      lost_until bigint
    )`.execute(db);
  await sql`
    create table last_turns (
      name text primary key,
      at bigint not null
    )`.execute(db);
}
