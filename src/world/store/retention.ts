// What served its purpose goes: deliveries that were dealt with, jobs that were given up, answers that nobody came back for.
import type { Retention } from "./store.ts";
import type { Database } from "./tables.ts";

export function retentionIn(db: Database): Retention {
  return {
    async clear(before) {
      const gone = [
        await db
          .deleteFrom("deliveries")
          .where("outcome", "is not", null)
          .where("receivedAt", "<", before)
          .executeTakeFirst(),
        // From when they were given up: one may have waited long before that.
        await db
          .deleteFrom("jobs")
          .where("state", "=", "failed")
          .where(({ fn }) => fn.coalesce("since", "addedAt"), "<", before)
          .executeTakeFirst(),
        await db.deleteFrom("journal").where("at", "<", before).executeTakeFirst(),
      ];
      return gone.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
    },
  };
}
