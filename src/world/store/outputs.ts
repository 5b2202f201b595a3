// Implements the outbox. The owner of a key may write to GitHub under it, after checking that nobody else has.
import { sql } from "kysely";
import type { Output, Outputs } from "./kept/outputs.ts";
import { storable, type Database, type OutputRow } from "./tables.ts";

export function outputsIn(db: Database): Outputs {
  const get: Outputs["get"] = async (key) => {
    const row = await db.selectFrom("outputs").selectAll().where("key", "=", key).executeTakeFirst();
    return row ? outputOf(row) : null;
  };

  return {
    async take(key, output, holder, now, until) {
      const row = await takeRow(db, key, output, holder, now, until);
      return row ? { got: true, before: before(row) } : { got: false, before: await get(key) };
    },

    async done(key, remote, hash) {
      const { numUpdatedRows } = await db
        .updateTable("outputs")
        .set({
          state: "done",
          remoteId: remote.id,
          remoteUrl: remote.url,
          hash,
          why: null,
          holder: null,
          heldUntil: null,
        })
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new Error(`The output ${key} is done but was never taken`);
    },

    async refused(key, holder, why) {
      await db
        .updateTable("outputs")
        .set({ state: "refused", why: storable(why), holder: null, heldUntil: null })
        .where("key", "=", key)
        // A slower process whose lease was taken over must not undo newer state.
        .where("holder", "=", holder)
        .where("state", "=", "sending")
        .execute();
    },

    async release(key, holder, why) {
      await db
        .updateTable("outputs")
        .set({ why: storable(why), holder: null, heldUntil: null })
        .where("key", "=", key)
        .where("holder", "=", holder)
        .execute();
    },

    get,

    async of(place, limit) {
      const rows = await db
        .selectFrom("outputs")
        .selectAll()
        .where("place", "=", place)
        .orderBy("key")
        .limit(limit)
        .execute();
      return rows.map(outputOf);
    },

    async unfinished(now) {
      const rows = await db
        .selectFrom("outputs")
        .selectAll()
        .where("state", "=", "sending")
        .where(({ or, eb }) => or([eb("holder", "is", null), eb("heldUntil", "<=", now)]))
        .orderBy("key")
        .execute();
      return rows.map(outputOf);
    },
  };
}

/** One statement, so that only one of two concurrent claims gets a row. */
async function takeRow(
  db: Database,
  key: string,
  { place, kind, hash, again }: Parameters<Outputs["take"]>[1],
  holder: string,
  now: number,
  until: number,
): Promise<OutputRow | undefined> {
  const changed = again ? sql`or (outputs.state = 'done' and outputs.hash <> excluded.hash)` : sql``;
  const { rows } = await sql<OutputRow>`
    insert into outputs (key, place, kind, state, hash, holder, held_until)
    values (${key}, ${place}, ${kind}, 'sending', ${hash}, ${holder}, ${until})
    on conflict (key) do update set
      state = 'sending',
      hash = excluded.hash,
      state_before = outputs.state,
      hash_before = outputs.hash,
      holder = excluded.holder,
      held_until = excluded.held_until
    where outputs.state = 'refused'
      or (outputs.state = 'sending'
        and (outputs.holder is null or outputs.holder = excluded.holder or outputs.held_until <= ${now}))
      ${changed}
    returning *`.execute(db);
  return rows[0];
}

function before(row: OutputRow): Output | null {
  if (row.stateBefore === null || row.hashBefore === null) return null;
  return { ...outputOf(row), state: row.stateBefore, hash: row.hashBefore };
}

function outputOf({ key, place, kind, state, remoteId, remoteUrl, hash, why }: OutputRow): Output {
  const remote = remoteId !== null && remoteUrl !== null ? { id: remoteId, url: remoteUrl } : null;
  return { key, place, kind, state, remote, hash, why };
}
