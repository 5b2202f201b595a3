// Stores recorded model calls and reviews.
import type { Records } from "./kept/records.ts";
import { storable, type Database } from "./tables.ts";

export function recordsIn(db: Database): Records {
  return {
    async keepCall(call) {
      await db
        .insertInto("modelCalls")
        .values({ ...call, call: storable(call.call) })
        .execute();
    },

    async callsOf(run) {
      const rows = await db.selectFrom("modelCalls").select("call").where("run", "=", run).orderBy("seq").execute();
      return rows.map(({ call }) => call);
    },

    async spent(since, repository) {
      let rows = db
        .selectFrom("modelCalls")
        .select(db.fn.sum<number | null>("money").as("sum"))
        .where("at", ">=", since);
      if (repository !== undefined) rows = rows.where("repository", "=", repository);
      return (await rows.executeTakeFirst())?.sum ?? 0;
    },

    async keepReview(review) {
      const { id: _, ...rest } = review;
      await db
        .insertInto("recordedReviews")
        .values(review)
        .onConflict((same) => same.column("id").doUpdateSet(rest))
        .execute();
    },

    async review(id) {
      return (await db.selectFrom("recordedReviews").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },

    async reviews(limit) {
      return db
        .selectFrom("recordedReviews")
        .select(["id", "run", "repository", "at"])
        .orderBy("at", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
    },
  };
}
