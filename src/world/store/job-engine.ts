// What keeps jobs and hands them out: a table of our own in SQLite, pg-boss in PostgreSQL. `run-jobs.ts` runs them.
import type { RawBuilder } from "kysely";
import type { StoredJob, Jobs, ListedJob } from "./kept/jobs.ts";
import type { Database } from "./tables.ts";

export interface Claimed {
  id: string;
  /** Tells this claim from a later one of the same job. */
  holder: string;
  job: StoredJob;
  /** This one included. */
  attempts: number;
  /** Why the one before failed, where the queue has to be told again. */
  why?: string;
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
  add(db: Database, job: StoredJob): Promise<void>;
  waiting: Jobs["waiting"];
  depth: Jobs["depth"];
  /** Those that run and those to come, in their order; `job-list.ts` adds those given up. */
  live(limit: number): Promise<readonly Omit<ListedJob, "waitsFor">[]>;
  /** One that waits to be tried again may run at once. */
  hurry(id: string): Promise<boolean>;
  /** Takes one away that waits. */
  drop(id: string): Promise<boolean>;
  /** Takes all away whose keys begin so, in the transaction that `db` is, if it is one. */
  forget(db: Database, keyPrefix: string): Promise<void>;
  /** A query for those that are in no table of ours: their kind, key, data and state; null: there are none. */
  elsewhere: RawBuilder<unknown> | null;
  close(): Promise<void>;
}
