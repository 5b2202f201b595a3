// What all replicas keep to: how quickly an installation may write, and what is done by one of them in a while.
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
