// One model behind one way to it: a vendor's API, or a program on this machine. `ask.ts` does the rest for all of them.
import type { AnswerLimits, ModelFacts, Prompt, Tool } from "../../findings/asking/asking.ts";

/** Counts as vendors give them. `input` does not hold what came from a cache or went into one. */
export interface Usage {
  input: number;
  cacheReads: number;
  cacheWrites: number;
  output: number;
}

export interface ModelRequest {
  prompt: Prompt;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  tools: readonly Tool[];
  /** Earlier answers that did not fit, each with what was wrong with it: the repair round. */
  earlier: readonly { answer: string; complaint: string }[];
  limits: AnswerLimits;
}

export interface ModelReply {
  /** What it answered last: JSON where it can be made to give it. */
  text: string;
  usage: Usage;
  steps: number;
}

export interface ModelEvents {
  /** The first token of the first answer has come: from now on its cache exists. */
  began(): void;
  /** After each step: what was used so far. Throws `ModelFault` `over-budget` to end it. */
  used(usage: Usage, steps: number): void;
}

export interface Model {
  facts: ModelFacts;
  /** Throws `ModelFault`, and nothing else but the reason of an aborted `stop`. */
  converse(request: ModelRequest, events: ModelEvents, stop: AbortSignal): Promise<ModelReply>;
}
