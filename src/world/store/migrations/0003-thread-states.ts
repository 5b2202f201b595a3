// Adds thread states of pull requests.
import { sql, type Kysely } from "kysely";

export async function threadStates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table thread_states (
      place text primary key,
      at bigint not null,
      state text not null
    )`.execute(db);
  await sql`create index thread_states_by_time on thread_states (at)`.execute(db);
}
