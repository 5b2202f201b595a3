import { describe, expect, test } from "vitest";
import type { CommandResult, Report } from "../findings/report.ts";
import { changeOf, type ChangeOf } from "../../test/support/change-of.ts";
import { onPull, reportOf } from "../../test/support/finding-of.ts";
import { summariseIntent, verdictWithEvidence, type GoalVerdict } from "./intent-summary.ts";
import { goalLine, issueLine, pullLine, goalVerdictLine, whatLines, whyLine } from "./words/intent-summary-lines.ts";

const files = { head: { "src/cart.ts": "x();\n", "src/tax.ts": "y();\n" } };

function summaryOf(words: ChangeOf, reports: readonly Report[] = []) {
  return summariseIntent(changeOf({ ...files, ...words }), reports);
}

/** The lines as rendered. */
function linesOf(words: ChangeOf, reports: readonly Report[] = []) {
  const change = changeOf({ ...files, ...words });
  const summary = summariseIntent(change, reports);
  return {
    what: whatLines(summary, change),
    why: whyLine(summary),
    goal: goalLine(summary),
    issue: issueLine(summary),
    verdict: goalVerdictLine(summary.verdict),
  };
}

function commits(...subjects: string[]): ChangeOf {
  const list = subjects.map((message, index) => ({ sha: `${index}`.repeat(40), message, author: "Ada" }));
  return { title: subjects[0] ?? "", words: { commits: list, commitsTotal: list.length } };
}

function ran(...results: Pick<CommandResult, "result" | "summary">[]): Report[] {
  return [
    reportOf({
      unit: "tests",
      by: "execution",
      ran: results.map((one) => ({ command: ["npm", "test"], ms: 1, ...one })),
    }),
  ];
}

describe("all lines are always present", () => {
  test("with a complete description", () => {
    const body = "Orders were charged twice because the sum was kept.\n\nThis fixes the total of a cart.\n\nFixes #12";
    expect(linesOf({ title: "fix(cart): reset the sum", body })).toEqual({
      what: ["Reset the sum"],
      why: "Orders were charged twice because the sum was kept.",
      goal: "This fixes the total of a cart.",
      issue: "#12",
      verdict: "Unverifiable: no tests were run, and no model read the change",
    });
  });

  test("with requirements of a linked issue", () => {
    const issues = [
      { reference: "#12", title: "Charged twice", body: "## Acceptance criteria\n- [ ] One charge\n- A mail\n" },
    ];
    expect(linesOf({ title: "fix: one charge", body: "Fixes #12", words: { issues } }).issue).toBe(
      "#12: Charged twice; accepted when: One charge; A mail",
    );
  });

  test("without a description", () => {
    expect(linesOf({})).toEqual({
      what: ["2 files (2 added) in src"],
      why: "Not stated by author",
      goal: "Not stated",
      issue: "None",
      verdict: "N/A: the author states no goal",
    });
  });

  test("for an empty change", () => {
    expect(linesOf({ head: {} }).what).toEqual(["Nothing: both ends are the same"]);
  });
});

describe("what changes", () => {
  test.each<[string, string[], string[]]>([
    ["the subject without its prefix and tags", ["[WIP] feat(api)!: list carts"], ["List carts"]],
    ["one line for each commit, up to three", ["A", "B", "C"], ["A", "B", "C"]],
    ["two lines and the number of the others", ["A", "B", "C", "D", "E"], ["A", "B", "and 3 more commits"]],
    ["nothing twice", ["fix: a sum", "fix: a sum", "A sum"], ["A sum"]],
    [
      "no merges, fixups and unfinished work",
      ["A", "Merge branch 'main' into x", "fixup! A", "squash! A", "wip"],
      ["A"],
    ],
    ["a subject that begins with Merge", ["Merge the two parsers into one"], ["Merge the two parsers into one"]],
  ])("%s", (_name, subjects, what) => expect(linesOf(commits(...subjects)).what).toEqual(what));

  test("is cut at 300 characters, and no character in half", () => {
    const { said } = summaryOf({ title: `${"A".repeat(298)}😀😀` });
    expect(said[0]).toBe(`${"A".repeat(298)}😀😀`);
    expect(said[0]!.isWellFormed()).toBe(true);
    const cut = summaryOf({ title: `${"a".repeat(298)}😀😀😀` }).said[0]!;
    expect(cut.endsWith("😀…")).toBe(true);
    expect(cut.isWellFormed()).toBe(true);
  });
});

