// Deletes expired rows: handled deliveries, failed jobs, unused journal entries.
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
        // Counted from the failure, because a job may have waited long before it.
        await db
          .deleteFrom("jobs")
          .where("state", "=", "failed")
          .where(({ fn }) => fn.coalesce("since", "addedAt"), "<", before)
          .executeTakeFirst(),
        await db.deleteFrom("jobTurns").where("at", "<", before).executeTakeFirst(),
        await db.deleteFrom("journal").where("at", "<", before).executeTakeFirst(),
      ];
      return gone.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
    },
  };
}
