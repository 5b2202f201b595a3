import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { estimateCost, stopBeforeOverspending, type Estimate, type SpendingLimits } from "./estimate.ts";

const triage = { roster: ["code-reviewer", "security-reviewer", "goal-reviewer"], tokens: 20_000 };

describe("what a review would cost", () => {
  test("without a model: nothing", () => expect(estimateCost(triage, [])).toEqual({ tokens: 0, money: 0 }));

  test("each reviewer reads the change once", () => {
    expect(estimateCost(triage, [{ name: "small", price: 1 }])).toEqual({ tokens: 60_000, money: 0.06 });
  });

  test("at the dearest model's price, so that it is never too low", () => {
    const models = [
      { name: "small", price: 1 },
      { name: "large", price: 15 },
    ];
    expect(estimateCost(triage, models).money).toBeCloseTo(0.9);
  });

  test("nobody on the roster: nothing", () => {
    expect(estimateCost({ roster: [], tokens: 20_000 }, [{ name: "small", price: 1 }])).toEqual({
      tokens: 0,
      money: 0,
    });
  });
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

  test.each<[string, SpendingLimits, string, RegExp]>([
    ["one token short", { maxTokens: 59_999 }, "60000 tokens; the limit is 59999", /--max-tokens/],
    ["too dear", { maxCost: 0.5 }, "cost about 0.90; the limit is 0.5", /--max-cost/],
    ["nothing allowed", { maxCost: 0 }, "the limit is 0", /--max-cost/],
  ])("%s, and it says how to go on", (_name, limits, message, remedy) => {
    const stop = () => stopBeforeOverspending(estimate, limits);
    expect(stop).toThrow(UserError);
    expect(stop).toThrow(message);
    expect(stop).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
  });

  test("a review that costs nothing passes every limit", () => {
    expect(() => stopBeforeOverspending({ tokens: 0, money: 0 }, { maxTokens: 0, maxCost: 0 })).not.toThrow();
  });
});
