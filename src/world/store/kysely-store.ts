// Assembles the store's parts over one database of either kind.
import { CamelCasePlugin, Kysely, type Dialect as KyselyDialect } from "kysely";
import { newWakeSignal } from "./wake-signal.ts";
import { deliveriesIn } from "./deliveries.ts";
import { draftsIn } from "./drafts.ts";
import { exportRows } from "./export.ts";
import { feedbackIn } from "./feedback.ts";
import { figuresIn } from "./figures.ts";
import { findingsIn } from "./findings.ts";
import { installationsIn } from "./installations.ts";
import { journalIn, threadOutcomesIn } from "./journal.ts";
import type { JobEngine } from "./job-engine.ts";
import { jobListIn } from "./job-list.ts";
import { releaseJobsOfDeadProcesses } from "./job-lease-owner.ts";
import { embeddedJobs, failedJobs } from "./job-queue.ts";
import { lessonsIn } from "./lessons.ts";
import { migrate } from "./migrate.ts";
import type { Dialect } from "./migrations/index.ts";
import type { StoreOptions } from "./open-store.ts";
import { outputsIn } from "./outputs.ts";
import { pacingIn } from "./pacing.ts";
import { pulseOf } from "./pulse.ts";
import { recordsIn } from "./records.ts";
import { retentionIn } from "./retention.ts";
import { roundsIn } from "./rounds.ts";
import { threadsIn } from "./threads.ts";
import { runJobs, usualJobSettings, type RunningJobs } from "./run-jobs.ts";
import type { Store, StoreWithin } from "./store.ts";
import type { Database, Tables } from "./tables.ts";
import { dismissalsIn, turnsIn } from "./turns.ts";

export interface OpenedDatabase {
  dialect: KyselyDialect;
  kind: Dialect;
  /** For error messages. */
  place: string;
}

/** Opens the job engine after the tables exist. */
type OpenJobs = (given: {
  db: Database;
  leaseMs: number;
  now(): number;
  trouble(error: Error): void;
}) => Promise<JobEngine>;

export async function openIn(
  { dialect, kind, place }: OpenedDatabase,
  options: StoreOptions,
  openJobs: OpenJobs = async ({ db, now }) => {
    await releaseJobsOfDeadProcesses(db);
    return embeddedJobs(db, now);
  },
): Promise<Store> {
  const { now = Date.now, trouble = () => {} } = options;
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await migrate(db, kind, place);
    const settings = { ...usualJobSettings, ...options.jobs };
    const engine = await openJobs({ db, leaseMs: settings.leaseMs, now, trouble });
    return storeIn(db, engine, { dialect: kind, settings, now, trouble });
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function storeIn(
  db: Database,
  engine: JobEngine,
  { dialect, ...how }: Pick<RunningJobs, "settings" | "now" | "trouble"> & { dialect: Dialect },
): Store {
  const bell = newWakeSignal();
  const running: RunningJobs = { ...how, queue: engine.queue, bell };
  const workers = new Set<() => Promise<void>>();
  const { jobs, ...parts } = partsIn(db, engine, bell.ring);

  return {
    ...parts,
    jobs: {
      ...jobs,
      ...jobListIn(db, engine, bell.ring),
      failed: (limit) => failedJobs(db, limit),
      waiting: engine.waiting,
      depth: engine.depth,
      work(kind, run) {
        const end = runJobs(kind, run, running);
        workers.add(end);
        return end;
      },
    },
    pulse: () => pulseOf(db, engine),
    exported: (repository) => exportRows(db, dialect, engine, repository),
    async together(work) {
      let added = false;
      const result = await db.transaction().execute((within) => work(partsIn(within, engine, () => (added = true))));
      // Only after the commit, because uncommitted rows are invisible.
      if (added) bell.ring();
      return result;
    },
    async close() {
      await Promise.all([...workers].map((end) => end()));
      await engine.close();
      await db.destroy();
    },
  };
}

function partsIn(db: Database, engine: JobEngine, jobAdded: () => void): StoreWithin {
  return {
    drafts: draftsIn(db),
    outputs: outputsIn(db),
    findings: findingsIn(db),
    rounds: roundsIn(db),
    records: recordsIn(db),
    threads: threadsIn(db),
    lessons: lessonsIn(db),
    feedback: feedbackIn(db),
    figures: figuresIn(db),
    turns: turnsIn(db),
    dismissals: dismissalsIn(db),
    deliveries: deliveriesIn(db),
    threadOutcomes: threadOutcomesIn(db),
    journal: journalIn(db),
    installations: installationsIn(db, engine),
    pacing: pacingIn(db),
    retention: retentionIn(db),
    jobs: {
      async add(job, afterMs) {
        await engine.add(db, job, afterMs);
        jobAdded();
      },
    },
  };
}
