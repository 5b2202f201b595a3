// What the runner of jobs asks of the database. A claim is a lease: it is renewed while the job runs, and runs out when its
// process dies.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Dialect } from "./migrations/index.ts";
import type { FailedJob, Job } from "./store.ts";
import { storable, type Database, type JobRow } from "./tables.ts";

export interface Claimed {
  seq: number;
  holder: string;
  job: Job;
  /** This one included. */
  attempts: number;
}

export interface JobQueue {
  claim(kind: string, now: number, until: number): Promise<Claimed | null>;
  /** False when it was claimed by another since: this process was too slow. */
  renew(claimed: Claimed, until: number): Promise<boolean>;
  succeeded(claimed: Claimed): Promise<void>;
  /** To be tried again, not before that time. */
  putBack(claimed: Claimed, attempts: number, notBefore: number, why: string | null): Promise<void>;
  failed(claimed: Claimed, why: string): Promise<void>;
}

export async function addJob(db: Database, { kind, key, data }: Job, now: number): Promise<void> {
  await db
    .insertInto("jobs")
    .values({
      kind,
      key,
      data: JSON.stringify(data ?? null),
      state: "waiting",
      attempts: 0,
      addedAt: now,
      notBefore: 0,
      holder: null,
      heldUntil: null,
      why: null,
    })
    .execute();
}

export async function failedJobs(db: Database, limit: number): Promise<FailedJob[]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["kind", "key", "data", "attempts", "why"])
    .where("state", "=", "failed")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ data, why, ...row }) => ({ ...row, data: JSON.parse(data) as unknown, why: why ?? "" }));
}

export function jobQueue(db: Database, dialect: Dialect): JobQueue {
  const held = ({ seq, holder }: Claimed) => db.updateTable("jobs").where("seq", "=", seq).where("holder", "=", holder);

  return {
    async claim(kind, now, until) {
      const holder = randomUUID();
      const row = await claimRow(db, dialect, kind, holder, now, until);
      if (row === null) return null;
      const { seq, key, data, attempts } = row;
      return { seq, holder, attempts, job: { kind, key, data: JSON.parse(data) as unknown } };
    },

    async renew(claimed, until) {
      const { numUpdatedRows } = await held(claimed).set({ heldUntil: until }).executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async succeeded({ seq, holder }) {
      await db.deleteFrom("jobs").where("seq", "=", seq).where("holder", "=", holder).execute();
    },

    async putBack(claimed, attempts, notBefore, why) {
      await held(claimed)
        .set({
          state: "waiting",
          attempts,
          notBefore,
          holder: null,
          heldUntil: null,
          ...(why && { why: storable(why) }),
        })
        .execute();
    },

    async failed(claimed, why) {
      await held(claimed)
        .set({ state: "failed", holder: null, heldUntil: null, why: storable(why) })
        .execute();
    },
  };
}

/**
 * The oldest job of the kind that may run: one whose holder is gone, or one that waits while no other of its key runs or
 * waits before it.
 */
async function claimRow(
  db: Database,
  dialect: Dialect,
  kind: string,
  holder: string,
  now: number,
  until: number,
): Promise<(Pick<JobRow, "key" | "data" | "attempts"> & { seq: number }) | null> {
  // SQLite has one writer at a time, and no words for more.
  const leaveToOthers = dialect === "postgres" ? sql`for update skip locked` : sql``;
  try {
    const { rows } = await sql<Pick<JobRow, "key" | "data" | "attempts"> & { seq: number }>`
      update jobs
      set state = 'running', holder = ${holder}, held_until = ${until}, attempts = attempts + 1
      where seq = (
        select next.seq from jobs as next
        where next.kind = ${kind} and (
          (next.state = 'running' and next.held_until <= ${now})
          or (next.state = 'waiting' and next.not_before <= ${now} and not exists (
            select 1 from jobs as other
            where other.kind = next.kind and other.key = next.key and other.seq <> next.seq and other.state <> 'failed'
              and (other.state = 'running' or other.seq < next.seq)
          ))
        )
        order by next.seq
        limit 1
        ${leaveToOthers}
      )
      returning seq, key, data, attempts`.execute(db);
    return rows[0] ?? null;
  } catch (error) {
    // Two of one key were claimed at the same moment, and the index let one through: the other waits for its turn.
    if ((error as { constraint?: string }).constraint === "jobs_one_at_a_time") return null;
    throw error;
  }
}
