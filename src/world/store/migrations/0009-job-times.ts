// Adds the time of a job's last state change. Null: since it was added.
import { sql, type Kysely } from "kysely";

export async function jobTimes(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column since bigint`.execute(db);
}
