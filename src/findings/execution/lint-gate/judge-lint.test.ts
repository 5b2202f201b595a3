import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../../test/support/change-of.ts";
import { oxlint } from "../linters/oxlint.ts";
import type { LintProblem } from "../linter.ts";
import type { LintJob } from "./lint-jobs.ts";
import { judgeLint, lintTitle } from "./judge-lint.ts";
import { cases } from "../../../../test/support/cases.ts";

const text = "one();\ntwo();\n\nthree();\n";
const lines = async (path: string) => (path === "a.ts" ? text.split("\n") : null);
const job: LintJob = {
  linter: oxlint,
  used: { linter: "oxlint", cwd: "", config: null },
  // Lines 2 to 4 are new.
  files: changeOf({ base: { "a.ts": "one();\n" }, head: { "a.ts": text } }).files,
  touched: [],
};

function problem(line: number | null, more: Partial<LintProblem> = {}): LintProblem {
  return { path: "a.ts", line, rule: "no-x", message: "x is no good", severity: "error", ...more };
}

async function judged(...problems: LintProblem[]) {
  const { findings, onChanged, elsewhere } = await judgeLint(job, problems, lines, false);
  return [findings.map(({ at }) => at.start), onChanged, elsewhere];
}

describe("problems", () => {
  cases<[string, LintProblem[], unknown[]]>("%s", async (_name, problems) => await judged(...problems), [
    ["on a changed line", [problem(2)], [[2], 1, 0]],
    ["on a line that was there", [problem(1)], [[], 0, 1]],
    ["of the file as a whole", [problem(null)], [[], 0, 1]],
    ["past its end", [problem(99)], [[], 0, 1]],
    ["of another file", [problem(2, { path: "b.ts" })], [[], 0, 0]],
    ["that are said twice", [problem(2), problem(2)], [[2], 1, 0]],
    ["of two rules on one line", [problem(2), problem(2, { rule: "no-y" })], [[2, 2], 2, 0]],
    ["of one rule on two lines", [problem(4), problem(2)], [[2], 2, 0]],
    ["of what is around the file, on changed lines alone", [problem(2, { rule: "import/no-unresolved" })], [[2], 1, 0]],
    [
      "of what is around the file, on others too",
      [problem(2, { rule: "ts/no-unsafe-call" }), problem(1, { rule: "ts/no-unsafe-call" })],
      [[], 0, 2],
    ],
  ]);

  test("have the linter's severity", async () => {
    const all = [
      problem(2),
      problem(2, { rule: "w", severity: "warning" }),
      problem(2, { rule: "i", severity: "info" }),
    ];
    const { findings } = await judgeLint(job, all, lines, false);
    expect(findings.map(({ severity }) => severity)).toEqual(["medium", "low", "nit"]);
  });

  test("on a blank line are shown with the line before it", async () => {
    const { findings } = await judgeLint(job, [problem(3)], lines, false);
    expect(findings[0]).toMatchObject({ at: { start: 3, end: 3 }, evidence: [{ start: 2, end: 3, text: "two();\n" }] });
  });
});

test("a title is one short line, whatever the linter quotes", () => {
  fc.assert(
    fc.property(
      fc.option(fc.string({ unit: "binary" })),
      fc.string({ unit: "binary", maxLength: 400 }),
      (rule, message) => {
        const title = lintTitle({ rule, message });
        expect(title.length).toBeLessThanOrEqual(110);
        expect(title).not.toMatch(/[\n\r\u202e\u200b]/u);
      },
    ),
  );
  expect(lintTitle({ rule: "no-x", message: "the name\n 'a\u202eb'" })).toBe("no-x: the name 'a<U+202E>b'");
});
