// Stores lessons and patterns.
import type { KeptPattern, Lessons } from "./kept/learning.ts";
import { inOneTransaction, storable, type Database } from "./tables.ts";

/** Keys cannot be null. */
const noLanguage = "";

export function lessonsIn(db: Database): Lessons {
  return {
    async propose(lesson) {
      await db
        .insertInto("lessons")
        .values({ ...lesson, rule: storable(lesson.rule), state: "candidate", decidedBy: null })
        // A person's decision and wording are kept.
        .onConflict((same) => same.columns(["repository", "id"]).doUpdateSet({ seen: lesson.seen }))
        .execute();
    },

    async put(lesson) {
      const row = { ...lesson, rule: storable(lesson.rule) };
      const { repository: _repository, id: _id, ...rest } = row;
      await db
        .insertInto("lessons")
        .values(row)
        .onConflict((same) => same.columns(["repository", "id"]).doUpdateSet(rest))
        .execute();
    },

    async get(repository, id) {
      const rows = db.selectFrom("lessons").selectAll().where("repository", "=", repository).where("id", "=", id);
      return (await rows.executeTakeFirst()) ?? null;
    },

    of: (repository) =>
      db
        .selectFrom("lessons")
        .selectAll()
        .where("repository", "=", repository)
        .orderBy("at", "desc")
        .orderBy("id")
        .execute(),

    async see(repository, place, { sightings, patterns }) {
      await inOneTransaction(db, async (within) => {
        for (const { unit, kind } of sightings)
          await within
            .insertInto("sightings")
            .values({ repository, place, unit, kind: storable(kind) })
            .onConflict((same) => same.doNothing())
            .execute();
        for (const pattern of patterns)
          await within
            .insertInto("patterns")
            .values({ repository, place, ...rowOf(pattern) })
            .onConflict((same) => same.doNothing())
            .execute();
      });
    },

    async seen(repository, otherThan) {
      const rows = await db
        .selectFrom("sightings")
        .select(["unit", "kind", db.fn.countAll<number | string>().as("times")])
        .where("repository", "=", repository)
        .where("place", "!=", otherThan)
        .groupBy(["unit", "kind"])
        .execute();
      return rows.map(({ times, ...one }) => ({ ...one, times: Number(times) }));
    },

    async patterns(repository) {
      const own = await db
        .selectFrom("patterns")
        .select(["unit", "category", "language", "look", db.fn.countAll<number | string>().as("times")])
        .where("repository", "=", repository)
        .groupBy(["unit", "category", "language", "look"])
        .execute();
      const promoted = await db
        .selectFrom("promotedPatterns")
        .select(["unit", "category", "language", "look", "times"])
        .execute();
      const mine = new Set(own.map(keyOf));
      const everywhere = new Set(promoted.map(keyOf));
      return [
        ...own.map((row) => ({ ...readRow(row), own: true, promoted: everywhere.has(keyOf(row)) })),
        ...promoted
          .filter((row) => !mine.has(keyOf(row)))
          .map((row) => ({ ...readRow(row), own: false, promoted: true })),
      ].toSorted((a, b) => b.times - a.times || (keyOf(a) < keyOf(b) ? -1 : 1));
    },

    async promote(pattern, { times, by, at }) {
      const { unit, category, language, look } = rowOf(pattern);
      await db
        .insertInto("promotedPatterns")
        .values({ unit, category, language, look, times, promotedBy: by, at })
        .onConflict((same) => same.columns(["unit", "category", "language", "look"]).doUpdateSet({ times }))
        .execute();
    },

    async forgetPattern(repository, pattern) {
      const { unit, category, language, look } = rowOf(pattern);
      await inOneTransaction(db, async (within) => {
        for (const table of ["patterns", "promotedPatterns"] as const) {
          let rows = within
            .deleteFrom(table)
            .where("unit", "=", unit)
            .where("category", "=", category)
            .where("language", "=", language)
            .where("look", "=", look);
          if (table === "patterns") rows = rows.where("repository" as "unit", "=", repository);
          await rows.execute();
        }
      });
    },
  };
}

type Row = Omit<KeptPattern, "language" | "times"> & { language: string; times: number | string };

function rowOf({ unit, category, language, look }: Omit<KeptPattern, "times">) {
  return { unit, category, language: language ?? noLanguage, look };
}

function readRow({ unit, category, language, look, times }: Row): KeptPattern {
  return { unit, category, language: language === noLanguage ? null : language, look, times: Number(times) };
}

function keyOf({
  unit,
  category,
  language,
  look,
}: {
  unit: string;
  category: string;
  language: string | null;
  look: string;
}): string {
  return JSON.stringify([unit, category, language ?? noLanguage, look]);
}
