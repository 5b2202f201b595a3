// Keeps results of paid steps until their job is done, so that a crash does not pay twice.
import type { Journal } from "./store.ts";
import type { ThreadOutcomes } from "./kept/threads.ts";
import { storable, type Database } from "./tables.ts";

export function journalIn(db: Database): Journal {
  return {
    async keep(place, step, answer, at) {
      const row = { answer: storable(answer), at };
      await db
        .insertInto("journal")
        .values({ place, step, ...row })
        .onConflict((same) => same.columns(["place", "step"]).doUpdateSet(row))
        .execute();
    },

    async answer(place, step) {
      const row = await db
        .selectFrom("journal")
        .select("answer")
        .where("place", "=", place)
        .where("step", "=", step)
        .executeTakeFirst();
      return row?.answer ?? null;
    },

    async clear(place, step) {
      await db.deleteFrom("journal").where("place", "=", place).where("step", "=", step).execute();
    },
  };
}

export function threadOutcomesIn(db: Database): ThreadOutcomes {
  return {
    async keep(outcome) {
      const { place: _, thread: __, ...rest } = outcome;
      await db
        .insertInto("threadOutcomes")
        .values(outcome)
        .onConflict((same) =>
          same
            .columns(["place", "thread"])
            .doUpdateSet(rest)
            // An older outcome does not replace a newer one.
            .where("threadOutcomes.at", "<=", outcome.at),
        )
        .execute();
    },

    of: (place) => db.selectFrom("threadOutcomes").selectAll().where("place", "=", place).orderBy("thread").execute(),
  };
}
