import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { estimateCost, stopBeforeOverspending, type Estimate, type SpendingLimits } from "./estimate.ts";

const triage = { roster: ["code-reviewer", "security-reviewer", "goal-reviewer"], tokens: 20_000 };
const price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };
const small = { name: "small", price, budget: 100_000 };

describe("estimated cost of a review", () => {
  test("without a model: none", () => expect(estimateCost(triage, () => null)).toEqual({ tokens: 0, money: 0 }));

  test("each reviewer reads the change once, the first of a model at the price of a cache write", () => {
    const { tokens, money } = estimateCost(triage, () => small);
    expect(tokens).toBe(3 * (20_000 + 6_000 + 2_000) + 7_000);
    expect(money).toBeCloseTo((26_000 * (1.25 + 0.1 + 0.1) + 3 * 2_000 * 5 + 6_000 + 1_000 * 5) / 1e6);
  });

  test("a change past a model's budget is read in more calls, but not in any number", () => {
    const limited = { ...small, budget: 10_000 };
    const withoutEditor = (unit: string) => (unit === "editor" ? null : limited);
    expect(estimateCost(triage, withoutEditor).tokens).toBe(3 * (20_000 + 3 * 8_000));
    expect(estimateCost({ ...triage, tokens: 1e6 }, withoutEditor).tokens).toBe(3 * 4 * 18_000);
  });

  test("a model without a price makes the cost unknown, not zero", () =>
    expect(
      estimateCost(triage, (unit) => (unit === "goal-reviewer" ? { ...small, price: null } : small)).money,
    ).toBeNull());

  test("no reviewers: none", () =>
    expect(estimateCost({ roster: [], tokens: 20_000 }, () => small)).toEqual({ tokens: 0, money: 0 }));
});

describe("limits stop before anything is spent", () => {
  const estimate: Estimate = { tokens: 60_000, money: 0.9 };

  test.each<[string, SpendingLimits]>([
    ["none given", {}],
    ["just enough tokens", { maxTokens: 60_000 }],
    ["just enough money", { maxCost: 0.9 }],
    ["enough of both", { maxTokens: 100_000, maxCost: 5 }],
  ])("not: %s", (_name, limits) => {
    expect(() => stopBeforeOverspending(estimate, limits)).not.toThrow();
  });

  test.each<[string, Estimate, SpendingLimits, string, RegExp]>([
    ["one token short", estimate, { maxTokens: 59_999 }, "60000 tokens; the limit is 59999", /--max-tokens/],
    ["too dear", estimate, { maxCost: 0.5 }, "cost about 0.90 dollars; the limit is 0.5", /--max-cost/],
    ["nothing allowed", estimate, { maxCost: 0 }, "the limit is 0", /--max-cost/],
    [
      "no price known",
      { tokens: 1, money: null },
      { maxCost: 9 },
      "the price of a model in use is not known",
      /price:/,
    ],
  ])("%s, with how to continue", (_name, given, limits, message, remedy) => {
    const stop = () => stopBeforeOverspending(given, limits);
    expect(stop).toThrow(UserError);
    expect(stop).toThrow(message);
    expect(stop).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
  });

  test("a free review passes every limit", () => {
    expect(() => stopBeforeOverspending({ tokens: 0, money: 0 }, { maxTokens: 0, maxCost: 0 })).not.toThrow();
  });
});
