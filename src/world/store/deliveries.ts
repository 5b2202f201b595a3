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
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        // Only the id is needed again, to know the delivery if it comes twice: what it said is other people's.
        .set({ outcome: storable(outcome), body: "" })
        .where("id", "=", id)
        .where("outcome", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}
