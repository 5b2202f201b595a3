// What asking the roster would take, before anything is spent.
import type { Triage } from "../../change/triage.ts";
import { UserError } from "../../errors.ts";

export interface Estimate {
  tokens: number;
  money: number;
}

export interface Model {
  name: string;
  /** Price of a million tokens read. */
  price: number;
}

export interface SpendingLimits {
  maxTokens?: number;
  maxCost?: number;
}

export function estimateCost(triage: Pick<Triage, "roster" | "tokens">, models: readonly Model[]): Estimate {
  if (models.length === 0) return { tokens: 0, money: 0 };
  const tokens = triage.roster.length * triage.tokens;
  const dearest = Math.max(...models.map((model) => model.price));
  return { tokens, money: (tokens / 1e6) * dearest };
}

export function stopBeforeOverspending(estimate: Estimate, limits: SpendingLimits): void {
  if (limits.maxTokens !== undefined && estimate.tokens > limits.maxTokens)
    throw new UserError(
      `This review would read about ${estimate.tokens} tokens; the limit is ${limits.maxTokens}`,
      "Raise --max-tokens, or review a smaller range.",
    );
  if (limits.maxCost !== undefined && estimate.money > limits.maxCost)
    throw new UserError(
      `This review would cost about ${estimate.money.toFixed(2)}; the limit is ${limits.maxCost}`,
      "Raise --max-cost, or review a smaller range.",
    );
}
