// The store's parts over one database, of either kind.
import { CamelCasePlugin, Kysely, type Dialect as KyselyDialect } from "kysely";
import { newBell } from "./bell.ts";
import { deliveriesIn } from "./deliveries.ts";
import { draftsIn } from "./drafts.ts";
import { findingsIn } from "./findings.ts";
import { addJob, failedJobs, jobQueue } from "./job-queue.ts";
import { migrate } from "./migrate.ts";
import type { Dialect } from "./migrations/index.ts";
import type { StoreOptions } from "./open-store.ts";
import { outputsIn } from "./outputs.ts";
import { recordsIn } from "./records.ts";
import { roundsIn } from "./rounds.ts";
import { threadsIn } from "./threads.ts";
import { runJobs, usualJobSettings } from "./run-jobs.ts";
import type { Store, StoreWithin } from "./store.ts";
import type { Database, Tables } from "./tables.ts";

export async function openIn(
  dialect: KyselyDialect,
  kind: Dialect,
  place: string,
  options: StoreOptions,
): Promise<Store> {
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await migrate(db, kind, place);
    return storeIn(db, kind, options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function storeIn(db: Database, dialect: Dialect, options: StoreOptions): Store {
  const { now = Date.now, trouble = () => {} } = options;
  const bell = newBell();
  const running = {
    queue: jobQueue(db, dialect),
    bell,
    settings: { ...usualJobSettings, ...options.jobs },
    now,
    trouble,
  };
  const workers = new Set<() => Promise<void>>();
  const { jobs, ...parts } = partsIn(db, now, bell.ring);

  return {
    ...parts,
    jobs: {
      ...jobs,
      failed: (limit) => failedJobs(db, limit),
      work(kind, run) {
        const end = runJobs(kind, run, running);
        workers.add(end);
        return end;
      },
    },
    async together(work) {
      let added = false;
      const result = await db.transaction().execute((within) => work(partsIn(within, now, () => (added = true))));
      // Not sooner: what is not committed is seen by nobody.
      if (added) bell.ring();
      return result;
    },
    async close() {
      await Promise.all([...workers].map((end) => end()));
      await db.destroy();
    },
  };
}

function partsIn(db: Database, now: () => number, jobAdded: () => void): StoreWithin {
  return {
    drafts: draftsIn(db),
    outputs: outputsIn(db),
    findings: findingsIn(db),
    rounds: roundsIn(db),
    records: recordsIn(db),
    threads: threadsIn(db),
    deliveries: deliveriesIn(db),
    jobs: {
      async add(job) {
        await addJob(db, job, now());
        jobAdded();
      },
    },
  };
}
