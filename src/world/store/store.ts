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
  /** What lists show of it; null where it was kept before there were any. */
  facts: ReviewFacts | null;
}

/** A review in one line, so that a list need not read whole drafts. */
export interface ReviewFacts {
  title: string;
  author: string | null;
  event: string;
  /** The worst severity of what is posted; null where nothing is. */
  worst: string | null;
  posted: number;
  advisory: number;
  files: number;
  /** What models cost, in dollars; null where none was asked or no price is known. */
  money: number | null;
  /** How long it took; null where nobody measured. */
  tookMs: number | null;
  /** Kept for figures, which add them up, and not handed back; absent: those that are kept stay. */
  units?: readonly UnitCount[];
}

/** What a check or reviewer found in one review. A finding of several counts for each. */
export interface UnitCount {
  unit: string;
  posted: number;
  advisory: number;
}

export interface ListedReview extends Omit<SavedDraft, "draft"> {
  /** `host/owner/repo`. */
  repository: string;
}

export interface ReviewFilter {
  /** Of these alone. */
  repositories?: readonly string[];
  /** In the title or the place, in any case of letters. */
  text?: string;
  state?: SavedDraft["state"];
  event?: string;
  place?: PullPlace;
  /** Those that come after this one in the list. */
  after?: { savedAt: number; id: string };
  limit: number;
}

