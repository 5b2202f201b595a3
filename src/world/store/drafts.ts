import type { Drafts } from "./store.ts";
import type { Database } from "./tables.ts";

export function draftsIn(db: Database): Drafts {
  return {
    async save(draft) {
      const { id: _, ...rest } = draft;
      await db
        .insertInto("drafts")
        .values(draft)
        .onConflict((same) => same.column("id").doUpdateSet(rest))
        .execute();
    },

    async load(id) {
      return (await db.selectFrom("drafts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },

    async list({ place, state } = {}) {
      let found = db.selectFrom("drafts").selectAll();
      if (place !== undefined) found = found.where("place", "=", place);
      if (state !== undefined) found = found.where("state", "=", state);
      return found.orderBy("savedAt", "desc").orderBy("id").execute();
    },

    async setState(id, state) {
      await db.updateTable("drafts").set({ state }).where("id", "=", id).execute();
    },
  };
}
