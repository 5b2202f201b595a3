// Stores drafts with their list entries and finding counts.
import { sql } from "kysely";
import {
  repositoryOfDraft,
  type Drafts,
  type ListedReview,
  type StoredReviewFacts,
  type SavedDraft,
} from "./kept/drafts.ts";
import { inOneTransaction, storable, type Database, type DraftRow, type FactColumn } from "./tables.ts";

const factNames = ["title", "author", "event", "worst", "posted", "advisory", "files", "money", "tookMs"] as const;
const listed = ["id", "place", "repository", "head", "state", "savedAt", ...factNames] as const;

export function draftsIn(db: Database): Drafts {
  return {
    async save(draft) {
      const { id: _, ...rest } = rowOf(draft);
      await inOneTransaction(db, async (within) => {
        await within
          .insertInto("drafts")
          .values({ id: draft.id, ...rest })
          .onConflict((same) => same.column("id").doUpdateSet(rest))
          .execute();
        await keepUnits(within, { ...rest, id: draft.id }, draft.facts);
      });
    },

    async load(id) {
      const row = await db.selectFrom("drafts").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? draftOf(row) : null;
    },

    async about(id) {
      const row = await db.selectFrom("drafts").select(listed).where("id", "=", id).executeTakeFirst();
      return row ? listedOf(row) : null;
    },

    async list({ place, state } = {}) {
      let found = db.selectFrom("drafts").selectAll();
      if (place !== undefined) found = found.where("place", "=", place);
      if (state !== undefined) found = found.where("state", "=", state);
      return (await found.orderBy("savedAt", "desc").orderBy("id").execute()).map(draftOf);
    },

    async page({ repositories, text, state, event, place, after, limit }) {
      if (repositories?.length === 0) return [];
      let found = db.selectFrom("drafts").select(listed);
      if (repositories) found = found.where("repository", "in", repositories);
      if (state !== undefined) found = found.where("state", "=", state);
      if (event !== undefined) found = found.where("event", "=", event);
      if (place !== undefined) found = found.where("place", "=", place);
      if (text) {
        const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
        const within = (column: "title" | "place") =>
          sql<boolean>`lower(coalesce(${sql.ref(column)}, '')) like ${like} escape '\\'`;
        found = found.where(({ or }) => or([within("title"), within("place")]));
      }
      if (after)
        found = found.where(({ or, and, eb }) =>
          or([eb("savedAt", "<", after.savedAt), and([eb("savedAt", "=", after.savedAt), eb("id", ">", after.id)])]),
        );
      const rows = await found.orderBy("savedAt", "desc").orderBy("id").limit(limit).execute();
      return rows.map(listedOf);
    },

    async repositories(of = "pulls") {
      const rows = await db
        .selectFrom("drafts")
        .select("repository")
        .distinct()
        .where("state", of === "local" ? "=" : "<>", "local")
        .orderBy("repository")
        .execute();
      return rows.map(({ repository }) => repository).filter((name) => name !== "");
    },

    async limitLocal({ before, most, bytes }) {
      await inOneTransaction(db, async (within) => {
        const rows = await within
          .selectFrom("drafts")
          .select(["id", "savedAt", sql<number>`octet_length(draft)`.as("size")])
          .where("state", "=", "local")
          .orderBy("savedAt", "desc")
          .orderBy("id")
          .execute();
        let room = bytes;
        const gone = rows.flatMap(({ id, savedAt, size }, index) => {
          room -= size;
          return savedAt < before || index >= most || room < 0 ? [id] : [];
        });
        if (gone.length === 0) return;
        await within.deleteFrom("drafts").where("id", "in", gone).execute();
        await within.deleteFrom("draftUnits").where("draft", "in", gone).execute();
      });
    },

    async setState(id, state) {
      await db.updateTable("drafts").set({ state }).where("id", "=", id).execute();
    },

    async edit(id, was, { draft, facts, savedAt }) {
      return await inOneTransaction(db, async (within) => {
        const [edited] = await within
          .updateTable("drafts")
          .set({ draft, savedAt, ...columnsOf(facts) })
          .where("id", "=", id)
          .where("draft", "=", was)
          .where("state", "=", "waiting")
          .returning(["id", "place", "repository"])
          .execute();
        if (edited) await keepUnits(within, edited, facts);
        return edited !== undefined;
      });
    },
  };
}

function rowOf({ facts, ...draft }: SavedDraft): DraftRow {
  return { ...draft, repository: repositoryOfDraft(draft), ...columnsOf(facts) };
}

/** Replaces the findings stored for the draft before it was edited. */
async function keepUnits(
  db: Database,
  { id, place, repository }: Pick<DraftRow, "id" | "place" | "repository">,
  facts: StoredReviewFacts | null,
): Promise<void> {
  const units = facts === null ? [] : facts.units;
  if (units === undefined) return;
  await db.deleteFrom("draftUnits").where("draft", "=", id).execute();
  if (units.length === 0) return;
  await db
    .insertInto("draftUnits")
    .values(
      units.map(({ unit, posted, advisory }) => ({
        draft: id,
        place,
        repository,
        unit: storable(unit),
        posted,
        advisory,
      })),
    )
    // A reader may report one twice.
    .onConflict((same) => same.doNothing())
    .execute();
}

type FactColumns = Pick<DraftRow, FactColumn>;

function columnsOf(facts: StoredReviewFacts | null): FactColumns {
  const columns = factNames.map((name) => [name, facts?.[name] ?? null]);
  return Object.fromEntries(columns) as FactColumns;
}

type Listed = Omit<DraftRow, "draft">;

function draftOf(row: DraftRow): SavedDraft {
  const { repository: _, ...rest } = listedOf(row);
  return { ...rest, draft: row.draft };
}

function listedOf(row: Listed): ListedReview {
  const { id, place, repository, head, state, savedAt } = row;
  return { id, place, repository, head, state, savedAt, facts: factsOf(row) };
}

function factsOf({
  title,
  author,
  event,
  worst,
  posted,
  advisory,
  files,
  money,
  tookMs,
}: Listed): StoredReviewFacts | null {
  if (title === null || event === null) return null;
  return {
    title,
    author,
    event,
    worst,
    posted: posted ?? 0,
    advisory: advisory ?? 0,
    files: files ?? 0,
    money,
    tookMs,
  };
}
