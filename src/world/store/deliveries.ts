import { isUtf8 } from "node:buffer";
import { CompiledQuery, sql } from "kysely";
import { inGroups } from "./group.ts";
import type { Deliveries, Delivery, NewDelivery } from "./store.ts";
import { storable, type Database } from "./tables.ts";

/** In one statement: each is five parameters, and the databases take some thousands. */
const grouping = { most: 128, size: ({ body }: NewDelivery) => body.length, mostSize: 8 * 1024 * 1024 };

/** The name under which takes are counted. */
const takers = "deliveries";

export function deliveriesIn(db: Database): Deliveries {
  const insert = inserting(db);
  const acceptInGroup = inGroups(insert, grouping);
  return {
    // In a transaction of the caller's it is that one's commit which counts.
    accept: async (delivery) => (db.isTransaction ? (await insert([delivery]))[0]! : await acceptInGroup(delivery)),

    pending: (limit) => pendingIn(db, limit),

    async takes() {
      const row = await db.selectFrom("lastTurns").select("at").where("name", "=", takers).executeTakeFirst();
      return row?.at ?? 0;
    },

    async take(takes, limit, except = []) {
      // A row that all who deal with deliveries write to: the next one waits here until this one's jobs are committed, so
      // that jobs are added in the order in which their deliveries came, whoever adds them.
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
        // Only the id is needed again, to know the delivery if it comes twice: what it said is other people's.
        .set({ outcome: storable(outcome), body: "" })
        .where("id", "=", id)
        .where("outcome", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}

function pendingIn(db: Database, limit: number, except: readonly string[] = []): Promise<Delivery[]> {
  return db
    .selectFrom("deliveries")
    .select(["id", "event", "body", "receivedAt"])
    .where("outcome", "is", null)
    .$if(except.length > 0, (some) => some.where("event", "not in", except))
    .orderBy("receivedAt")
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** What PostgreSQL would not keep must not fail all the others with it: it is no JSON, and nothing comes of it. */
function kept(body: string | Buffer): string | Buffer {
  if (typeof body === "string") return storable(body);
  return isUtf8(body) && !body.includes(0) ? body : storable(body.toString("utf8"));
}

/** All in one statement, which is a transaction of its own; says of each whether it is new. */
function inserting(db: Database): (deliveries: readonly NewDelivery[]) => Promise<boolean[]> {
  // Put together once for each number of rows: that takes longer than to run it.
  const statements = new Map<number, string>();
  const statementFor = (rows: readonly NewDelivery[]): string => {
    const known = statements.get(rows.length);
    if (known !== undefined) return known;
    const compiled = db
      .insertInto("deliveries")
      // Bytes go to the database as they came, which need not be made a string of only to be made bytes again.
      .values(rows.map(({ id, event, receivedAt }) => ({ id, event, body: sql`cast(${""} as text)`, receivedAt })))
      .onConflict((same) => same.column("id").doNothing())
      .returning("id")
      .compile();
    statements.set(rows.length, compiled.sql);
    return compiled.sql;
  };
  return async (deliveries) => {
    // Two statements that add the same ones must not wait for each other: both begin with the same.
    const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const values = sorted.flatMap(({ id, event, body, receivedAt }) => [id, event, kept(body), receivedAt]);
    const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(statementFor(deliveries), values));
    const added = new Set(rows.map(({ id }) => id));
    // Of two with one id, the first is the new one.
    return deliveries.map(({ id }) => added.delete(id));
  };
}
