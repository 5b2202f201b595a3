// Runs jobs on PostgreSQL with pg-boss, which orders jobs per key, leases each to one process and detects dead
// processes. It shares our connections, so that a job is added in the transaction that requests it.
import { randomInt } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Pool } from "pg";
import { PgBoss, type Db, type JobWithMetadata } from "pg-boss";
import { shareOf, type FullShares } from "./fair-share.ts";
import type { Claimed, JobEngine, JobQueue } from "./job-engine.ts";
import { keepFailed, keepTurn } from "./job-queue.ts";
import { orderedId } from "./ordered-id.ts";
import type { StoredJob, JobDepth, ListedJob } from "./kept/jobs.ts";
import { inOneTransaction, storable, type Database } from "./tables.ts";

/** Not pg-boss's default name, because another program in the same database may use it. */
export const bossSchema = "crosscheck_jobs";

const day = 86_400;

const queueOptions = {
  // A key's jobs run one at a time, in order. A job that pg-boss marks as failed would block its key forever, so failed
  // jobs are recorded as failed and completed after the allowed attempts.
  policy: "key_strict_fifo",
  retryLimit: 1_000_000,
  retryDelay: 0,
  // The maximum of pg-boss. A live process extends its lease; this only ends jobs that hang.
  expireInSeconds: day,
  // Waiting jobs never expire.
  retentionSeconds: 3650 * day,
  // Thousands of finished jobs would slow pg-boss down.
  deleteAfterSeconds: 3600,
};

/** Stored as text, because PostgreSQL's JSON type cannot hold every string. */
interface Payload {
  json: string;
  /** How often it was requeued without a failure. */
  unharmed: number;
  /** The error of the last failed attempt. */
  why?: string;
}

export interface BossOptions {
  pool: Pool;
  db: Database;
  leaseMs: number;
  now(): number;
  trouble(error: Error): void;
}

export async function openBoss(options: BossOptions): Promise<JobEngine> {
  const { db, pool, leaseMs, now, trouble } = options;
  const lookSeconds = Math.min(60, Math.max(1, Math.round(leaseMs / 2000)));
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: bossSchema,
    schedule: false,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: 600,
    // We have no jobs that depend on other jobs.
    flowIntervalSeconds: 3600,
  });
  boss.on("error", trouble);
  await startAlone(boss, pool);
  const known = new Map<string, Promise<void>>();
  const ready = (kind: string): Promise<void> => {
    const made = known.get(kind) ?? makeQueue(boss, kind, leaseMs);
    known.set(kind, made);
    made.catch(() => known.delete(kind));
    return made;
  };
  return {
    queue: bossQueue(boss, db, ready, now),
    async add(within, job, afterMs = 0) {
      await ready(job.kind);
      const payload: Payload = { json: JSON.stringify(job.data ?? null), unharmed: 0 };
      const later = afterMs > 0 ? { startAfter: afterMs / 1000 } : {};
      const { owner, repository, author } = shareOf(job);
      const group = { id: `${owner} ${repository} ${author}` };
      const how = { id: orderedId(), singletonKey: job.key, group, db: executorIn(within), ...later };
      if ((await boss.send(job.kind, payload, how)) === null) throw new Error(`The job ${job.kind} was not taken`);
    },
    async waiting(kind, key) {
      await ready(kind);
      const found = await boss.findJobs<Payload>(kind, { key, queued: true });
      return found
        .toSorted((one, other) => Number(one.createdOn) - Number(other.createdOn) || (one.id < other.id ? -1 : 1))
        .map(({ data }) => JSON.parse(data.json) as unknown);
    },
    async depth() {
      // Queried from the table, because pg-boss's queue statistics are cached.
      const { rows } = await pool.query<JobDepth>(
        `select name as kind, count(*) filter (where state < 'active')::int as waiting,
           count(*) filter (where state = 'active')::int as running
         from ${bossSchema}.job where state <= 'active' group by name order by name`,
      );
      return rows;
    },
    live: (limit) => liveRows(pool, limit),
    hurry: (id) =>
      touchedOne(
        pool,
        `update ${bossSchema}.job set start_after = now()
        where state < 'active' and start_after > now() and id = $1`,
        id,
      ),
    // Deleted instead of cancelled, because pg-boss keeps cancelled jobs for a while.
    drop: (id) => touchedOne(pool, `delete from ${bossSchema}.job where state < 'active' and id = $1`, id),
    async forget(within, keyPrefix) {
      const gone = `delete from ${bossSchema}.job where starts_with(singleton_key, $1)`;
      await executorIn(within).executeSql(gone, [keyPrefix]);
    },
    // Selected by name, because `select *` would include pg-boss's own columns.
    elsewhere: sql`select name as kind, singleton_key as key, data->>'json' as data, state::text as state,
      (extract(epoch from created_on) * 1000)::bigint as added_at
      from ${sql.raw(bossSchema)}.job where state <= 'active'`,
    close: () => boss.stop({ graceful: false }),
  };
}

