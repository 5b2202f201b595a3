// Interfaces between reviewers and models. `world/models` implements them.
import type { ZodType } from "zod";
import type { ModelCost } from "../../model-cost.ts";

/** In the order in which it is sent: what all reviewers of a model share comes first, so that vendors can cache it. */
export interface Prompt {
  /** Ours alone, the same for every reviewer: no text of the change is ever in it. */
  instructions: string;
  /** The change, fenced (`boundary.ts`): the same for every reviewer of a review. */
  shared: string;
  /** What this one is to do, and what it alone is shown, fenced. */
  own: string;
}

/** Something a model may look up while it thinks. None of them writes, none reaches outside the two trees. */
export interface Tool {
  name: string;
  description: string;
  input: ZodType;
  /** What it found, fenced; what is wrong with the input is said in words, not thrown. */
  run(input: unknown, stop: AbortSignal): Promise<string>;
}

export interface AnswerLimits {
  /** Answers in one conversation, tool calls included. */
  steps: number;
  outputTokens: number;
  ms: number;
}

export interface Question<T> {
  /** The reviewer that asks. */
  unit: string;
  prompt: Prompt;
  tools: readonly Tool[];
  /** What an answer must be. The same for every reviewer of a review, or nothing is cached. */
  schema: ZodType<T>;
  /** For programs that answer in lines instead of JSON; null where the text holds no answer. */
  fromText?(text: string): T | null;
  limits: AnswerLimits;
  /** Tree or commit ids of the change's ends, for programs that read files themselves. */
  trees?: { base: string; head: string };
}

export interface ModelAnswer<T> {
  value: T;
  /** As `vendor/name`. */
  model: string;
  cost: ModelCost;
}

/** What is told while a model works, for the screen. */
export interface AskProgress {
  unit: string;
  model: string;
  /** `waiting`: for another's first token, or after an overload. */
  is: "waiting" | "started" | "reading" | "writing" | "repairing" | "ended";
  /** So far. */
  cost: ModelCost;
  steps: number;
}

/** Asks the model that is set for a reviewer. Throws `ModelFault`. */
export interface Asker {
  /** Null: no model is set for that reviewer. */
  modelFor(unit: string): ModelFacts | null;
  ask<T>(question: Question<T>, stop: AbortSignal): Promise<ModelAnswer<T>>;
}

export interface ModelFacts {
  /** As `vendor/name`. */
  name: string;
  price: Price | null;
  /** How much of a change it is given to read, in tokens. */
  budget: number;
  /** Whether it can look things up while it thinks. */
  tools: boolean;
  /** Time limit of one call, if the user set one; it replaces that of the question. */
  timeoutMs?: number;
}

/** Dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export const noCost: ModelCost = { tokensIn: 0, cacheReads: 0, cacheWrites: 0, tokensOut: 0, money: 0 };

export function addCosts(costs: readonly ModelCost[]): ModelCost {
  return costs.reduce(
    (sum, cost) => ({
      tokensIn: sum.tokensIn + cost.tokensIn,
      cacheReads: sum.cacheReads + cost.cacheReads,
      cacheWrites: sum.cacheWrites + cost.cacheWrites,
      tokensOut: sum.tokensOut + cost.tokensOut,
      money: sum.money === null || cost.money === null ? null : sum.money + cost.money,
    }),
    noCost,
  );
}
