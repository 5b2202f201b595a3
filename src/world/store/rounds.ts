// Stores review rounds.
import type { Rounds } from "./kept/outputs.ts";
import type { Database } from "./tables.ts";

export function roundsIn(db: Database): Rounds {
  return {
    async add({ hunks, ...round }) {
      await db
        .insertInto("rounds")
        .values({ ...round, hunks: JSON.stringify(hunks) })
        .onConflict((same) => same.columns(["place", "base", "head"]).doNothing())
        .execute();
    },

    async of(place) {
      const rows = await db
        .selectFrom("rounds")
        .select(["place", "base", "head", "hunks", "at"])
        .where("place", "=", place)
        .orderBy("at")
        .orderBy("seq")
        .execute();
      return rows.map(({ hunks, ...round }) => ({ ...round, hunks: JSON.parse(hunks) as string[] }));
    },
  };
}
