import { describe, expect, test } from "vitest";
import type { FixRevertProof, RunnerTests } from "../findings/execution/evidence.ts";
import type { GoalAnswer, Report } from "../findings/report.ts";
import { cases } from "../../test/support/cases.ts";
import { changeOf, type ChangeOf } from "../../test/support/change-of.ts";
import { onPull, reportOf } from "../../test/support/finding-of.ts";
import { summariseIntent, type GoalVerdict } from "./intent-summary.ts";
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
    verdict: goalVerdictLine(summary),
  };
}

function commits(...subjects: string[]): ChangeOf {
  const list = subjects.map((message, index) => ({ sha: `${index}`.repeat(40), message, author: "Ada" }));
  return { title: subjects[0] ?? "", words: { commits: list, commitsTotal: list.length } };
}

/** Tests that ran, with their proof of the fix. */
function ran(of: Partial<RunnerTests>, proof: FixRevertProof | null = null, more: Partial<Report> = {}): Report[] {
  const run = { runner: "vitest", cwd: "", command: ["vitest"], passed: 0, failed: [], skipped: 0, newlyPassing: [] };
  const tests = { tests: [{ ...run, ms: 1, trouble: null, ...of }], proof, did: null };
  return [reportOf({ unit: "tests", by: "execution", tests, ...more })];
}

describe("what is not said has no line", () => {
  test("with a complete description", () => {
    const body = "Orders were charged twice because the sum was kept.\n\nThis fixes the total of a cart.\n\nFixes #12";
    expect(linesOf({ title: "fix(cart): reset the sum", body })).toEqual({
      what: ["Reset the sum"],
      why: "Orders were charged twice because the sum was kept.",
      goal: "This fixes the total of a cart.",
      issue: "#12",
      verdict: null,
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
      why: null,
      goal: null,
      issue: null,
      verdict: null,
    });
  });

  test("for an empty change", () => {
    expect(linesOf({ head: {} }).what).toEqual(["Nothing: both ends are the same"]);
  });
});

describe("what changes", () => {
  test.each<[string, string[], string[]]>([
    ["the subject without its prefix and tags", ["[WIP] feat(api)!: list carts"], ["List carts"]],
    ["without a tag at its end, misspelt or not", ["List carts [strict-reveiw] [WIP]"], ["List carts"]],
    ["with brackets that are no tag of ours", ["[ci] List carts"], ["[ci] List carts"]],
    ["one line for each commit, up to three", ["A", "B", "C"], ["A", "B", "C"]],
    ["two lines and the number of the others", ["A", "B", "C", "D", "E"], ["A", "B", "and 3 more commits"]],
    ["nothing twice", ["fix: keep a sum", "fix: keep a sum", "Keep a sum"], ["Keep a sum"]],
    ["a fix that is named after the problem", ["fix: sums lose a digit (#12)"], ["fix: sums lose a digit"]],
    ["code as it is written", ["std::move: move less"], ["std::move: move less"]],
    [
      "no merges, fixups and unfinished work",
      ["A", "Merge branch 'main' into x", "fixup! A", "squash! A", "wip"],
      ["A"],
    ],
    ["a component that is no type", ["parser: read tabs"], ["parser: read tabs"]],
    ["without the number of a squash merge", ["fix: keep a sum (#12)"], ["Keep a sum"]],
    ["a revert as one", ["revert: feat: list carts"], ["revert: feat: list carts"]],
    ["a revert by git as one", ['Revert "feat: list carts"'], ['Revert "feat: list carts"']],
    [
      "a title about comments and a review",
      ["Fix some comments in the examples"],
      ["Fix some comments in the examples"],
    ],
    ["what a review led to", ["fix: address review: lock the cart"], ["Address review: lock the cart"]],
    ["no answers to a review", ["A", "Address review comments", "Apply suggestions from code review"], ["A"]],
    ["a subject that begins with Merge", ["Merge the two parsers into one"], ["Merge the two parsers into one"]],
  ])("%s", (_name, subjects, what) => expect(linesOf(commits(...subjects)).what).toEqual(what));

  test("the title, and what the description says beyond it", () => {
    const body = "The sum of a cart was kept.\n\nReset the sum before each order is charged.\n\nFixes #12";
    expect(linesOf({ title: "fix(cart): wrong sum", body }).what).toEqual([
      "fix(cart): wrong sum",
      "Reset the sum before each order is charged.",
    ]);
  });

  test("the description alone where it repeats the title", () => {
    const body = "Adds an index to the carts, as used by the shop and by its mail.";
    expect(linesOf({ title: "feat: add an index to the carts", body })).toMatchObject({ what: [body], goal: null });
  });

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
      "in the first paragraph",
      "We need an index because carts\nare slow.\n\nIt is small.",
      "We need an index because carts are slow.",
    ],
    ["not in a heading with nothing under it", "## Why\n\n## What\n\nAn index.", null],
    ["not in code", "```\n// because\n```", null],
    ["not in a template's comment", "<!-- say why: because ... -->", null],
    ["not at all", "An index.", null],
  ])("%s", (_name, body, why) => expect(summaryOf({ body }).why).toBe(why));
});

