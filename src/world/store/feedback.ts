// Stores people's feedback on findings.
import { sql } from "kysely";
import type { Feedback } from "./kept/learning.ts";
import { inOneTransaction, storable, type Database } from "./tables.ts";

export function feedbackIn(db: Database): Feedback {
  return {
    async record(rows) {
      await inOneTransaction(db, async (within) => {
        for (const row of rows)
          await within
            .insertInto("feedback")
            .values({ ...row, reason: row.reason === null ? null : storable(row.reason) })
            // A repeated statement is stored once, with its first time.
            .onConflict((same) => same.doNothing())
            .execute();
      });
    },

    async withdraw({ place, identity, unit, signal, actor }) {
      await db
        .deleteFrom("feedback")
        .where("place", "=", place)
        .where("identity", "=", identity)
        .where("unit", "=", unit)
        .where("signal", "=", signal)
        .where("actor", "=", actor)
        .execute();
    },

    of: (repository) =>
      db
        .selectFrom("feedback")
        .selectAll()
        .where("repository", "=", repository)
        .orderBy("at")
        .orderBy("place")
        .orderBy("identity")
        .orderBy("unit")
        .execute(),

    async reset(repository, unit, { by, at }) {
      await db
        .insertInto("feedbackResets")
        .values({ repository, unit, resetBy: by, at })
        .onConflict((same) => same.columns(["repository", "unit"]).doUpdateSet({ resetBy: by, at }))
        .execute();
    },

    async resets(repository) {
      const rows = await db
        .selectFrom("feedbackResets")
        .select(["unit", "at"])
        .where("repository", "=", repository)
        .execute();
      return new Map(rows.map(({ unit, at }) => [unit, at]));
    },

    async activePulls(since) {
      const rows = await db
        .selectFrom("rounds")
        .select("place")
        .distinct()
        .where("at", ">=", since)
        .where("place", "in", db.selectFrom("findings").select("place").where("about", "is not", null))
        .execute();
      // The same order on both databases.
      return rows.map(({ place }) => place).toSorted((one, other) => (one < other ? -1 : 1));
    },

    reviewed(repository) {
      const start = `${repository}#`;
      return (
        db
          .selectFrom("rounds")
          .select(["place", "base", "head", "at"])
          // Compared exactly: a LIKE pattern could match characters in names, and collations differ between databases.
          .where(sql<boolean>`substr(place, 1, ${sql.lit(start.length)}) = ${start}`)
          .orderBy("at", "desc")
          .orderBy("seq", "desc")
          .execute()
      );
    },

    async keepEscaped(rows) {
      await inOneTransaction(db, async (within) => {
        for (const row of rows)
          await within
            .insertInto("escaped")
            .values({ ...row, path: storable(row.path), said: row.said ? 1 : 0 })
            .onConflict((same) => same.doNothing())
            .execute();
      });
    },

    async escaped(repository) {
      const rows = await db
        .selectFrom("escaped")
        .selectAll()
        .where("repository", "=", repository)
        .orderBy("at", "desc")
        .orderBy("place")
        .orderBy("path")
        .orderBy("unit")
        .execute();
      return rows.map(({ said, ...row }) => ({ ...row, said: said === 1 }));
    },
  };
}
