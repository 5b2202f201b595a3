// What is kept of every model call (REV-10), and what may be spent (REV-11).
import type { ModelFaultKind } from "../../errors.ts";
import type { ModelCost } from "../../model-cost.ts";
import type { Prompt } from "../../findings/asking/asking.ts";

export interface CallRecord {
  unit: string;
  model: string;
  /** SHA-256 of what was asked: prompt, schema and tools. */
  hash: string;
  cost: ModelCost;
  steps: number;
  ms: number;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The value is kept always: with it the review can be replayed. */
  outcome: { is: "answered"; value: unknown } | { is: "failed"; fault: ModelFaultKind; message: string };
  /** What was sent and what came back, word for word: only with `record: full`. */
  bodies: { prompt: Prompt; answers: readonly string[] } | null;
}

export interface Recorder {
  full: boolean;
  keep(call: CallRecord): Promise<void>;
}

/** What may still be spent; shared by all calls of a review. */
export interface Purse {
  /** Throws `ModelFault` with `over-budget` when nothing is left. */
  before(model: string): void;
  /** Told after each step of each call what that step cost; throws likewise when it was too much. */
  spend(model: string, cost: ModelCost): void;
}
