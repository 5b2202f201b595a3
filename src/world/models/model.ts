// Defines the interface of a model: a vendor's API or an installed program. `ask.ts` does the rest.
import type { AnswerLimits, ModelFacts, Prompt, Question, Tool } from "../../findings/asking/asking.ts";

/** Usage as reported. `input` excludes cache reads and writes. */
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
  /** Earlier invalid answers with their errors, for the repair round. */
  earlier: readonly { answer: string; complaint: string }[];
  limits: AnswerLimits;
  /** The two ends of the change, for programs that read files themselves. */
  trees?: Question<unknown>["trees"];
}

export interface ModelReply {
  /** Its last answer: JSON if it supports that. */
  text: string;
  usage: Usage;
  steps: number;
}

export interface ModelEvents {
  /** The first token has arrived: from now on the prompt cache exists. */
  began(): void;
  /** After each step: usage so far. Throws `ModelFault` `over-budget` to stop. */
  used(usage: Usage, steps: number): void;
}

export interface Model {
  facts: ModelFacts;
  /** Throws `ModelFault`, or the signal's reason. */
  converse(request: ModelRequest, events: ModelEvents, stop: AbortSignal): Promise<ModelReply>;
}
