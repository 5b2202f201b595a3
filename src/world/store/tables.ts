// Defines the table types for queries; `migrations/` creates the tables. Columns are `snake_case` in the database.
import type { Generated, Kysely } from "kysely";
import type { StoredReviewFacts, SavedDraft, UnitCount } from "./kept/drafts.ts";
import type { KeptEscape, KeptFeedback, KeptLesson } from "./kept/learning.ts";
import type { KeptFinding, KeptRound, Output } from "./kept/outputs.ts";
import type { KeptCall, KeptReview } from "./kept/records.ts";
import type { KeptDismissal, KeptThreadOutcome, KeptTurn } from "./kept/threads.ts";

export interface Tables {
  drafts: DraftRow;
  draftUnits: UnitCount & { draft: string; place: string; repository: string };
  outputs: OutputRow;
  findings: KeptFinding;
  rounds: Omit<KeptRound, "hunks"> & { seq: Generated<number>; hunks: string };
  deliveries: DeliveryRow;
  deliveryPacks: { id: Generated<number>; bytes: Uint8Array };
  jobs: JobRow;
  jobTurns: { kind: string; share: string; at: number };
  modelCalls: KeptCall & { seq: Generated<number> };
  recordedReviews: KeptReview;
  installedRepositories: { repository: string; installation: number; seenAt: number };
  threadOutcomes: KeptThreadOutcome;
  paces: {
    name: string;
    pace: string;
    holder: string | null;
    heldUntil: number | null;
    /** The end of the lease of an owner that never released it; null if it was released. */
    lostUntil: number | null;
  };
  lastTurns: { name: string; at: number };
  journal: { place: string; step: string; answer: string; at: number };
  threadStates: { place: string; at: number; state: string };
  lessons: KeptLesson;
  sightings: { repository: string; place: string; unit: string; kind: string };
  patterns: PatternRow & { repository: string; place: string };
  promotedPatterns: PatternRow & { times: number; promotedBy: string; at: number };
  feedback: KeptFeedback;
  feedbackResets: { repository: string; unit: string; resetBy: string; at: number };
  escaped: Omit<KeptEscape, "said"> & { said: number };
  conversations: { place: string; used: number; noticed: number };
  turns: KeptTurn & { seq: Generated<number> };
  dismissals: KeptDismissal;
}

/** The language is empty if there is none. */
type PatternRow = Record<"unit" | "category" | "language" | "look", string>;

export type Database = Kysely<Tables>;

/** The statements of each unit are in a separate table. */
export type FactColumn = Exclude<keyof StoredReviewFacts, "units">;

/** Its list entry is in columns, all null if there is none. */
export type DraftRow = Omit<SavedDraft, "facts"> & { repository: string } & {
  [Fact in FactColumn]: StoredReviewFacts[Fact] | null;
};

export interface OutputRow extends Omit<Output, "remote"> {
  remoteId: string | null;
  remoteUrl: string | null;
  /** The value before it was last taken; null if that created the row. */
  stateBefore: Output["state"] | null;
  hashBefore: string | null;
  holder: string | null;
  heldUntil: number | null;
}

interface DeliveryRow {
  seq: Generated<number>;
  id: string;
  event: string;
  /** From earlier versions; newer bodies are in a pack. */
  body: string;
  receivedAt: number;
  /** Null until it is handled. */
  outcome: string | null;
  pack: number | null;
  packStart: number | null;
  packLength: number | null;
}

export interface JobRow {
  /** In the order added. */
  seq: Generated<number>;
  kind: string;
  key: string;
  data: string;
  /** Finished jobs have no row. */
  state: "waiting" | "running" | "failed";
  attempts: number;
  addedAt: number;
  notBefore: number;
  holder: string | null;
  heldUntil: number | null;
  /** The error of the last failed attempt. */
  why: string | null;
  /** When it was started or failed; null if neither. */
  since: number | null;
  /** Whose share of the workers it takes. */
  ownerShare: string;
  repoShare: string;
  authorShare: string;
}

/** In the current transaction, or in its own. */
export function inOneTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** PostgreSQL cannot store NUL characters, which error messages can contain. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