interface LiveRow {
  id: string;
  kind: string;
  key: string;
  state: "created" | "retry" | "active";
  attempts: number;
  created: number;
  started: number | null;
  next: number;
  why: string | null;
}

async function liveRows(pool: Pool, limit: number): Promise<Omit<ListedJob, "waitsFor">[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const { rows } = await pool.query<LiveRow>(
    `select id, name as kind, singleton_key as key, state::text, data->>'why' as why,
       case when started_on is null then 0 else retry_count + 1 - (data->>'unharmed')::int end as attempts,
       ${ms("created_on")} as created, ${ms("started_on")} as started, ${ms("start_after")} as next
     from ${bossSchema}.job where state <= 'active' order by created_on, id limit $1`,
    [limit],
  );
  return rows.map(({ id, kind, key, state, attempts, created, started, next, why }) => ({
    id,
    kind,
    key,
    state: state === "active" ? "running" : attempts > 0 ? "retrying" : "waiting",
    since: Math.round(state === "active" ? (started ?? created) : created),
    attempts,
    nextAt: state === "active" || next <= created ? null : Math.round(next),
    why,
  }));
}

async function touchedOne(pool: Pool, statement: string, id: string): Promise<boolean> {
  // Ids in another format would be an error in PostgreSQL.
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return false;
  return (await pool.query(statement, [id])).rowCount === 1;
}

/** If several processes open an empty database at once, one creates pg-boss's tables and the others wait. */
async function startAlone(boss: PgBoss, pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [bossSchema]);
    await boss.start();
    await client.query("select pg_advisory_unlock(hashtext($1))", [bossSchema]);
    client.release();
  } catch (error) {
    // Closing the connection releases its lock.
    client.release(true);
    throw error;
  }
}

async function makeQueue(boss: PgBoss, kind: string, leaseMs: number): Promise<void> {
  // Ten seconds is the minimum of pg-boss.
  const heartbeatSeconds = Math.max(10, Math.ceil(leaseMs / 1000));
  await boss.createQueue(kind, { ...queueOptions, heartbeatSeconds });
  // Caches the queue, so that pg-boss needs no second connection while a transaction holds the first.
  await boss.getBlockedKeys(kind);
}

function executorIn(db: Database): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values ?? []));
      return { rows };
    },
  };
}

