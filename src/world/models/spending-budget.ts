// Enforces a review's spending limits. Calls run in parallel; at the limit each stops at its next step.
import { ModelFault } from "../../errors.ts";
import type { ModelCost } from "../../model-cost.ts";
import type { SpendingBudget } from "./record.ts";

/** In dollars, and in tokens (input and output). */
export interface BudgetLimits {
  perReview?: number | undefined;
  perRepositoryPerMonth?: number | undefined;
  perMonth?: number | undefined;
  maxTokens?: number | undefined;
}

/** In dollars, before this review. */
export interface SpentBefore {
  repositoryThisMonth: number;
  thisMonth: number;
}

interface Limit {
  limit: number;
  spent: number;
  says(limit: number, spent: number): string;
}

export function openSpendingBudget(limits: BudgetLimits, before: SpentBefore): SpendingBudget {
  let money = 0;
  let tokens = 0;

  function standing(): Limit[] {
    const all: (Omit<Limit, "limit"> & { limit: number | undefined })[] = [
      { limit: limits.perReview, spent: money, says: inMoney("for one review") },
      {
        limit: limits.perRepositoryPerMonth,
        spent: before.repositoryThisMonth + money,
        says: inMoney("for this repository in a month"),
      },
      { limit: limits.perMonth, spent: before.thisMonth + money, says: inMoney("for a month") },
      { limit: limits.maxTokens, spent: tokens, says: inTokens },
    ];
    return all.filter((one): one is Limit => one.limit !== undefined);
  }

  function refuse(model: string, reached: (one: Limit) => boolean): void {
    const over = standing().find(reached);
    if (over) throw new ModelFault(model, "over-budget", over.says(over.limit, over.spent));
  }

  return {
    before: (model) => refuse(model, ({ limit, spent }) => spent >= limit),
    spend(model, cost) {
      money += cost.money ?? 0;
      tokens += tokensOf(cost);
      refuse(model, ({ limit, spent }) => spent > limit);
    },
  };
}

function tokensOf(cost: ModelCost): number {
  return cost.tokensIn + cost.cacheReads + cost.cacheWrites + cost.tokensOut;
}

function inMoney(what: string): Limit["says"] {
  return (limit, spent) => `$${spent.toFixed(4)} spent of the $${limit.toFixed(2)} allowed ${what}`;
}

function inTokens(limit: number, spent: number): string {
  return `${spent} tokens used of the ${limit} allowed for one review`;
}