test("a range of commits has no statement that its first one makes about itself", () => {
  const range = commits("fix: a sum", "Add a page");
  const body = "The sum was wrong.\n\nReset the sum before each order is charged.";
  expect(linesOf({ ...range, body })).toMatchObject({ what: ["fix: a sum", "Add a page"], why: null, goal: null });
  const onlyOne = commits("fix: a sum");
  expect(linesOf({ ...onlyOne, body })).toMatchObject({
    why: "The sum was wrong.",
    what: ["fix: a sum", body.split("\n\n")[1]],
  });
});

test("a merge commit speaks for all that it brings, and a range without one has no title", () => {
  const range = commits("fix: a sum", "Add a page");
  const merge = { ...changeOf(range), from: { kind: "local", shown: "HEAD", why: null, merge: true } as const };
  merge.words = { ...merge.words, title: "Let people pay later", body: "The sum was wrong." };
  expect(summariseIntent(merge, [])).toMatchObject({ title: "Let people pay later", why: "The sum was wrong." });
  expect(summaryOf(range).title).toBe("");
});

describe("the goal", () => {
  test.each<[string, ChangeOf, string | null]>([
    [
      "is what the body says it is",
      { title: "fix: x", body: "This lets people pay later." },
      "This lets people pay later.",
    ],
    [
      "is what its section says, rather than the title",
      { title: "fix: x", body: "Resets it.\n\n## Goal\n\nPeople can pay later." },
      "People can pay later.",
    ],
    ["does not repeat the title", { title: "fix: reset the sum" }, null],
    ["is not claimed by a chore", { title: "chore: tidy up" }, null],
    ["is not claimed by a plain title", { title: "Tidy up" }, null],
    ["is not claimed by an empty subject", { title: "fix:" }, null],
  ])("%s", (_name, words, goal) => expect(summaryOf(words).goal?.text ?? null).toBe(goal));
});

describe("a description without a reason is quoted as what it is", () => {
  const title = "Keep the carts in a map";
  test.each<[string, string, string | null]>([
    [
      "its first sentences",
      "Carts are looked up by name. The list is long.",
      "Carts are looked up by name. The list is long.",
    ],
    ["not what another line quotes", "This PR adds an index to the table of orders.", null],
    [
      "what follows the sentence in another line",
      "This PR adds an index to the table of orders. Carts are looked up by name.",
      "Carts are looked up by name.",
    ],
    ["not a reason, which has its own line", "Carts were slow because of the list.", null],
    [
      "the author's own words on what is generated",
      "The hash generated by an older version does\nnot match. It is kept.",
      "The hash generated by an older version does not match.",
    ],
    ["not how the author came to it", "I found some carts slow and came here to ask why.", null],
    ["not what an abbreviation stands for", "CM is the map of carts.", null],
    ["not a sentence that leads to a list", "Some notes about the carts:\n\n- one\n- two", null],
    ["not a template", "<!-- Please describe the change. -->", null],
  ])("%s", (_name, body, description) => expect(summaryOf({ title, body }).description).toBe(description));
});

