import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEvalPath } from "./eval-files.ts";
import { scenarioLine, scenarioName } from "./scenario-line.ts";
import { cases } from "../../../../test/support/cases.ts";

describe("a scenario's name", () => {
  cases<[string, string, number | null]>("%j in %j", scenarioLine, [
    ["adds", 'test("adds", f)', 1],
    ["adds", "\n\ntest('adds')", 3],
    ["adds", 'test("adds two")', null],
    ["adds", 'test("it adds")', null],
    ["adds", "- name: adds", 1],
    ["adds", "  - adds", 1],
    ["adds", "well-adds", null],
    ["adds", "adds:\r\n  input: 1", 1],
    ["adds", "# adds", 1],
    ["adds", "| adds | 1 |", 1],
    ["adds", "const adds2 = 1;\nadds()", null],
    ["doesn't", String.raw`test('doesn\'t')`, 1],
    ['says "hi"', String.raw`{"name": "says \"hi\""}`, 1],
    ["a.*", 'test("aXX")', null],
    ["", "anything", null],
    ["adds", "adds ".repeat(1000), null],
  ]);

  test("is the last of its groups", () => {
    expect(["a", "a > b", "a > b > c d"].map(scenarioName)).toEqual(["a", "b", "c d"]);
  });

  test("is found in any kind of quotes", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/), fc.nat(20), (name, above) => {
        expect(scenarioLine(name, `${"\n".repeat(above)}it("${name}", f)`)).toBe(above + 1);
      }),
    );
  });
});

describe("files that call for evals", () => {
  test.each([
    "evals/refund.ts",
    "packages/a/evals/data.json",
    "src/refund.eval.ts",
    "refund_eval.py",
    "prompts/system.md",
    "src/prompts/a/b.txt",
    "src/shop.prompt.md",
    "a.prompt",
    "skills/pdf/SKILL.md",
    ".claude/skills/pdf/run.py",
    "promptfooconfig.yaml",
  ])("%s does", (path) => expect(isEvalPath(path)).toBe(true));

  test.each([
    "src/eval.ts",
    "src/evaluate.ts",
    "src/prompts/confirm.ts",
    "prompts/README.md",
    "evals/README.md",
    "README.md",
  ])("%s does not", (path) => expect(isEvalPath(path)).toBe(false));
});
