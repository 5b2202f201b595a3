import { expect, test } from "vitest";
import { countTokens } from "./count-tokens.ts";
import { cases } from "../../../test/support/cases.ts";

cases("%s", (_name, text) => countTokens(text), [
  ["nothing", "", 0],
  ["two words", "hello world", 2],
  ["special tokens of a vendor are counted as text", "<|endoftext|>", 7],
]);

test("a long text is the sum of its parts, within one token each", () => {
  const line = "const total = price * count;\n";
  const one = countTokens(line);
  expect(countTokens(line.repeat(1_000)) / (1_000 * one)).toBeCloseTo(1, 1);
});

test("a very long word is counted", () => expect(countTokens("a".repeat(300_000))).toBeGreaterThan(10_000));
