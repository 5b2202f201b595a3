import type { Deliveries } from "./store.ts";
import { storable, type Database } from "./tables.ts";

export function deliveriesIn(db: Database): Deliveries {
  return {
    async accept(delivery) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("deliveries")
        .values({ ...delivery, outcome: null })
        .onConflict((same) => same.column("id").doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    pending: (limit) =>
      db
        .selectFrom("deliveries")
        .select(["id", "event", "body", "receivedAt"])
        .where("outcome", "is", null)
        .orderBy("receivedAt")
        .orderBy("seq")
        .limit(limit)
        .execute(),

    async finish(id, outcome) {
      await db
        .updateTable("deliveries")
        .set({ outcome: storable(outcome) })
        .where("id", "=", id)
        .execute();
    },
  };
}