function bossQueue(boss: PgBoss, db: Database, ready: (kind: string) => Promise<void>, now: () => number): JobQueue {
  return {
    async claim(kind, at, _leaseMs, full) {
      await ready(kind);
      const claimed = await db.transaction().execute(async (within) => {
        // pg-boss knows one order, by priority: the job whose turn it is gets a priority that no other has.
        const priority = randomInt(1, 2 ** 31 - 1);
        if (!(await chooseNext(within, kind, priority, full))) return null;
        const only = { minPriority: priority, maxPriority: priority };
        const [row] = await boss.fetch<Payload>(kind, { ...only, includeMetadata: true, db: executorIn(within) });
        return row ? claimedOf(row) : null;
      });
      if (claimed) await keepTurn(db, kind, claimed.share, at);
      return claimed;
    },

    async renew(claimed) {
      return touched(await boss.touch(claimed.job.kind, attemptOf(claimed)));
    },

    async succeeded(claimed) {
      await boss.complete(claimed.job.kind, attemptOf(claimed));
    },

    async putBack(claimed, { afterMs, failed }) {
      const { kind, data } = claimed.job;
      const attempt = attemptOf(claimed);
      await inOneTransaction(db, async (within) => {
        const inThis = { db: executorIn(within) };
        if (!touched(await boss.fail(kind, attempt, null, inThis))) return;
        // pg-boss counts every start; starts that did not fail are counted here and subtracted.
        const unharmed = attempt.retryCount + 1 - claimed.attempts + (failed === null ? 1 : 0);
        const why = failed === null ? claimed.why : storable(failed.toWellFormed());
        const payload: Payload = { json: JSON.stringify(data ?? null), unharmed, ...(why !== undefined && { why }) };
        await boss.update(kind, payload, { id: claimed.id, startAfter: afterMs / 1000, ...inThis });
      });
    },

    async failed(claimed, why) {
      await inOneTransaction(db, async (within) => {
        const inThis = { db: executorIn(within) };
        const done = await boss.complete(claimed.job.kind, attemptOf(claimed), null, inThis);
        if (touched(done)) await keepFailed(within, claimed.job, claimed.attempts, why, now());
      });
    },
  };
}

/** Of the jobs that pg-boss would hand out: per key the first, unless another of the key is under way. */
async function chooseNext(within: Database, kind: string, priority: number, full: FullShares): Promise<boolean> {
  const job = sql.raw(`${bossSchema}.job`);
  const share = (part: number) => sql`split_part(coalesce(waiting.group_id, ''), ' ', ${sql.lit(part)})`;
  const turn = (part: number) =>
    sql`coalesce((select at from job_turns where job_turns.kind = ${kind} and share = ${share(part)}), 0)`;
  const { numAffectedRows } = await sql`
    with heads as materialized (
      select distinct on (singleton_key) id from ${job}
      where name = ${kind} and state < 'active' and not blocked and start_after <= now()
      order by singleton_key, state desc, created_on, id
    ), chosen as (
      select waiting.id from ${job} as waiting
      where waiting.name = ${kind} and waiting.state < 'active' and waiting.id in (select id from heads)
        and not exists (
          select 1 from ${job} as other
          where other.name = ${kind} and other.singleton_key = waiting.singleton_key
            and other.state in ('active', 'retry', 'failed') and other.id <> waiting.id
        )
        and ${share(1)} <> all(${full.owner}::text[])
        and ${share(2)} <> all(${full.repository}::text[])
        and ${share(3)} <> all(${full.author}::text[])
      order by ${turn(1)}, ${turn(2)}, ${turn(3)}, waiting.created_on, waiting.id
      limit 1
      for update of waiting skip locked
    )
    update ${job} set priority = ${priority} where name = ${kind} and id in (select id from chosen)`.execute(within);
  return numAffectedRows === 1n;
}

function claimedOf({ id, name: kind, singletonKey, groupId, retryCount, data }: JobWithMetadata<Payload>): Claimed {
  const job: StoredJob = { kind, key: singletonKey ?? "", data: JSON.parse(data.json) as unknown };
  const attempts = retryCount + 1 - data.unharmed;
  const [owner = "", repository = "", author = ""] = (groupId ?? "").split(" ");
  const share = { owner, repository, author };
  return { id, holder: String(retryCount), share, job, attempts, ...(data.why !== undefined && { why: data.why }) };
}

/** pg-boss ignores a job that was restarted since. */
function attemptOf({ id, holder }: Claimed): { id: string; retryCount: number } {
  return { id, retryCount: Number(holder) };
}

/** pg-boss returns the number of rows, although its types do not say so. */
function touched(answer: object): boolean {
  return (answer as { affected?: number }).affected === 1;
}
