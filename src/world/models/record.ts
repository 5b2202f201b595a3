// Defines the types of recorded model calls and of the spending budget.
import type { ModelFaultKind } from "../../errors.ts";
import type { ModelCost } from "../../model-cost.ts";
import type { Prompt } from "../../findings/asking/asking.ts";

export interface CallRecord {
  unit: string;
  model: string;
  /** SHA-256 of prompt, schema and tools. */
  hash: string;
  cost: ModelCost;
  steps: number;
  ms: number;
  /** Start time in milliseconds since 1970. */
  at: number;
  /** The value is always kept, so that the review can be replayed. */
  outcome: { is: "answered"; value: unknown } | { is: "failed"; fault: ModelFaultKind; message: string };
  /** The full prompt and answer: only with `record: full`. */
  bodies: { prompt: Prompt; answers: readonly string[] } | null;
}

export interface Recorder {
  full: boolean;
  keep(call: CallRecord): Promise<void>;
}

/** The budget shared by all calls of a review. */
export interface SpendingBudget {
  /** Throws `ModelFault` with `over-budget` if nothing is left. */
  before(model: string): void;
  /** Called with the cost of each step; throws if it exceeds the budget. */
  spend(model: string, cost: ModelCost): void;
}
