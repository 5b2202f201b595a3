import { describe, expect, test } from "vitest";
import list from "./prices.json" with { type: "json" };
import { budgetOf, priceOf, pricesDate } from "./prices.ts";
import { cases } from "../../../test/support/cases.ts";

const entries = Object.entries(list.models).flatMap(([vendor, models]) =>
  Object.entries(models).map(([id, entry]) => [`${vendor}/${id}`, entry] as const),
);

test.each(entries)("the price of %s is sane", (use, { input, output, cacheRead, cacheWrite, window }) => {
  expect(input).toBeGreaterThan(0);
  expect(output).toBeGreaterThanOrEqual(input);
  expect(cacheRead).toBeGreaterThan(0);
  expect(cacheRead).toBeLessThanOrEqual(input);
  expect(cacheWrite).toBeGreaterThanOrEqual(input);
  expect(cacheWrite).toBeLessThanOrEqual(2 * input);
  expect(window).toBeGreaterThanOrEqual(128_000);
  expect(priceOf(use)).toEqual({ input, output, cacheRead, cacheWrite });
});

test("the list has a date and a source", () => {
  expect(pricesDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(list.source).toContain("models.dev");
});

describe("a model is found", () => {
  test.each([
    ["anthropic/claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4-5"],
    ["anthropic/claude-opus-4-20250514", "anthropic/claude-opus-4"],
    ["openai/gpt-5-2025-08-07", "openai/gpt-5"],
    ["openai/gpt-5.4-mini-2026-03-17", "openai/gpt-5.4-mini"],
    ["google/gemini-3.1-pro-preview", "google/gemini-3.1-pro"],
    ["google/gemini-2.5-flash-preview-09-2025", "google/gemini-2.5-flash"],
  ])("%s as %s", (use, known) => {
    expect(priceOf(use)).toEqual(priceOf(known));
    expect(priceOf(use)).not.toBeNull();
  });

  test.each([
    "openai/gpt-5.9",
    "openai/gpt-5-huge",
    "anthropic/claude-opus-5-7",
    "compatible/gpt-5",
    "codex/gpt-5",
    "claude",
    "x",
  ])("but %s does not match a cheaper one with a similar name", (use) => {
    expect(priceOf(use)).toBeNull();
  });
});

test("the user's own price overrides the list; a missing cache price is the input price", () => {
  expect(priceOf("openai/gpt-5", { price: { input: 7, output: 9 } })).toEqual({
    input: 7,
    output: 9,
    cacheRead: 7,
    cacheWrite: 7,
  });
  expect(priceOf("compatible/x", { price: { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 3 } })).toEqual({
    input: 1,
    output: 2,
    cacheRead: 0.5,
    cacheWrite: 3,
  });
});

cases("%s with budget %s reads %i tokens of a change", (use, budget) => budgetOf(use, { budget }), [
  ["anthropic/claude-haiku-4-5", undefined, 100_000],
  ["google/gemini-2.5-pro", undefined, 100_000],
  ["compatible/llama3", undefined, 16_000],
  ["compatible/llama3", 60_000, 60_000],
  ["codex", undefined, 100_000],
]);
