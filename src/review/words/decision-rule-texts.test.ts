import { describe, expect, test } from "vitest";
import { passes } from "../../findings/finding.ts";
import type { Gap } from "../../findings/gaps.ts";
import type { Reason } from "../../findings/reason.ts";
import { acting, poisoned } from "../../../test/support/finding-of.ts";
import type { DecisionRule } from "../decision.ts";
import { gapsText, decisionRuleText } from "./decision-rule-texts.ts";
import { cases } from "../../../test/support/cases.ts";

function unit(name: string, why: Reason = { kind: "no-model" }): Gap {
  return { kind: "unit", unit: name, why };
}

// Exhaustive: adding a rule is a type error until it is listed here.
const rules: { [Name in DecisionRule["rule"]]: [Extract<DecisionRule, { rule: Name }>, string] } = {
  "new-test-failure": [{ rule: "new-test-failure", count: 2 }, "2 tests newly fail"],
  "eval-regression": [{ rule: "eval-regression", count: 1 }, "1 evaluation got worse"],
  "failed-concern": [{ rule: "failed-concern", count: 1 }, "1 stated concern not met"],
  "serious-finding": [{ rule: "serious-finding", severity: "critical", count: 2 }, "2 critical findings"],
  "coverage-gap": [
    { rule: "coverage-gap", gaps: [unit("code-reviewer")], unread: 2, unreviewed: [] },
    "not everything was reviewed: code-reviewer needs a model; 2 changed lines were not read",
  ],
  "probe-too-low": [{ rule: "probe-too-low" }, "the break-point probe did not verify enough"],
  "unseen-delta": [{ rule: "unseen-delta" }, "new commits have not been reviewed"],
  "tests-not-run": [{ rule: "tests-not-run" }, "related tests exist and were not run"],
  "other-failing-tests": [{ rule: "other-failing-tests", count: 3 }, "3 other tests fail"],
  "medium-finding": [{ rule: "medium-finding", count: 1, of: 1 }, "1 medium finding"],
  "work-in-progress": [{ rule: "work-in-progress" }, "the author says it is work in progress"],
  "open-concern": [{ rule: "open-concern", count: 2 }, "2 stated concerns not verified"],
  "serious-but-held": [{ rule: "serious-but-held", count: 1 }, "1 high or critical finding known, but not posted"],
  "serious-advisory": [
    { rule: "serious-advisory", count: 1 },
    "1 high or critical advisory finding that nobody has accepted or refuted",
  ],
  "missing-opinion": [
    { rule: "missing-opinion", opinions: [{ unit: "second-opinion", why: { kind: "no-model" } }] },
    "no second opinion (no model configured)",
  ],
  "auto-approve": [
    { rule: "auto-approve", setting: "off", allows: false },
    "nothing blocks approval; autoApprove is off",
  ],
  "own-pull-request": [{ rule: "own-pull-request" }, "GitHub allows only comments on your own pull request"],
};

describe("every rule says something", () => {
  test.each(Object.values<[DecisionRule, string]>(rules))("%j", (rule, words) =>
    expect(decisionRuleText(rule)).toBe(words),
  );

  cases<[DecisionRule, string]>("%j", decisionRuleText, [
    [{ rule: "new-test-failure", count: 1 }, "1 test newly fails"],
    [{ rule: "other-failing-tests", count: 1 }, "1 other test fails"],
    [{ rule: "medium-finding", count: 2, of: 5 }, "2 of 5 medium findings"],
    [
      {
        rule: "coverage-gap",
        gaps: [],
        unread: 0,
        unreviewed: [
          { path: "dist/a.js", lines: 3 },
          { path: "b.go", lines: 1 },
          { path: "tool.exe", lines: 0 },
          ...["c", "d"].map((path) => ({ path, lines: 1 })),
        ],
      },
      "not everything was reviewed: no reviewer read dist/a.js (3 lines), b.go (1 line), tool.exe (binary) and 2 more files",
    ],
    [{ rule: "auto-approve", setting: "notes", allows: true }, "nothing blocks approval, and autoApprove is notes"],
  ]);
});

describe("gaps", () => {
  cases<[string, Gap[], string]>("%s", (_name, gaps) => gapsText(gaps), [
    ["of one reason are said together", [unit("a"), unit("b")], "a and b need a model"],
    ["that are many are counted", ["a", "b", "c", "d"].map((name) => unit(name)), "4 reviewers need a model"],
    [
      "of two reasons are told apart",
      [unit("a"), unit("b", { kind: "stopped" })],
      "a needs a model; b did not finish (it was stopped)",
    ],
    ["in passes are named as such", [{ kind: "pass", pass: "tests", owners: ["x"] }], "pass tests has no verdict"],
    [
      "in all passes are no reviewers",
      passes.map((pass) => ({ kind: "pass", pass, owners: [] })),
      "8 passes have no verdict",
    ],
  ]);

  test("say nothing that acts on the screen", () => {
    const gap: Gap = { kind: "unit", unit: "a", why: { kind: "threw", message: "x" } };
    expect(gapsText([poisoned(gap, ["kind", "unit"])])).not.toMatch(acting);
  });
});
