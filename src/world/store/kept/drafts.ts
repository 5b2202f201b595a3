// Drafts of reviews and their list entries.

/** The pull request: `host/owner/repo#number`; of a local review the repository's folder. */
export type PullPlace = string;

export interface SavedDraft {
  id: string;
  place: PullPlace;
  head: string;
  /** The draft as JSON. */
  draft: string;
  state: "waiting" | "posted" | "cancelled" | "local";
  savedAt: number;
  /** The list entry; null for drafts stored before list entries existed. */
  facts: StoredReviewFacts | null;
}

/** A review in one line, so that lists need not load whole drafts. */
export interface StoredReviewFacts {
  title: string;
  author: string | null;
  event: string;
  /** The worst severity of the posted findings; null if there are none. */
  worst: string | null;
  posted: number;
  advisory: number;
  files: number;
  /** Model cost in dollars; null without calls or a known price. */
  money: number | null;
  /** Duration; null if it was not measured. */
  tookMs: number | null;
  /** Stored for metrics and not returned; if absent, the stored counts stay. */
  units?: readonly UnitCount[];
}

/** The findings of one check or reviewer in one review. A finding of several sources counts for each. */
export interface UnitCount {
  unit: string;
  posted: number;
  advisory: number;
}

/** `host/owner/repo`, or the folder of a local review. */
export function repositoryOfDraft({ place, state }: Pick<SavedDraft, "place" | "state">): string {
  return state === "local" ? place : place.split("#", 1)[0]!;
}

/** How long and how many local reviews are kept. */
export interface LocalReviewLimits {
  /** Older ones are deleted. */
  before: number;
  most: number;
  /** Of all drafts together. */
  bytes: number;
}

export interface ListedReview extends Omit<SavedDraft, "draft"> {
  /** `host/owner/repo`, or the folder of a local review. */
  repository: string;
}

export interface ReviewFilter {
  /** Only these. */
  repositories?: readonly string[];
  /** In the title or place, case-insensitive. */
  text?: string;
  state?: SavedDraft["state"];
  event?: string;
  place?: PullPlace;
  /** Those after this one in the list. */
  after?: { savedAt: number; id: string };
  limit: number;
}

export interface Drafts {
  save(draft: SavedDraft): Promise<void>;
  load(id: string): Promise<SavedDraft | null>;
  /** Without the draft itself, which may be large. */
  about(id: string): Promise<ListedReview | null>;
  /** Newest first. */
  list(filter?: { place?: PullPlace; state?: SavedDraft["state"] }): Promise<readonly SavedDraft[]>;
  /** Newest first, without the drafts. */
  page(filter: ReviewFilter): Promise<readonly ListedReview[]>;
  /** Repositories with drafts of pull requests, by name; or the folders with local reviews. */
  repositories(of?: "pulls" | "local"): Promise<readonly string[]>;
  /** Deletes the oldest local reviews beyond these limits. */
  limitLocal(limits: LocalReviewLimits): Promise<void>;
  setState(id: string, state: SavedDraft["state"]): Promise<void>;
  /** Replaces the draft with its edited version while it is pending; false if someone else was faster. */
  edit(id: string, was: string, now: Pick<SavedDraft, "draft" | "facts" | "savedAt">): Promise<boolean>;
}
