// Stores webhook deliveries until they have become jobs.
import { CompiledQuery, sql } from "kysely";
import { inGroups } from "./group.ts";
import { packed, unpacked, type PackPart } from "./packed-bodies.ts";
import type { Deliveries, Delivery, NewDelivery } from "./kept/deliveries.ts";
import { storable, type Database } from "./tables.ts";

/** Rows per statement: each has six parameters, and the databases allow a few thousand. */
const grouping = { most: 128, size: ({ body }: NewDelivery) => body.length, mostSize: 8 * 1024 * 1024 };

/** The name of the counter. */
const takers = "deliveries";

export function deliveriesIn(db: Database): Deliveries {
  const insert = inserting(db);
  const acceptInGroup = inGroups(insert, grouping);
  return {
    // Inside a caller's transaction, that transaction's commit counts.
    accept: async (delivery) => (db.isTransaction ? (await insert([delivery]))[0]! : await acceptInGroup(delivery)),

    pending: (limit) => pendingIn(db, limit),

    async takes() {
      const row = await db.selectFrom("lastTurns").select("at").where("name", "=", takers).executeTakeFirst();
      return row?.at ?? 0;
    },

    async take(takes, limit, except = []) {
      // A row that every dispatcher locks, so that jobs are added in the order of their deliveries.
      const { at } = await db
        .insertInto("lastTurns")
        .values({ name: takers, at: 1 })
        .onConflict((same) => same.column("name").doUpdateSet({ at: sql`last_turns.at + 1` }))
        .returning("at")
        .executeTakeFirstOrThrow();
      return at === takes + 1 ? await pendingIn(db, limit, except) : null;
    },

    async finish(id, outcome) {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set({ outcome: storable(outcome), body: "" })
        .where("id", "=", id)
        .where("outcome", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async discard() {
      await db
        .deleteFrom("deliveryPacks")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("deliveries")
                .select("seq")
                .whereRef("deliveries.pack", "=", "deliveryPacks.id")
                .where("outcome", "is", null),
            ),
          ),
        )
        .execute();
    },
  };
}

async function pendingIn(db: Database, limit: number, except: readonly string[] = []): Promise<Delivery[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["id", "event", "body", "receivedAt", "pack", "packStart", "packLength"])
    .where("outcome", "is", null)
    .$if(except.length > 0, (some) => some.where("event", "not in", except))
    .orderBy("receivedAt")
    .orderBy("seq")
    .limit(limit)
    .execute();
  const deliveries: Delivery[] = [];
  const packs = new Map<number, Opened | null>();
  for (const { id, event, body, receivedAt, pack, packStart, packLength } of rows) {
    if (pack === null) {
      deliveries.push({ id, event, body, receivedAt });
      continue;
    }
    if (!packs.has(pack)) packs.set(pack, await opened(db, pack));
    const bodyAt = packs.get(pack);
    if (bodyAt) deliveries.push({ id, event, body: bodyAt({ start: packStart!, length: packLength! }), receivedAt });
  }
  return deliveries;
}

type Opened = (part: PackPart) => string;

/** Null if another process has just handled all of it. */
async function opened(db: Database, id: number): Promise<Opened | null> {
  const pack = await db.selectFrom("deliveryPacks").select("bytes").where("id", "=", id).executeTakeFirst();
  return pack ? unpacked(pack.bytes) : null;
}

/** All in one transaction; returns for each whether it is new. */
function inserting(db: Database): (deliveries: readonly NewDelivery[]) => Promise<boolean[]> {
  const insertRows = insertingRows();
  return async (deliveries) => {
    // Two concurrent inserts of the same ids must not deadlock, so both use the same order.
    const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const { bytes, parts } = packed(sorted.map(({ body }) => body));
    const insert = async (within: Database) => {
      const { id } = await within
        .insertInto("deliveryPacks")
        .values({ bytes })
        .returning("id")
        .executeTakeFirstOrThrow();
      return await insertRows(within, sorted, id, parts);
    };
    const added = db.isTransaction ? await insert(db) : await db.transaction().execute(insert);
    // Of two deliveries with one id, the first is new.
    return deliveries.map(({ id }) => added.delete(id));
  };
}

type InsertRows = (
  db: Database,
  deliveries: readonly NewDelivery[],
  pack: number,
  parts: readonly PackPart[],
) => Promise<Set<string>>;

function insertingRows(): InsertRows {
  // Prepared once per number of rows, because building the statement takes longer than running it.
  const statements = new Map<number, string>();
  const statementFor = (db: Database, rows: number): string => {
    const known = statements.get(rows);
    if (known !== undefined) return known;
    const row = { id: "", event: "", body: sql.lit(""), receivedAt: 0, pack: 0, packStart: 0, packLength: 0 };
    const compiled = db
      .insertInto("deliveries")
      .values(Array.from({ length: rows }, () => row))
      .onConflict((same) => same.column("id").doNothing())
      .returning("id")
      .compile();
    statements.set(rows, compiled.sql);
    return compiled.sql;
  };
  return async (db, deliveries, pack, parts) => {
    const values = deliveries.flatMap(({ id, event, receivedAt }, index) => {
      const { start, length } = parts[index]!;
      return [id, event, receivedAt, pack, start, length];
    });
    const statement = CompiledQuery.raw(statementFor(db, deliveries.length), values);
    const { rows } = await db.executeQuery<{ id: string }>(statement);
    return new Set(rows.map(({ id }) => id));
  };
}
