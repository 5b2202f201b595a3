// The cost of one question to a model.

/** `tokensIn + cacheReads + cacheWrites` is all input that the model read. */
export interface ModelCost {
  /** Neither read from a cache nor written to one. */
  tokensIn: number;
  cacheReads: number;
  cacheWrites: number;
  tokensOut: number;
  /** In dollars; null if the model's price is unknown. */
  money: number | null;
}
