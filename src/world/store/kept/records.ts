// Defines the store of model calls, with which a review can be replayed.

/** One finished model call. */
export interface KeptCall {
  /** The run id shared by all calls of one review. */
  run: string;
  /** The repository for spending limits. */
  repository: string;
  unit: string;
  model: string;
  at: number;
  /** In dollars; null without a known price. */
  money: number | null;
  /** `CallRecord` of `world/models/record.ts` as JSON. */
  call: string;
}

/** A review with model calls and what is needed to replay it. */
export interface KeptReview {
  /** The id of its draft. */
  id: string;
  run: string;
  repository: string;
  at: number;
  /** Its inputs besides the change, as JSON. */
  given: string;
  /** The draft as JSON. */
  draft: string;
}

export interface Records {
  /** Durable when it returns, so that spending is never forgotten. */
  keepCall(call: KeptCall): Promise<void>;
  /** In the order in which they finished. */
  callsOf(run: string): Promise<readonly string[]>;
  /** Dollars since then, for one repository or all. */
  spent(since: number, repository?: string): Promise<number>;
  keepReview(review: KeptReview): Promise<void>;
  review(id: string): Promise<KeptReview | null>;
  /** Newest first. */
  reviews(limit: number): Promise<readonly Pick<KeptReview, "id" | "run" | "repository" | "at">[]>;
}
