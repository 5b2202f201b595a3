// Implements the job engine on SQLite. A claim is a lease that is renewed while the job runs and expires when its
// process dies. Failed jobs are recorded here on both databases.
import { sql, type Insertable } from "kysely";
import { shareOf, type FullShares, type JobShare } from "./fair-share.ts";
import type { Claimed, JobEngine, JobQueue } from "./job-engine.ts";
import { newLeaseOwner } from "./job-lease-owner.ts";
import type { FailedJob, StoredJob, JobDepth, ListedJob } from "./kept/jobs.ts";
import { storable, type Database, type JobRow } from "./tables.ts";

export function embeddedJobs(db: Database, now: () => number): JobEngine {
  return {
    queue: jobQueue(db, now),
    add: async (within, job, afterMs = 0) =>
      await within
        .insertInto("jobs")
        .values({ ...rowOf(job, now()), notBefore: afterMs > 0 ? now() + afterMs : 0 })
        .execute()
        .then(() => {}),
    async waiting(kind, key) {
      const rows = await db
        .selectFrom("jobs")
        .select("data")
        .where("kind", "=", kind)
        .where("key", "=", key)
        .where("state", "=", "waiting")
        .orderBy("seq")
        .execute();
      return rows.map(({ data }) => JSON.parse(data) as unknown);
    },
    async depth() {
      const { rows } = await sql<JobDepth>`
        select kind, sum(case when state = 'waiting' then 1 else 0 end) as waiting,
          sum(case when state = 'running' then 1 else 0 end) as running
        from jobs where state <> 'failed' group by kind order by kind`.execute(db);
      return rows;
    },
    live: (limit) => liveRows(db, limit),
    async hurry(id) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ notBefore: 0 })
        .where("seq", "=", Number(id))
        .where("state", "=", "waiting")
        .where("notBefore", ">", 0)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async drop(id) {
      const { numDeletedRows } = await db
        .deleteFrom("jobs")
        .where("seq", "=", Number(id))
        .where("state", "=", "waiting")
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
    // They are rows of ours and are deleted with the others.
    forget: async () => {},
    elsewhere: null,
    close: async () => {},
  };
}

async function liveRows(db: Database, limit: number): Promise<Omit<ListedJob, "waitsFor">[]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["seq", "kind", "key", "state", "attempts", "addedAt", "notBefore", "since", "why"])
    .where("state", "<>", "failed")
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(({ seq, addedAt, since, notBefore, state, ...row }) => ({
    ...row,
    id: String(seq),
    state: state === "waiting" && row.attempts > 0 ? "retrying" : state,
    since: state === "running" ? (since ?? addedAt) : addedAt,
    nextAt: state === "waiting" && notBefore > 0 ? notBefore : null,
  }));
}

function rowOf(job: StoredJob, now: number): Insertable<JobRow> {
  const { kind, key, data } = job;
  const { owner, repository, author } = shareOf(job);
  return {
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
    since: null,
    ownerShare: owner,
    repoShare: repository,
    authorShare: author,
  };
}

/** Records the job as failed, whichever engine ran it. */
export async function keepFailed(
  db: Database,
  job: StoredJob,
  attempts: number,
  why: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("jobs")
    .values({ ...rowOf(job, now), state: "failed", attempts, why: storable(why), since: now })
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

export function jobQueue(db: Database, now: () => number): JobQueue {
  const held = ({ id, holder }: Claimed) =>
    db.updateTable("jobs").where("seq", "=", Number(id)).where("holder", "=", holder);

  return {
    async claim(kind, at, leaseMs, full) {
      const holder = newLeaseOwner();
      const row = await claimRow(db, { kind, holder, now: at, until: at + leaseMs, full });
      if (row === null) return null;
      const { seq, key, data, attempts, ...given } = row;
      const share = { owner: given.ownerShare, repository: given.repoShare, author: given.authorShare };
      await keepTurn(db, kind, share, at);
      return { id: String(seq), holder, share, attempts, job: { kind, key, data: JSON.parse(data) as unknown } };
    },

    async renew(claimed, at, leaseMs) {
      const { numUpdatedRows } = await held(claimed)
        .set({ heldUntil: at + leaseMs })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async succeeded({ id, holder }) {
      await db.deleteFrom("jobs").where("seq", "=", Number(id)).where("holder", "=", holder).execute();
    },

    async putBack(claimed, { now: at, afterMs, failed }) {
      await held(claimed)
        .set({
          state: "waiting",
          attempts: failed === null ? claimed.attempts - 1 : claimed.attempts,
          notBefore: at + afterMs,
          holder: null,
          heldUntil: null,
          since: null,
          ...(failed !== null && { why: storable(failed) }),
        })
        .execute();
    },

    async failed(claimed, why) {
      await held(claimed)
        .set({ state: "failed", holder: null, heldUntil: null, why: storable(why), since: now() })
        .execute();
    },
  };
}

interface Claim {
  kind: string;
  holder: string;
  now: number;
  until: number;
  full: FullShares;
}

type ClaimedRow = Pick<JobRow, "key" | "data" | "attempts" | "ownerShare" | "repoShare" | "authorShare"> & {
  seq: number;
};

/**
 * A runnable job of the kind: one whose lease expired, or one with no other job of its key running or waiting before it.
 * Of several, the one whose turn it is.
 */
async function claimRow(db: Database, { kind, holder, now, until, full }: Claim): Promise<ClaimedRow | null> {
  // One statement: SQLite has a single writer, so only one of two concurrent claims gets the row.
  const { rows } = await sql<ClaimedRow>`
      update jobs
      set state = 'running', holder = ${holder}, held_until = ${until}, attempts = attempts + 1, since = ${now}
      where seq = (
        select next.seq from jobs as next
        left join job_turns as owners on owners.kind = next.kind and owners.share = next.owner_share
        left join job_turns as repos on repos.kind = next.kind and repos.share = next.repo_share
        left join job_turns as authors on authors.kind = next.kind and authors.share = next.author_share
        where next.kind = ${kind} and (
          (next.state = 'running' and next.held_until <= ${now})
          or (next.state = 'waiting' and next.not_before <= ${now} and not exists (
            select 1 from jobs as other
            where other.kind = next.kind and other.key = next.key and other.seq <> next.seq and other.state <> 'failed'
              and (other.state = 'running' or other.seq < next.seq)
          ))
        )
        and next.owner_share not in (select value from json_each(${JSON.stringify(full.owner)}))
        and next.repo_share not in (select value from json_each(${JSON.stringify(full.repository)}))
        and next.author_share not in (select value from json_each(${JSON.stringify(full.author)}))
        order by coalesce(owners.at, 0), coalesce(repos.at, 0), coalesce(authors.at, 0), next.seq
        limit 1
      )
      returning seq, key, data, attempts, owner_share, repo_share, author_share`.execute(db);
  return rows[0] ?? null;
}

/** A turn that a crash leaves out only comes once more. */
export async function keepTurn(db: Database, kind: string, share: JobShare, at: number): Promise<void> {
  const rows = [share.owner, share.repository, share.author].map((name) => ({ kind, share: name, at }));
  await db
    .insertInto("jobTurns")
    .values(rows)
    .onConflict((same) => same.columns(["kind", "share"]).doUpdateSet({ at }))
    .execute();
}