describe("why, in the author's words", () => {
  test.each<[string, string, string | null]>([
    ["under a heading", "## Why\n\nCarts were slow.\n\n## What\n\nAn index.", "Carts were slow."],
    ["under a heading of another name", "### Motivation:\nCarts were slow.", "Carts were slow."],
    [
      "in a paragraph with a reason",
      "An index.\n\nWe need it because carts\nare slow.",
      "We need it because carts are slow.",
    ],
    ["not in a heading with nothing under it", "## Why\n\n## What\n\nAn index.", null],
    ["not in code", "```\n// because\n```", null],
    ["not in a template's comment", "<!-- say why: because ... -->", null],
    ["not at all", "An index.", null],
  ])("%s", (_name, body, why) => expect(summaryOf({ body }).why).toBe(why));
});

describe("the goal", () => {
  test.each<[string, ChangeOf, string | null]>([
    [
      "is what the body says it is",
      { title: "fix: x", body: "This lets people pay later." },
      "This lets people pay later.",
    ],
    ["is else the subject of a fix", { title: "fix: reset the sum" }, "Reset the sum"],
    ["or of a feature", { title: "feat(cart): pay later" }, "Pay later"],
    ["is not claimed by a chore", { title: "chore: tidy up" }, null],
    ["is not claimed by a plain title", { title: "Tidy up" }, null],
    ["is not claimed by an empty subject", { title: "fix:" }, null],
  ])("%s", (_name, words, goal) => expect(summaryOf(words).goal).toBe(goal));
});

describe("the goal verdict", () => {
  const goal = { title: "fix: reset the sum" };
  const passed = { result: "passed" as const, summary: "5 tests passed" };

  test.each<[string, ChangeOf, Report[], GoalVerdict]>([
    ["no goal", { title: "Tidy up" }, ran(passed), { is: "n/a" }],
    ["no tests", goal, [], { is: "unverifiable", why: "no-tests-run" }],
    ["checks alone", goal, [reportOf()], { is: "unverifiable", why: "no-tests-run" }],
    [
      "tests that were not run",
      goal,
      ran({ result: "not-run", summary: "no sandbox" }),
      { is: "unverifiable", why: "no-tests-run" },
    ],
    ["tests that passed", goal, ran(passed), { is: "achieved", evidence: ["5 tests passed"] }],
    [
      "tests that passed and tell nothing",
      goal,
      ran({ result: "passed", summary: " " }),
      { is: "unverifiable", why: "no-evidence" },
    ],
    [
      "tests that failed",
      goal,
      ran({ result: "failed", summary: "1 failed" }),
      { is: "unverifiable", why: "no-evidence" },
    ],
    [
      "some that passed and one that failed",
      goal,
      ran(passed, { result: "failed", summary: "1 failed" }),
      { is: "unverifiable", why: "no-evidence" },
    ],
  ])("%s", (_name, words, reports, verdict) => expect(summaryOf(words, reports).verdict).toEqual(verdict));

  test.each(["achieved", "partially", "not-achieved"] as const)("%s needs evidence", (is) => {
    expect(verdictWithEvidence(is, ["cart.ts:3 resets it", " ", "5 tests"])).toEqual({
      is,
      evidence: ["cart.ts:3 resets it", "5 tests"],
    });
    for (const none of [[], [""], [" ", "\n"]])
      expect(verdictWithEvidence(is, none)).toEqual({ is: "unverifiable", why: "no-evidence" });
  });
});

describe("verdicts in words", () => {
  const table: Record<GoalVerdict["is"], [GoalVerdict, string]> = {
    achieved: [{ is: "achieved", evidence: ["a", "b"] }, "Achieved: a; b"],
    partially: [{ is: "partially", evidence: ["a"] }, "Partially: a"],
    "not-achieved": [{ is: "not-achieved", evidence: ["a\nb"] }, "Not achieved: a b"],
    unverifiable: [{ is: "unverifiable", why: "no-evidence" }, "Unverifiable: nothing was shown that would prove it"],
    "n/a": [{ is: "n/a" }, "N/A: the author states no goal"],
  };

  test.each(Object.values(table))("%j", (verdict, words) => expect(goalVerdictLine(verdict)).toBe(words));
});

test("a pull request has its author and branch, and its issue has a title", () => {
  const local = changeOf({ title: "fix: x", body: "Fixes #12", words: { author: "ada" } });
  const issues = [{ reference: "acme/shop#12", title: "The sum is wrong", body: "" }];
  const pull = onPull({ ...local, words: { ...local.words, issues } });
  expect(pullLine(pull)).toBe("#7 · acme/shop · by ada · https://github.com/acme/shop/pull/7");
  expect(pullLine(local)).toBeNull();
  expect(issueLine(summariseIntent(pull, []))).toBe("#12: The sum is wrong");
  const linked = { ...pull, words: { ...pull.words, body: "" } };
  expect(issueLine(summariseIntent(linked, []))).toBe("acme/shop#12: The sum is wrong");
});
