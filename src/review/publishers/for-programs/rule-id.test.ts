import { expect, test } from "vitest";
import { hostile, judgedOf } from "../../../../test/support/finding-of.ts";
import { ruleIdOf, findingUnit } from "./rule-id.ts";

test("a rule is a check and a kind", () => {
  expect(ruleIdOf(judgedOf({ kind: "secret", sources: ["PRESCAN:non-code"] }))).toBe("non-code/secret");
});

test("of several sources, the one that knows the kind counts, else the first", () => {
  const both = judgedOf({ kind: "secret", sources: ["security-reviewer", "PRESCAN:non-code"] });
  expect([findingUnit(both), ruleIdOf(both)]).toEqual(["non-code", "non-code/secret"]);
  expect(ruleIdOf(judgedOf({ kind: "race", sources: ["first", "second"] }))).toBe("first/race");
});

test("names that every object has are no kinds", () => {
  expect(findingUnit(judgedOf({ kind: "constructor", sources: ["first", "PRESCAN:non-code"] }))).toBe("first");
});

test("an unknown kind stays one harmless line", () => {
  expect(ruleIdOf(judgedOf({ kind: hostile, sources: ["model"] }))).toMatch(/^model\/<U\+001B>\[31mred.* second$/);
});
