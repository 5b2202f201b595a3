// The tables as the queries see them; `migrations/` makes them. Columns are `snake_case` in the database.
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
  modelCalls: KeptCall & { seq: Generated<number> };
  recordedReviews: KeptReview;
  installedRepositories: { repository: string; installation: number; seenAt: number };
  threadOutcomes: KeptThreadOutcome;
  paces: {
    name: string;
    pace: string;
    holder: string | null;
    heldUntil: number | null;
    /** Until when the one had it who never gave it back; null: it was given back. */
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

/** The language is empty where there is none. */
type PatternRow = Record<"unit" | "category" | "language" | "look", string>;

export type Database = Kysely<Tables>;

/** What each unit said is in a table of its own. */
export type FactColumn = Exclude<keyof StoredReviewFacts, "units">;

/** Its facts are columns, all null where there are none. */
export type DraftRow = Omit<SavedDraft, "facts"> & { repository: string } & {
  [Fact in FactColumn]: StoredReviewFacts[Fact] | null;
};

export interface OutputRow extends Omit<Output, "remote"> {
  remoteId: string | null;
  remoteUrl: string | null;
  /** As they were before it was last taken; null when that made the row. */
  stateBefore: Output["state"] | null;
  hashBefore: string | null;
  holder: string | null;
  heldUntil: number | null;
}

interface DeliveryRow {
  seq: Generated<number>;
  id: string;
  event: string;
  /** Of earlier versions; since then it lies in a pack. */
  body: string;
  receivedAt: number;
  /** Null until it was dealt with. */
  outcome: string | null;
  pack: number | null;
  packStart: number | null;
  packLength: number | null;
}

export interface JobRow {
  /** In the order in which they were added. */
  seq: Generated<number>;
  kind: string;
  key: string;
  data: string;
  /** A job that went well has no row any more. */
  state: "waiting" | "running" | "failed";
  attempts: number;
  addedAt: number;
  notBefore: number;
  holder: string | null;
  heldUntil: number | null;
  /** Of the latest attempt that failed. */
  why: string | null;
  /** When it was started or given up; null: neither yet. */
  since: number | null;
}

/** In the transaction that is under way, or in one of its own. */
export function inOneTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** PostgreSQL keeps no text with a zero character, and an error's words can hold one. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