describe("the goal verdict", () => {
  const fix = { title: "fix: reset the sum" };
  const feature = { title: "feat: sum carts", head: { "src/cart.ts": "x();\n", "src/cart.test.ts": "t();\n" } };
  const run = { passed: 1, failed: 0, output: "" };
  const proven: FixRevertProof = { is: "proven", tests: ["adds"], onBase: run, onHead: run };
  const unproven: FixRevertProof = { ...proven, is: "not-proven" };
  const test1 = { file: "a.test.ts", name: "adds", status: "failed", message: null, frames: [], ms: 1 } as const;
  const failed = [{ test: test1, since: "new", onBase: "passed" }] as const;
  /** The base fails by intent where a fix is proven. */
  const onPurpose = { ran: [{ command: ["vitest"], result: "failed", ms: 1, summary: "0 of 1 passed" }] } as const;
  const answer = (verdict: GoalAnswer["verdict"], ...evidence: string[]) =>
    reportOf({
      unit: "goal-reviewer",
      by: "reviewer",
      goal: { what: [], why: null, goal: verdict === "n/a" ? null : "Resets the sum", verdict, evidence },
    });

  cases<[string, ChangeOf, Report[], string | null]>(
    "%s",
    (_name, words, reports) => goalVerdictLine(summaryOf(words, reports)),
    [
      ["no goal, whatever ran", { title: "Tidy up" }, ran({ passed: 5 }), null],
      ["nothing run and nothing read", fix, [reportOf()], null],
      [
        "a proven fix",
        fix,
        ran({ passed: 5 }, proven, { ran: [...onPurpose.ran] }),
        "Achieved: 1 changed test fails on the base's source and passes with the fix",
      ],
      [
        "a fix that its tests do not prove",
        fix,
        ran({ passed: 5 }, unproven),
        "Not shown: 1 changed test also passes without the fix",
      ],
      [
        "such a fix, and a reviewer who calls it achieved",
        fix,
        [...ran({ passed: 5 }, unproven), answer("achieved", "cart.ts:1 resets it")],
        "Not shown: 1 changed test also passes without the fix",
      ],
      [
        "a proven fix, and a reviewer who shows what is missing",
        fix,
        [...ran({ passed: 5 }, proven), answer("partially", "tax.ts:1 keeps it")],
        "Partially: 1 changed test fails on the base's source and passes with the fix; tax.ts:1 keeps it",
      ],
      [
        "a fix without tests of its own",
        fix,
        ran({ passed: 5 }, { is: "not-run", why: "no-tests", message: null }),
        null,
      ],
      [
        "a fix whose tests fail",
        fix,
        ran({ failed }, { is: "not-run", why: "head-fails", message: null }),
        "Not shown: the changed tests fail with the fix",
      ],
      ["a run of no test", feature, ran({ passed: 0, passedFiles: [] }), null],
      ["tests that passed before too", feature, ran({ passed: 5, passedFiles: ["src/tax.test.ts"] }), null],
      [
        "changed tests that pass",
        feature,
        ran({ passed: 5, passedFiles: ["src/cart.test.ts", "src/tax.test.ts"] }),
        "Achieved: the changed tests pass (src/cart.test.ts)",
      ],
      ["tests that fail", feature, ran({ passed: 4, failed }), "Not shown: 1 related test fails"],
      [
        "tests that fail, and a reviewer who calls it achieved",
        feature,
        [...ran({ failed }), answer("achieved", "cart.ts:1 sums")],
        "Not shown: 1 related test fails",
      ],
      ["a reviewer who sees no goal in a claimed one", feature, [answer("n/a")], null],
      ["a reviewer who shows it", feature, [answer("achieved", "cart.ts:1 sums")], "Achieved: cart.ts:1 sums"],
      ["a reviewer who shows nothing", feature, [answer("achieved", " ")], null],
      [
        "a reviewer who cannot tell",
        feature,
        [answer("unverifiable", "the bank decides")],
        "Not shown: the bank decides",
      ],
    ],
  );

  test("the reviewer names the goal where only the title does", () => {
    expect(summaryOf(fix, [answer("achieved", "cart.ts:1 resets it")]).goal?.text).toBe("Resets the sum");
  });

  test("a goal without a verdict, and never a verdict without a goal", () => {
    const stated = { ...feature, body: "## Goal\nPeople see the sum." };
    expect(summaryOf(stated, [answer("n/a")]).goal).toEqual({ text: "People see the sum.", verdict: null });
    expect(summaryOf({ title: "Tidy up" }, ran({ passed: 1 }, proven)).goal).toBeNull();
  });
});

cases<[GoalVerdict, string]>("in words: %j", (verdict) => goalVerdictLine({ goal: { text: "x", verdict } }), [
  [{ is: "achieved", evidence: ["a", "b"] }, "Achieved: a; b"],
  [{ is: "not-achieved", evidence: ["a\nb"] }, "Not achieved: a b"],
]);

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
