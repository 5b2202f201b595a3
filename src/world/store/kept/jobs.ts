// Work that waits, runs or was given up.

/** Per kind and key one at a time, in the order in which they were added. */
export interface StoredJob {
  kind: string;
  key: string;
  data: unknown;
}

/** Given up after several attempts. It no longer holds up others of its key. */
export interface FailedJob extends StoredJob {
  attempts: number;
  why: string;
}

export interface Jobs {
  /** `data` is kept as JSON. Durable when it returns. */
  add(job: StoredJob): Promise<void>;
  /**
   * Runs jobs of the kind until told to stop, which waits for those under way. A job whose process died runs again, so it
   * may run twice; one that throws is tried again later, and is left as failed when that does not help. `stop` is aborted
   * when told to stop, and when the job was given to another process because this one seemed dead; a job that throws when
   * told to stop is put back as if it had not run.
   */
  work(kind: string, run: (job: StoredJob, stop: AbortSignal, attempt: number) => Promise<void>): () => Promise<void>;
  /** Newest first. */
  failed(limit: number): Promise<readonly FailedJob[]>;
  /** The data of those that wait for their turn, oldest first. */
  waiting(kind: string, key: string): Promise<readonly unknown[]>;
  /** How many of each kind wait, and how many run. */
  depth(): Promise<readonly JobDepth[]>;
  /** Those under way and those to come, oldest first; then those given up, newest first. */
  list(limit: number): Promise<readonly ListedJob[]>;
  /** One that was given up is added anew, one that waits to be tried again need not wait. False where it is neither. */
  retry(id: string): Promise<boolean>;
  /** One that waits or was given up is gone; false where there is none, or where it runs. */
  cancel(id: string): Promise<boolean>;
}

/** A job as people see it, without its data. */
export interface ListedJob {
  id: string;
  kind: string;
  key: string;
  /** Retrying: it failed, and waits to be tried again. */
  state: "waiting" | "running" | "retrying" | "failed";
  /** When it was added; when it was started, or given up. */
  since: number;
  attempts: number;
  /** Not tried before then; null where nothing is said, or where it is not to be tried again. */
  nextAt: number | null;
  /** Why the latest attempt failed: one line, without what looks like a token. */
  why: string | null;
  /** The id of the one of its kind and key that goes first; null: it waits for none. */
  waitsFor: string | null;
}

export interface JobDepth {
  kind: string;
  waiting: number;
  running: number;
}
