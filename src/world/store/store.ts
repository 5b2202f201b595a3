// What is kept between runs, in SQLite on one machine or in PostgreSQL on many. Times are milliseconds since 1970, given
// by the caller: the store has no clock.

/** Names one pull request: `host/owner/repo#number`. */
export type PullPlace = string;

export interface SavedDraft {
  id: string;
  place: PullPlace;
  head: string;
  /** The draft as JSON. */
  draft: string;
  state: "waiting" | "posted" | "cancelled";
  savedAt: number;
}

export interface Drafts {
  save(draft: SavedDraft): Promise<void>;
  load(id: string): Promise<SavedDraft | null>;
  /** Newest first. */
  list(filter?: { place?: PullPlace; state?: SavedDraft["state"] }): Promise<readonly SavedDraft[]>;
  setState(id: string, state: SavedDraft["state"]): Promise<void>;
}

/** What was written to GitHub under one output key. */
export interface Output {
  key: string;
  place: PullPlace;
  kind: string;
  state: "sending" | "done" | "refused";
  /** GitHub's id and address of what was written. */
  remote: { id: string; url: string } | null;
  /** Of the body, so that what is updated in place is written only when it differs. */
  hash: string;
  why: string | null;
}

export interface Outputs {
  /**
   * Takes the key for `holder` until `until`, in one statement: of two that try at once, one gets it; its holder may
   * take it again, to keep it longer. A done key is not taken, unless `again` is set and the hash differs: what is kept
   * up to date in place. What is there already is handed back as it was before.
   */
  take(
    key: string,
    output: Pick<Output, "place" | "kind" | "hash"> & { again: boolean },
    holder: string,
    now: number,
    until: number,
  ): Promise<{ got: boolean; before: Output | null }>;
  done(key: string, remote: { id: string; url: string }, hash: string): Promise<void>;
  refused(key: string, holder: string, why: string): Promise<void>;
  /** Gives the key back without a result: what was sent may have arrived. */
  release(key: string, holder: string, why: string): Promise<void>;
  get(key: string): Promise<Output | null>;
  /** Left in `sending` with no holder: to be looked up and finished. */
  unfinished(now: number): Promise<readonly Output[]>;
}

/** A posted or dismissed finding, as JSON of `PastFinding` in `change/change.ts`. */
export interface KeptFinding {
  place: PullPlace;
  identity: string;
  state: "open" | "fixed" | "dismissed";
  about: string | null;
  comment: string | null;
  thread: string | null;
}

export interface Findings {
  /** Adds, or replaces by place and identity. */
  keep(findings: readonly KeptFinding[]): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptFinding[]>;
}

export interface KeptRound {
  place: PullPlace;
  base: string;
  head: string;
  hunks: readonly string[];
  at: number;
}

export interface Rounds {
  /** Once per place, base and head. */
  add(round: KeptRound): Promise<void>;
  /** Oldest first. */
  of(place: PullPlace): Promise<readonly KeptRound[]>;
}

/** One call of a model, as it ended. */
export interface KeptCall {
  /** The review's run: the calls of one review share it. */
  run: string;
  /** What limits for one repository go by. */
  repository: string;
  unit: string;
  model: string;
  at: number;
  /** In dollars; null where no price is known. */
  money: number | null;
  /** `CallRecord` of `world/models/record.ts` as JSON. */
  call: string;
}

/** A review that models took part in, with what is needed to run it again. */
export interface KeptReview {
  /** Of its draft. */
  id: string;
  run: string;
  repository: string;
  at: number;
  /** What it was given beside the change, as JSON. */
  given: string;
  /** The draft as JSON. */
  draft: string;
}

export interface Records {
  /** Durable when it returns: what was spent must not be forgotten. */
  keepCall(call: KeptCall): Promise<void>;
  /** In the order in which they ended. */
  callsOf(run: string): Promise<readonly string[]>;
  /** Dollars since then, of one repository or of all. */
  spent(since: number, repository?: string): Promise<number>;
  keepReview(review: KeptReview): Promise<void>;
  review(id: string): Promise<KeptReview | null>;
  /** Newest first. */
  reviews(limit: number): Promise<readonly Pick<KeptReview, "id" | "run" | "repository" | "at">[]>;
}

/** What is known of pull requests' threads, one document each: `ThreadState` of `threads/state.ts` as JSON. */
export interface ThreadStates {
  load(place: PullPlace): Promise<string | null>;
  save(place: PullPlace, state: string, at: number): Promise<void>;
  /** The pull request that was last looked at. */
  latest(): Promise<PullPlace | null>;
  /** Newest first. */
  list(): Promise<readonly { place: PullPlace; at: number; characters: number }[]>;
  /** Forgets one, or all; tells how many. */
  clear(place?: PullPlace): Promise<number>;
}

export interface Delivery {
  id: string;
  event: string;
  /** As it came, after its signature was found right. */
  body: string;
  receivedAt: number;
}

export interface Deliveries {
  /** False when a delivery of that id is there already. Durable when it returns. */
  accept(delivery: Delivery): Promise<boolean>;
  /** Accepted and not yet dealt with, oldest first. */
  pending(limit: number): Promise<readonly Delivery[]>;
  finish(id: string, outcome: string): Promise<void>;
}

/** Per kind and key one at a time, in the order in which they were added. */
export interface Job {
  kind: string;
  key: string;
  data: unknown;
}

/** Given up after several attempts. It no longer holds up others of its key. */
export interface FailedJob extends Job {
  attempts: number;
  why: string;
}

export interface Jobs {
  /** `data` is kept as JSON. Durable when it returns. */
  add(job: Job): Promise<void>;
  /**
   * Runs jobs of the kind until told to stop, which waits for those under way. A job whose process died runs again, so it
   * may run twice; one that throws is tried again later, and is left as failed when that does not help. `stop` is aborted
   * when told to stop, and when the job was given to another process because this one seemed dead; a job that throws when
   * told to stop is put back as if it had not run.
   */
  work(kind: string, run: (job: Job, stop: AbortSignal) => Promise<void>): () => Promise<void>;
  /** Newest first. */
  failed(limit: number): Promise<readonly FailedJob[]>;
}

/** What can be written in one go with other things. */
export interface StoreWithin extends Omit<Store, "jobs" | "together" | "close"> {
  jobs: Pick<Jobs, "add">;
}

export interface Store {
  drafts: Drafts;
  outputs: Outputs;
  findings: Findings;
  rounds: Rounds;
  records: Records;
  threads: ThreadStates;
  deliveries: Deliveries;
  jobs: Jobs;
  /**
   * All of what `work` writes through the store that it is given, or nothing of it. It waits for nothing but that store:
   * others wait meanwhile, and with the outer store it would wait for itself.
   */
  together<T>(work: (store: StoreWithin) => Promise<T>): Promise<T>;
  /** Stops the workers first, and waits for the jobs under way. */
  close(): Promise<void>;
}
