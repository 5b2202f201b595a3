// Counts replies in the store, so that restarts and replicas share the limit.
import type { Dismissals, KeptTurn, TurnGroup, TurnKind, Turns } from "./kept/threads.ts";
import { startsWith } from "./belonging.ts";
import { inOneTransaction, storable, type Database } from "./tables.ts";

const minute = 60_000;
const mostInAMinute = 2;
const hour = 60 * minute;
/** Of people without write access in one repository: by one of them, and by all. */
const mostOfPerson = 20;
const mostOfRepository = 60;

export function turnsIn(db: Database): Turns {
  return {
    take: (given, most, group = "anyone") =>
      inOneTransaction(db, async (within) => {
        const turn = { ...given, thread: threadOf(given.thread, group) };
        const counter = counterOf(turn.place, group);
        const counted = await hold(within, counter);
        const known = await kindOf(within, turn);
        if (known !== null && !isUnanswered(known)) return known;
        const kind = (await isOverHourly(within, turn, group))
          ? "silent"
          : kindNow(counted, most, await lately(within, turn));
        await keep(within, turn, kind);
        if (kind === "reply" || kind === "notice")
          await count(within, counter, kind === "reply" ? { used: counted.used + 1 } : { noticed: 1 });
        return kind;
      }),

    restart: (turn) =>
      inOneTransaction(db, async (within) => {
        const counters = groups.map((group) => counterOf(turn.place, group));
        for (const counter of counters) await hold(within, counter);
        // A `continue` counts once.
        if ((await kindOf(within, turn)) !== null) return [];
        await keep(within, turn, "continue");
        for (const counter of counters) await count(within, counter, { used: 0, noticed: 0 });
        return await forgetUnanswered(within, turn.place);
      }),

    of: (place) =>
      db
        .selectFrom("turns")
        .select(["place", "comment", "thread", "kind", "at", "author"])
        .where("place", "=", place)
        .orderBy("seq")
        .execute(),
  };
}

export function dismissalsIn(db: Database): Dismissals {
  return {
    async keep(dismissal) {
      const row = { ...dismissal, reason: storable(dismissal.reason) };
      const { place: _, identity: __, ...rest } = row;
      await db
        .insertInto("dismissals")
        .values(row)
        .onConflict((same) => same.columns(["place", "identity"]).doUpdateSet(rest))
        .execute();
    },
    of: (place) => db.selectFrom("dismissals").selectAll().where("place", "=", place).orderBy("at").execute(),
  };
}

const groups: readonly TurnGroup[] = ["anyone", "writers"];

/** In the same table, so that it is deleted with the repository. */
function counterOf(place: string, group: TurnGroup): string {
  return group === "anyone" ? place : `${place}/${group}`;
}

function threadOf(thread: string, group: TurnGroup): string {
  return group === "anyone" ? thread : `${group}/${thread}`;
}

function isWriters({ thread }: Pick<KeptTurn, "thread">): boolean {
  return thread.startsWith("writers/");
}

function isUnanswered(kind: TurnKind): boolean {
  return kind === "silent" || kind === "hushed";
}

/** Those that the limit left without an answer, oldest first. */
async function forgetUnanswered(db: Database, place: string): Promise<string[]> {
  const rows = await db
    .selectFrom("turns")
    .select("comment")
    .where("place", "=", place)
    .where("kind", "in", ["notice", "silent"])
    .orderBy("seq")
    .execute();
  const comments = rows.map(({ comment }) => comment);
  if (comments.length > 0)
    await db.deleteFrom("turns").where("place", "=", place).where("comment", "in", comments).execute();
  return comments;
}

interface Counted {
  used: number;
  noticed: number;
}

/** Writes the row of the pull request first, which serialises concurrent turns. */
async function hold(db: Database, place: string): Promise<Counted> {
  return await db
    .insertInto("conversations")
    .values({ place, used: 0, noticed: 0 })
    .onConflict((same) => same.column("place").doUpdateSet(({ ref }) => ({ used: ref("conversations.used") })))
    .returning(["used", "noticed"])
    .executeTakeFirstOrThrow();
}

async function kindOf(db: Database, { place, comment }: Pick<KeptTurn, "place" | "comment">): Promise<TurnKind | null> {
  const row = await db
    .selectFrom("turns")
    .select("kind")
    .where("place", "=", place)
    .where("comment", "=", comment)
    .executeTakeFirst();
  return row?.kind ?? null;
}

async function isOverHourly(
  db: Database,
  { place, at, author }: Omit<KeptTurn, "kind">,
  group: TurnGroup,
): Promise<boolean> {
  if (group === "writers") return false;
  const { all, own } = await db
    .selectFrom("turns")
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("all"),
      fn.coalesce(fn.sum<number>(eb.case().when("author", "=", author).then(1).else(0).end()), eb.lit(0)).as("own"),
    ])
    .where("at", ">", at - hour)
    .where("kind", "in", ["reply", "notice"])
    .where(startsWith("place", place.replace(/#.*$/, "#")))
    .where(({ not }) => not(startsWith("thread", "writers/")))
    .executeTakeFirstOrThrow();
  return own >= mostOfPerson || all >= mostOfRepository;
}

interface Lately {
  /** Answered within a minute in this thread. */
  answered: number;
  /** Others on this page that wait for their minute. */
  waiting: number;
}

async function lately(db: Database, { place, comment, thread, at }: Omit<KeptTurn, "kind">): Promise<Lately> {
  const rows = await db
    .selectFrom("turns")
    .select(["kind", "comment", "thread", "at"])
    .where("place", "=", place)
    .where("kind", "in", ["reply", "notice", "hushed"])
    .where("at", ">", at - hour)
    .execute();
  return {
    answered: rows.filter((row) => row.kind !== "hushed" && row.thread === thread && row.at > at - minute).length,
    waiting: rows.filter(
      (row) => row.kind === "hushed" && row.comment !== comment && isWriters(row) === isWriters({ thread }),
    ).length,
  };
}

function kindNow({ used, noticed }: Counted, most: number, { answered, waiting }: Lately): TurnKind {
  // Each that waits costs reads on GitHub, and those beyond the limit would wait in vain.
  if (used >= most || (answered >= mostInAMinute && used + waiting >= most)) return noticed ? "silent" : "notice";
  return answered >= mostInAMinute ? "hushed" : "reply";
}

async function keep(db: Database, turn: Omit<KeptTurn, "kind">, kind: TurnKind): Promise<void> {
  await db
    .insertInto("turns")
    .values({ ...turn, kind })
    .onConflict((same) => same.columns(["place", "comment"]).doUpdateSet({ kind, at: turn.at }))
    .execute();
}

async function count(db: Database, place: string, counted: Partial<Counted>): Promise<void> {
  await db.updateTable("conversations").set(counted).where("place", "=", place).execute();
}
