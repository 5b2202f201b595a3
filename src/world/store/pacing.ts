// Stores the shared state of all replicas; each operation is one atomic statement.
import { sql } from "kysely";
import type { Pacing } from "./kept/pacing.ts";
import type { Database } from "./tables.ts";

export function pacingIn(db: Database): Pacing {
  return {
    async turn(name, now, everyMs) {
      const { rows } = await sql<{ at: number }>`
        insert into last_turns (name, at) values (${name}, ${now})
        on conflict (name) do update set at = excluded.at where last_turns.at <= ${now - everyMs}
        returning at`.execute(db);
      return rows.length === 1;
    },

    async take(name, holder, now, until, empty) {
      const { rows } = await sql<{ pace: string; lostUntil: number | null }>`
        insert into paces (name, pace, holder, held_until) values (${name}, ${empty}, ${holder}, ${until})
        on conflict (name) do update set
          holder = excluded.holder,
          held_until = excluded.held_until,
          lost_until = case when paces.holder is null then null else paces.held_until end
        where paces.holder is null or paces.held_until <= ${now}
        returning pace, lost_until`.execute(db);
      return rows[0] ?? null;
    },

    async give(name, holder, pace) {
      const { numUpdatedRows } = await db
        .updateTable("paces")
        .set({ pace, holder: null, heldUntil: null })
        .where("name", "=", name)
        .where("holder", "=", holder)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    list: () => db.selectFrom("paces").select(["name", "pace"]).orderBy("name").execute(),
  };
}
