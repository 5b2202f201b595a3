// Lists jobs for people and lets them retry or remove jobs. Failed jobs are rows of ours on both databases.
import { redactLine } from "../../secrets/redact-line.ts";
import type { JobEngine } from "./job-engine.ts";
import type { Jobs, ListedJob } from "./kept/jobs.ts";
import { inOneTransaction, type Database } from "./tables.ts";

export function jobListIn(db: Database, engine: JobEngine, ring: () => void): Pick<Jobs, "list" | "retry" | "cancel"> {
  const failedRow = (id: string) =>
    db
      .selectFrom("jobs")
      .select(["seq", "kind", "key", "data"])
      .where("state", "=", "failed")
      .where("seq", "=", seqOf(id));
  return {
    async list(limit) {
      const live = withWhoGoesFirst(await engine.live(limit));
      return [...live, ...(await givenUp(db, limit - live.length))].map(shown);
    },

    async retry(id) {
      const row = await failedRow(id).executeTakeFirst();
      const done = row ? await addAnew(db, engine, row) : await engine.hurry(id);
      if (done) ring();
      return done;
    },

    async cancel(id) {
      const row = await failedRow(id).executeTakeFirst();
      const done = row ? await takeAway(db, row.seq) : await engine.drop(id);
      // The next job of its key may run.
      if (done) ring();
      return done;
    },
  };
}

/** Ids of our rows are numbers. */
function seqOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

async function addAnew(
  db: Database,
  engine: JobEngine,
  { seq, kind, key, data }: { seq: number; kind: string; key: string; data: string },
): Promise<boolean> {
  return await inOneTransaction(db, async (within) => {
    if (!(await takeAway(within, seq))) return false;
    await engine.add(within, { kind, key, data: JSON.parse(data) as unknown });
    return true;
  });
}

/** False if another process was faster. */
async function takeAway(db: Database, seq: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("jobs")
    .where("seq", "=", seq)
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

async function givenUp(db: Database, limit: number): Promise<ListedJob[]> {
  if (limit <= 0) return [];
  const rows = await db
    .selectFrom("jobs")
    .select(["seq", "kind", "key", "attempts", "addedAt", "since", "why"])
    .where("state", "=", "failed")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ seq, addedAt, since, ...row }) => ({
    ...row,
    id: String(seq),
    state: "failed",
    since: since ?? addedAt,
    nextAt: null,
    waitsFor: null,
  }));
}

/** Within one kind and key: the running job, then retries, then the oldest. */
function withWhoGoesFirst(live: readonly Omit<ListedJob, "waitsFor">[]): ListedJob[] {
  const rank = { running: 0, retrying: 1, waiting: 2, failed: 3 };
  const first = new Map<string, Omit<ListedJob, "waitsFor">>();
  const line = ({ kind, key }: Pick<ListedJob, "kind" | "key">) => JSON.stringify([kind, key]);
  for (const job of live) {
    const before = first.get(line(job));
    if (!before || rank[job.state] < rank[before.state]) first.set(line(job), job);
  }
  return live.map((job) => {
    const before = first.get(line(job))!;
    return { ...job, waitsFor: before.id === job.id ? null : before.id };
  });
}

/** Error messages can contain anything. */
function shown(job: ListedJob): ListedJob {
  return { ...job, why: job.why === null ? null : redactLine(job.why, []) };
}
