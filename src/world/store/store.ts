// What is kept between runs, in SQLite on one machine or in PostgreSQL on many. Times are milliseconds since 1970, given
// by the caller: the store has no clock.
import type { Deliveries } from "./kept/deliveries.ts";
import type { Drafts, PullPlace } from "./kept/drafts.ts";
import type { Figures } from "./kept/figures.ts";
import type { Jobs } from "./kept/jobs.ts";
import type { Feedback, Lessons } from "./kept/learning.ts";
import type { Findings, Outputs, Rounds } from "./kept/outputs.ts";
import type { Pacing } from "./kept/pacing.ts";
import type { Records } from "./kept/records.ts";
import type { Dismissals, ThreadOutcomes, ThreadStates, Turns } from "./kept/threads.ts";

/** Answers of steps that are paid for, kept until what they led to is done. */
export interface Journal {
  keep(place: PullPlace, step: string, answer: string, at: number): Promise<void>;
  answer(place: PullPlace, step: string): Promise<string | null>;
  clear(place: PullPlace, step: string): Promise<void>;
}

/** Which installation of the App each repository (`host/owner/repo`) belongs to. */
export interface Installations {
  seen(repository: string, installation: number, at: number): Promise<void>;
  of(installation: number): Promise<readonly string[]>;
  /** The one that has the repository; null where none is known to. */
  holding(repository: string): Promise<number | null>;
  list(): Promise<readonly number[]>;
  /** Deletes all that is known of these repositories. */
  forget(repositories: readonly string[]): Promise<void>;
}

export interface Retention {
  /** Deletes what is done with and older; says how many rows. Reviews, findings and costs are no part of it. */
  clear(before: number): Promise<number>;
}

/** A row, with the name of its table. */
export type ExportedRow = Readonly<Record<string, unknown>> & { table: string };

/** What can be written in one go with other things. */
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
  /** Changes when anything does that a person may be looking at; cheap enough to ask every second. */
  pulse(): Promise<string>;
  /** Everything that is kept of a repository (`host/owner/repo`), or of all; read as it is asked for. */
  exported(repository: string | null): AsyncIterable<ExportedRow>;
  /**
   * All of what `work` writes through the store that it is given, or nothing of it. It waits for nothing but that store:
   * others wait meanwhile, and with the outer store it would wait for itself.
   */
  together<T>(work: (store: StoreWithin) => Promise<T>): Promise<T>;
  /** Stops the workers first, and waits for the jobs under way. */
  close(): Promise<void>;
}
