// Defines the store of jobs: waiting, running or failed.

/** Per kind and key one at a time, in the order added. */
export interface StoredJob {
  kind: string;
  key: string;
  data: unknown;
  /** Who asked for the work, a login. Nobody holds all workers; absent: counted for its repository alone. */
  author?: string | undefined;
}

/** Failed after several attempts. It no longer blocks its key. */
export interface FailedJob extends StoredJob {
  attempts: number;
  why: string;
}

export interface Jobs {
  /** `data` is stored as JSON. Durable when it returns. With `afterMs` it starts later, and until then blocks its key. */
  add(job: StoredJob, afterMs?: number): Promise<void>;
  /**
   * Runs jobs of this kind until stopped; stopping waits for running ones. A job whose process died runs again, so it
   * may run twice. One that throws is retried later and finally marked as failed. `stop` is aborted when the worker
   * stops, and when the job was given to another process because this one seemed dead. A job that throws after being
   * stopped is requeued as if it had not run.
   */
  work(kind: string, run: (job: StoredJob, stop: AbortSignal, attempt: number) => Promise<void>): () => Promise<void>;
  /** Newest first. */
  failed(limit: number): Promise<readonly FailedJob[]>;
  /** The data of waiting jobs, oldest first. */
  waiting(kind: string, key: string): Promise<readonly unknown[]>;
  /** Number of waiting and running jobs of each kind. */
  depth(): Promise<readonly JobDepth[]>;
  /** Running and waiting jobs, oldest first; then failed ones, newest first. */
  list(limit: number): Promise<readonly ListedJob[]>;
  /** Requeues a failed job, or lets a job that waits for its time run at once. False if it is neither. */
  retry(id: string): Promise<boolean>;
  /** Removes a waiting or failed job; false if there is none or it is running. */
  cancel(id: string): Promise<boolean>;
}

/** A job as shown to people, without its data. */
export interface ListedJob {
  id: string;
  kind: string;
  key: string;
  /** Retrying: it failed and waits for its next attempt. */
  state: "waiting" | "running" | "retrying" | "failed";
  /** When it was added; when it was started or failed. */
  since: number;
  attempts: number;
  /** Earliest next attempt; null if unknown or if there is none. */
  nextAt: number | null;
  /** Error of the last attempt: one line, with tokens redacted. */
  why: string | null;
  /** The id of the job of its kind and key that runs first; null if none. */
  waitsFor: string | null;
}

export interface JobDepth {
  kind: string;
  waiting: number;
  running: number;
}
