// Defines the interface of a job engine: a table of our own on SQLite, pg-boss on PostgreSQL. `run-jobs.ts` runs the
// jobs.
import type { RawBuilder } from "kysely";
import type { FullShares, JobShare } from "./fair-share.ts";
import type { StoredJob, Jobs, ListedJob } from "./kept/jobs.ts";
import type { Database } from "./tables.ts";

export interface Claimed {
  id: string;
  /** Distinguishes this claim from a later claim of the same job. */
  holder: string;
  job: StoredJob;
  share: JobShare;
  /** Including this attempt. */
  attempts: number;
  /** The previous failure, if the queue needs it again. */
  why?: string;
}

export interface JobQueue {
  /** Of those whose share is not full, the one whose owner, then repository, then author had no turn for longest. */
  claim(kind: string, now: number, leaseMs: number, full: FullShares): Promise<Claimed | null>;
  /** False if another process has claimed it since. */
  renew(claimed: Claimed, now: number, leaseMs: number): Promise<boolean>;
  succeeded(claimed: Claimed): Promise<void>;
  /** Retries after that time; a job that did not fail is requeued as if it had not run. */
  putBack(claimed: Claimed, how: { now: number; afterMs: number; failed: string | null }): Promise<void>;
  failed(claimed: Claimed, why: string): Promise<void>;
}

export interface JobEngine {
  queue: JobQueue;
  /** In the transaction of `db`, if it is one. */
  add(db: Database, job: StoredJob, afterMs?: number): Promise<void>;
  waiting: Jobs["waiting"];
  depth: Jobs["depth"];
  /** Running and waiting jobs, in order; `job-list.ts` adds failed ones. */
  live(limit: number): Promise<readonly Omit<ListedJob, "waitsFor">[]>;
  /** Lets a job that waits for its time run at once. */
  hurry(id: string): Promise<boolean>;
  /** Removes a waiting job. */
  drop(id: string): Promise<boolean>;
  /** Removes all jobs whose keys have this prefix, in the transaction of `db`, if it is one. */
  forget(db: Database, keyPrefix: string): Promise<void>;
  /** A query for jobs outside our tables (kind, key, data, state); null if there are none. */
  elsewhere: RawBuilder<unknown> | null;
  close(): Promise<void>;
}
