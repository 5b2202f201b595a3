// Jobs in PostgreSQL are pg-boss's: it keeps the order of each key, hands a job to one of many processes, and notices when
// one of them dies. It uses our connections, so that a job is added in the same transaction as what asks for it.
import { CompiledQuery, sql } from "kysely";
import type { Pool } from "pg";
import { PgBoss, type Db, type JobWithMetadata } from "pg-boss";
import type { Claimed, JobEngine, JobQueue } from "./job-engine.ts";
import { keepFailed } from "./job-queue.ts";
import { orderedId } from "./ordered-id.ts";
import type { StoredJob, JobDepth, ListedJob } from "./kept/jobs.ts";
import { inOneTransaction, storable, type Database } from "./tables.ts";

/** Not pg-boss's own name: another program in the same database may use that. */
export const bossSchema = "crosscheck_jobs";

const day = 86_400;

const queueOptions = {
  // A key's jobs run one at a time, in order. One that pg-boss calls failed would hold up its key for ever: ours are written
  // down as failed and completed instead, after as many attempts as the runner allows.
  policy: "key_strict_fifo",
  retryLimit: 1_000_000,
  retryDelay: 0,
  // The longest that pg-boss allows. A process that lives says so all the time; this ends only what hangs.
  expireInSeconds: day,
  // What nobody came to do is never thrown away.
  retentionSeconds: 3650 * day,
  // Thousands of finished ones would slow it down.
  deleteAfterSeconds: 3600,
};

/** As text, since PostgreSQL's own form of JSON cannot hold every string. */
interface Payload {
  json: string;
  /** How often it was put back without having failed. */
  unharmed: number;
  /** Of the latest attempt that failed. */
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
    // Jobs that wait for other jobs: we have none.
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
    async add(within, job) {
      await ready(job.kind);
      const payload: Payload = { json: JSON.stringify(job.data ?? null), unharmed: 0 };
      const how = { id: orderedId(), singletonKey: job.key, db: executorIn(within) };
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
      // Asked of the table itself: what pg-boss keeps of its queues is a while old.
      const { rows } = await pool.query<JobDepth>(
        `select name as kind, count(*) filter (where state < 'active')::int as waiting,
           count(*) filter (where state = 'active')::int as running
         from ${bossSchema}.job where state <= 'active' group by name order by name`,
      );
      return rows;
    },
    live: (limit) => liveRows(pool, limit),
    hurry: (id) =>
      touchedOne(pool, `update ${bossSchema}.job set start_after = now() where state = 'retry' and id = $1`, id),
    // Not by pg-boss's own cancel: what is cancelled would be kept for a while.
    drop: (id) => touchedOne(pool, `delete from ${bossSchema}.job where state < 'active' and id = $1`, id),
    async forget(within, keyPrefix) {
      const gone = `delete from ${bossSchema}.job where starts_with(singleton_key, $1)`;
      await executorIn(within).executeSql(gone, [keyPrefix]);
    },
    // By name, as text: `select *` would hand out columns of pg-boss's own.
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
  // Others' ids would be an error to PostgreSQL, not just nobody's.
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return false;
  return (await pool.query(statement, [id])).rowCount === 1;
}

/** Of several that open an empty database at once, one makes pg-boss's tables; the others wait. */
async function startAlone(boss: PgBoss, pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [bossSchema]);
    await boss.start();
    await client.query("select pg_advisory_unlock(hashtext($1))", [bossSchema]);
    client.release();
  } catch (error) {
    // With the connection goes its lock.
    client.release(true);
    throw error;
  }
}

async function makeQueue(boss: PgBoss, kind: string, leaseMs: number): Promise<void> {
  // Ten seconds is the least that pg-boss takes.
  const heartbeatSeconds = Math.max(10, Math.ceil(leaseMs / 1000));
  await boss.createQueue(kind, { ...queueOptions, heartbeatSeconds });
  // It now remembers the queue, and asks no second connection for it while a transaction holds the first.
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
    async claim(kind) {
      await ready(kind);
      const [row] = await boss.fetch<Payload>(kind, { includeMetadata: true });
      return row ? claimedOf(row) : null;
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
        // pg-boss counts every start; what did not fail is counted here, and taken off again.
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

function claimedOf({ id, name: kind, singletonKey, retryCount, data }: JobWithMetadata<Payload>): Claimed {
  const job: StoredJob = { kind, key: singletonKey ?? "", data: JSON.parse(data.json) as unknown };
  const attempts = retryCount + 1 - data.unharmed;
  return { id, holder: String(retryCount), job, attempts, ...(data.why !== undefined && { why: data.why }) };
}

/** pg-boss leaves a job alone that was started again since. */
function attemptOf({ id, holder }: Claimed): { id: string; retryCount: number } {
  return { id, retryCount: Number(holder) };
}

/** pg-boss answers how many it found, and its types do not say so. */
function touched(answer: object): boolean {
  return (answer as { affected?: number }).affected === 1;
}
