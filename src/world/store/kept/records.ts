// What models were asked and said, so that a review can be played again.

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
