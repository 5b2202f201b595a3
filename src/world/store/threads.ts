// Stores thread states and thread endings.
import { sql } from "kysely";
import type { ThreadStates } from "./kept/threads.ts";
import { storable, type Database } from "./tables.ts";

export function threadsIn(db: Database): ThreadStates {
  return {
    async load(place) {
      const row = await db.selectFrom("threadStates").select("state").where("place", "=", place).executeTakeFirst();
      return row?.state ?? null;
    },

    async save(place, given, at) {
      const state = storable(given);
      await db
        .insertInto("threadStates")
        .values({ place, at, state })
        .onConflict((same) => same.column("place").doUpdateSet({ at, state }))
        .execute();
    },

    async latest() {
      const row = await db
        .selectFrom("threadStates")
        .select("place")
        .orderBy("at", "desc")
        .orderBy("place")
        .limit(1)
        .executeTakeFirst();
      return row?.place ?? null;
    },

    async list() {
      const characters = sql<number>`length(state)`.as("characters");
      const rows = await db
        .selectFrom("threadStates")
        .select(["place", "at", characters])
        .orderBy("at", "desc")
        .orderBy("place")
        .execute();
      return rows;
    },

    async clear(place) {
      let gone = db.deleteFrom("threadStates");
      if (place !== undefined) gone = gone.where("place", "=", place);
      return Number((await gone.executeTakeFirst()).numDeletedRows);
    },
  };
}
