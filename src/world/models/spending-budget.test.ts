import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelFault } from "../../errors.ts";
import type { ModelCost } from "../../model-cost.ts";
import { openSpendingBudget, type BudgetLimits, type SpentBefore } from "./spending-budget.ts";

const nothing: SpentBefore = { repositoryThisMonth: 0, thisMonth: 0 };

function cost(money: number | null, tokens = 100): ModelCost {
  return { tokensIn: tokens, cacheReads: 0, cacheWrites: 0, tokensOut: 0, money };
}

function rejectionOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFault);
    expect((error as ModelFault).fault).toBe("over-budget");
    return (error as ModelFault).message;
  }
}

test("without limits, spending is unlimited", () => {
  const budget = openSpendingBudget({}, nothing);
  budget.spend("m", cost(1e6, 1e9));
  expect(rejectionOf(() => budget.before("m"))).toBeNull();
});

describe("an exceeded limit is named with the spent amount", () => {
  test.each<[BudgetLimits, SpentBefore, ModelCost, string]>([
    [{ perReview: 0.5 }, nothing, cost(0.52), "$0.5200 spent of the $0.50 allowed for one review"],
    [
      { perRepositoryPerMonth: 10 },
      { repositoryThisMonth: 9.9, thisMonth: 0 },
      cost(0.25),
      "$10.1500 spent of the $10.00 allowed for this repository in a month",
    ],
    [
      { perMonth: 50 },
      { repositoryThisMonth: 1, thisMonth: 49.9 },
      cost(0.2),
      "$50.1000 spent of the $50.00 allowed for a month",
    ],
    [{ maxTokens: 1_000 }, nothing, cost(null, 1_001), "1001 tokens used of the 1000 allowed for one review"],
  ])("%j", (limits, before, spent, message) => {
    const budget = openSpendingBudget(limits, before);
    budget.before("m");
    expect(rejectionOf(() => budget.spend("m", spent))).toBe(message);
    expect(rejectionOf(() => budget.before("m"))).toBe(message);
  });
});

test("spending the exact budget stops the next question, not the current one", () => {
  const budget = openSpendingBudget({ perReview: 1 }, nothing);
  expect(rejectionOf(() => budget.spend("m", cost(1)))).toBeNull();
  expect(rejectionOf(() => budget.before("m"))).toContain("$1.00 allowed");
});

test("calls without a price count in tokens only", () => {
  const budget = openSpendingBudget({ perReview: 0.01, maxTokens: 500 }, nothing);
  expect(rejectionOf(() => budget.spend("m", cost(null, 400)))).toBeNull();
  expect(rejectionOf(() => budget.spend("m", cost(null, 200)))).toContain("600 tokens");
});

test("after a rejection, it always rejects", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { maxLength: 20 }),
      fc.integer({ min: 0, max: 10 }),
      (sums, limit) => {
        const budget = openSpendingBudget({ perReview: limit }, nothing);
        const refused = sums.map((sum) => rejectionOf(() => budget.spend("m", cost(sum))) !== null);
        expect(refused.lastIndexOf(false)).toBe(refused.filter((one) => !one).length - 1);
      },
    ),
  );
});
