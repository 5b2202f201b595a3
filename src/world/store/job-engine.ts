// What keeps jobs and hands them out: a table of our own in SQLite, pg-boss in PostgreSQL. `run-jobs.ts` runs them.
import type { Job, Jobs } from "./store.ts";
import type { Database } from "./tables.ts";

export interface Claimed {
  id: string;
  /** Tells this claim from a later one of the same job. */
  holder: string;
  job: Job;
  /** This one included. */
  attempts: number;
}

export interface JobQueue {
  claim(kind: string, now: number, leaseMs: number): Promise<Claimed | null>;
  /** False when it was claimed by another since: this process was too slow. */
  renew(claimed: Claimed, now: number, leaseMs: number): Promise<boolean>;
  succeeded(claimed: Claimed): Promise<void>;
  /** To be tried again after that time; one that did not fail is put back as if it had not run. */
  putBack(claimed: Claimed, how: { now: number; afterMs: number; failed: string | null }): Promise<void>;
  failed(claimed: Claimed, why: string): Promise<void>;
}

export interface JobEngine {
  queue: JobQueue;
  /** In the transaction that `db` is, if it is one. */
  add(db: Database, job: Job): Promise<void>;
  waiting: Jobs["waiting"];
  depth: Jobs["depth"];
  close(): Promise<void>;
}
