// Defines the store: SQLite on one machine or PostgreSQL for many. Times are milliseconds since 1970 and come from the
// caller; the store has no clock.
import type { Deliveries } from "./kept/deliveries.ts";
import type { Drafts, PullPlace } from "./kept/drafts.ts";
import type { Figures } from "./kept/figures.ts";
import type { Jobs } from "./kept/jobs.ts";
import type { Feedback, Lessons } from "./kept/learning.ts";
import type { Findings, Outputs, Rounds } from "./kept/outputs.ts";
import type { Pacing } from "./kept/pacing.ts";
import type { Records } from "./kept/records.ts";
import type { Dismissals, ThreadOutcomes, ThreadStates, Turns } from "./kept/threads.ts";

/** Results of paid steps, kept until their job is done. */
export interface Journal {
  keep(place: PullPlace, step: string, answer: string, at: number): Promise<void>;
  answer(place: PullPlace, step: string): Promise<string | null>;
  clear(place: PullPlace, step: string): Promise<void>;
}

/** The App installation of each repository (`host/owner/repo`). */
export interface Installations {
  seen(repository: string, installation: number, at: number): Promise<void>;
  of(installation: number): Promise<readonly string[]>;
  /** The installation of the repository; null if unknown. */
  holding(repository: string): Promise<number | null>;
  list(): Promise<readonly number[]>;
  /** Deletes everything stored for these repositories. */
  forget(repositories: readonly string[]): Promise<void>;
}

export interface Retention {
  /** Deletes expired rows; returns the number. Reviews, findings and costs are kept. */
  clear(before: number): Promise<number>;
}

/** A row with the name of its table. */
export type ExportedRow = Readonly<Record<string, unknown>> & { table: string };

/** The parts of the store that can take part in a transaction. */
export interface StoreWithin extends Omit<Store, "jobs" | "pulse" | "exported" | "together" | "close"> {
  jobs: Pick<Jobs, "add">;
}

export interface Store {
  drafts: Drafts;
  outputs: Outputs;
  findings: Findings;
  rounds: Rounds;
  records: Records;
  threads: ThreadStates;
  lessons: Lessons;
  feedback: Feedback;
  figures: Figures;
  turns: Turns;
  dismissals: Dismissals;
  deliveries: Deliveries;
  threadOutcomes: ThreadOutcomes;
  journal: Journal;
  installations: Installations;
  pacing: Pacing;
  retention: Retention;
  jobs: Jobs;
  /** Changes whenever visible data changes; cheap enough to poll every second. */
  pulse(): Promise<string>;
  /** Everything stored for a repository (`host/owner/repo`), or for all, streamed. */
  exported(repository: string | null): AsyncIterable<ExportedRow>;
  /**
   * Runs `work` in one transaction. `work` must only await the store it is given: using the outer store would deadlock.
   */
  together<T>(work: (store: StoreWithin) => Promise<T>): Promise<T>;
  /** Stops the workers first and waits for running jobs. */
  close(): Promise<void>;
}