export interface Drafts {
  save(draft: SavedDraft): Promise<void>;
  load(id: string): Promise<SavedDraft | null>;
  /** The same without the draft itself, which may be large. */
  about(id: string): Promise<ListedReview | null>;
  /** Newest first. */
  list(filter?: { place?: PullPlace; state?: SavedDraft["state"] }): Promise<readonly SavedDraft[]>;
  /** Newest first, without the drafts themselves. */
  page(filter: ReviewFilter): Promise<readonly ListedReview[]>;
  /** Those that have any, by name. */
  repositories(): Promise<readonly string[]>;
  setState(id: string, state: SavedDraft["state"]): Promise<void>;
  /** Puts an edited draft in the place of the one that it was made of, while that still waits; false: somebody was quicker. */
  edit(id: string, was: string, now: Pick<SavedDraft, "draft" | "facts" | "savedAt">): Promise<boolean>;
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
  /** Of one pull request, by key; at most so many. */
  of(place: PullPlace, limit: number): Promise<readonly Output[]>;
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

/** What became of one call: answered; told that the limit is reached; nothing, since that was told; nothing, since too many
 *  came in a minute; or a maintainer's word to go on. */
export type TurnKind = "reply" | "notice" | "silent" | "hushed" | "continue";

/** No text of anybody's: only ids. */
export interface KeptTurn {
  place: PullPlace;
  /** The comment that called. */
  comment: string;
  /** The thread it stands in, or the page. */
  thread: string;
  kind: TurnKind;
  at: number;
}

export interface Turns {
  /**
   * Takes a turn for the comment: of all who try at once, for whatever comments, no more get one than the limits allow.
   * Asked again for the same comment, the answer is the same.
   */
  take(turn: Omit<KeptTurn, "kind">, most: number): Promise<TurnKind>;
  /** A maintainer says that it goes on: the count begins anew, once for that comment. */
  restart(turn: Omit<KeptTurn, "kind">): Promise<void>;
  /** In order. */
  of(place: PullPlace): Promise<readonly KeptTurn[]>;
}

/** A finding that a person called none, and why. */
export interface KeptDismissal {
  place: PullPlace;
  identity: string;
  reason: string;
  saidBy: string;
  comment: string;
  at: number;
}

export interface Dismissals {
  /** Replaces what was said of the same finding before. */
  keep(dismissal: KeptDismissal): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptDismissal[]>;
}

/** What became of a review thread, for learning. */
export interface KeptThreadOutcome {
  place: PullPlace;
  /** GitHub's node id. */
  thread: string;
  state: "resolved" | "unresolved";
  saidBy: "person" | "bot";
  at: number;
}

export interface ThreadOutcomes {
  /** The latest of a thread stands. */
  keep(outcome: KeptThreadOutcome): Promise<void>;
  of(place: PullPlace): Promise<readonly KeptThreadOutcome[]>;
}

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

/** A rule that a review proposed, or a person wrote, and what they decided of it. */
export interface KeptLesson {
  /** `host/owner/name`; of a repository that no host knows, its path. */
  repository: string;
  id: string;
  state: "candidate" | "approved" | "removed";
  rule: string;
  unit: string | null;
  kind: string | null;
  pull: number | null;
  seen: number;
  at: number;
  decidedBy: string | null;
}

/** `Pattern` of `findings/lessons/patterns.ts`, and in how many pull requests it was seen. */
export interface KeptPattern {
  unit: string;
  category: string;
  language: string | null;
  look: string;
  times: number;
}

export interface Lessons {
  /** Adds a candidate; of one that is known only how often it was seen is new, whatever was decided of it. */
  propose(lesson: Omit<KeptLesson, "state" | "decidedBy">): Promise<void>;
  /** Adds, or replaces by repository and id. */
  put(lesson: KeptLesson): Promise<void>;
  get(repository: string, id: string): Promise<KeptLesson | null>;
  /** Newest first. */
  of(repository: string): Promise<readonly KeptLesson[]>;
  /** Once per pull request, however often it is told. */
  see(
    repository: string,
    place: PullPlace,
    saw: {
      sightings: readonly { unit: string; kind: string }[];
      patterns: readonly Omit<KeptPattern, "times">[];
    },
  ): Promise<void>;
  /** In how many pull requests other than that one. */
  seen(repository: string, otherThan: PullPlace): Promise<readonly { unit: string; kind: string; times: number }[]>;
  /** Those of the repository, and those that a person let reach all; most seen first. */
  patterns(repository: string): Promise<readonly (KeptPattern & { own: boolean; promoted: boolean })[]>;
  promote(pattern: Omit<KeptPattern, "times">, how: { times: number; by: string; at: number }): Promise<void>;
  /** In the repository, and for all. */
  forgetPattern(repository: string, pattern: Omit<KeptPattern, "times">): Promise<void>;
}

/** What one person said of one finding of one check or reviewer: `Signal` of `threads/learn/feedback.ts`. */
export interface KeptFeedback {
  repository: string;
  place: PullPlace;
  identity: string;
  unit: string;
  signal: string;
  actor: string;
  reason: string | null;
  at: number;
}

/** A defect that a review let pass, for one of the units that looked: whether it had said something of the file. */
export interface KeptEscape {
  repository: string;
  /** The pull request that brought it. */
  place: PullPlace;
  /** The commit that mended it, and how. */
  mendedBy: string;
  how: "revert" | "fix";
  path: string;
  unit: string;
  said: boolean;
  at: number;
}

export interface Feedback {
  record(rows: readonly KeptFeedback[]): Promise<void>;
  withdraw(row: Pick<KeptFeedback, "place" | "identity" | "unit" | "signal" | "actor">): Promise<void>;
  /** Oldest first. */
  of(repository: string): Promise<readonly KeptFeedback[]>;
  /** What was said until then no longer counts. */
  reset(repository: string, unit: string, how: { by: string; at: number }): Promise<void>;
  /** When each unit was last reset. */
  resets(repository: string): Promise<ReadonlyMap<string, number>>;
  /** Pull requests with findings that had a round since then, by name. */
  toHear(since: number): Promise<readonly PullPlace[]>;
  /** The rounds of every pull request of the repository, newest first. */
  reviewed(repository: string): Promise<readonly Pick<KeptRound, "place" | "base" | "head" | "at">[]>;
  keepEscaped(rows: readonly KeptEscape[]): Promise<void>;
  /** Newest first. */
  escaped(repository: string): Promise<readonly KeptEscape[]>;
}

/** Whose figures, and of when. */
export interface FigureScope {
  /** Of all that is known of these, and of what is posted in `seen`. */
  repositories: readonly string[];
  seen: readonly string[];
  /** Spans are as long as `spanMs`, and counted from 0, which begins at `since`. */
  since: number;
  spanMs: number;
}

export interface ReviewSpan {
  span: number;
  reviews: number;
  /** Reviews that are posted. */
  posted: number;
  /** Findings of all but cancelled reviews: what is posted of them, and what is advisory. */
  findings: number;
  advisory: number;
  /** How long half of them took at most, and nine in ten; null where nobody measured. */
  p50Ms: number | null;
  p90Ms: number | null;
}

/** Sums. Spans in which there is nothing are left out; they come in order. */
export interface Figures {
  reviews(scope: FigureScope): Promise<readonly ReviewSpan[]>;
  /** What each check and reviewer found, in all but cancelled reviews. */
  units(scope: FigureScope): Promise<readonly (UnitCount & { span: number })[]>;
  /** Findings that people judged, each once for each unit, when the last word on it was said; from the last reset on. */
  judged(scope: FigureScope): Promise<readonly { span: number; unit: string; useful: number; dismissed: number }[]>;
  /** What models cost, in dollars; `unpriced`: calls without a known price. */
  costs(
    scope: Omit<FigureScope, "seen">,
  ): Promise<readonly { span: number; model: string; calls: number; money: number; unpriced: number }[]>;
  /** Repositories that models were ever asked for, by name. */
  paying(): Promise<readonly string[]>;
  /** Deliveries that nobody has dealt with yet. */
  undelivered(): Promise<{ count: number; oldestAt: number | null }>;
}

export interface Retention {
  /** Deletes what is done with and older; says how many rows. Reviews, findings and costs are no part of it. */
  clear(before: number): Promise<number>;
}

/** What all replicas keep to. */
export interface Pacing {
  /** True for one of all who ask, once in the time. */
  turn(name: string, now: number, everyMs: number): Promise<boolean>;
  /**
   * Takes what is kept under the name, for itself until then; null when another holds it. `empty` where nothing is kept
   * yet; `lostUntil` where the one before never gave it back: until when it was theirs.
   */
  take(
    name: string,
    holder: string,
    now: number,
    until: number,
    empty: string,
  ): Promise<{ pace: string; lostUntil: number | null } | null>;
  /** Puts it back changed; false when it was taken over meanwhile, and nothing was put back. */
  give(name: string, holder: string, pace: string): Promise<boolean>;
  /** Everything that is kept, by name. */
  list(): Promise<readonly { name: string; pace: string }[]>;
}

export interface Delivery {
  id: string;
  event: string;
  /** As it came, after its signature was found right. */
  body: string;
  receivedAt: number;
}

/** As it came over the wire: UTF-8, or the text of it. */
export interface NewDelivery extends Omit<Delivery, "body"> {
  body: string | Buffer;
}

export interface Deliveries {
  /** False when a delivery of that id is there already. Durable when it returns. */
  accept(delivery: NewDelivery): Promise<boolean>;
  /** Accepted and not yet dealt with, oldest first. */
  pending(limit: number): Promise<readonly Delivery[]>;
  /** How often some were taken until now; to be asked before the transaction that takes some. */
  takes(): Promise<number>;
  /**
   * The same as those pending, of other events than those named, within a transaction alone: whoever takes next waits
   * until it ends, and gets what came after. Null when others took some since `takes` was asked: their jobs would count as
   * younger than those of this transaction, which was begun before. It is to be undone, and begun anew.
   */
  take(takes: number, limit: number, except?: readonly string[]): Promise<readonly Delivery[] | null>;
  /** False when another was quicker: then it is finished already. */
  finish(id: string, outcome: string): Promise<boolean>;
  /** What the finished ones said goes: it is other people's. Their ids stay, to know those that come twice. */
  discard(): Promise<void>;
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
  work(kind: string, run: (job: Job, stop: AbortSignal, attempt: number) => Promise<void>): () => Promise<void>;
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
