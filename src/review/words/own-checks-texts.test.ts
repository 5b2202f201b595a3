import { expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { ownCheckPage, ownChecksLine } from "./own-checks-texts.ts";

test("a repository without own checks does not mention them", () => {
  expect(ownChecksLine([])).toBe("");
});

test.each([
  [["no-fixme"], "own check is no-fixme ("],
  [["a", "b", "c"], "own checks are a, b and c ("],
])("%j are named", (ids, words) => {
  expect(ownChecksLine(ids)).toContain(words);
});

test("a file name contains no control characters", () => {
  expect(ownChecksLine([hostile]).replaceAll("\n", "")).not.toMatch(acting);
  expect(ownCheckPage(hostile).trimEnd()).not.toMatch(acting);
});
