// Drafts of reviews, and what lists show of them.

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
  facts: StoredReviewFacts | null;
}

/** A review in one line, so that a list need not read whole drafts. */
export interface StoredReviewFacts {
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
