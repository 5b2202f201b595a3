import { describe, expect, test } from "vitest";
import type { Gap } from "../findings/gaps.ts";
import { decisionOf, type DecisionOf } from "../../test/support/decision-of.ts";
import { eventOf, rulesOf, verdictOf, type Decision, type DecisionRule, type Event } from "./decision.ts";

function decided(facts: DecisionOf) {
  const decision = decisionOf(facts);
  return { event: eventOf(decision), rules: rulesOf(decision) };
}

const gap: Gap = { kind: "unit", unit: "code-reviewer", why: { kind: "no-model" } };

/** Each rule that demands changes. */
const demands: readonly [string, DecisionOf, DecisionRule][] = [
  ["a new test failure", { newTestFailures: 2 }, { rule: "new-test-failure", count: 2 }],
  ["an eval regression", { evalRegressions: 1 }, { rule: "eval-regression", count: 1 }],
  ["a failed concern", { failedConcerns: 3 }, { rule: "failed-concern", count: 3 }],
  ["a critical finding", { posted: { critical: 1 } }, { rule: "serious-finding", severity: "critical", count: 1 }],
  ["a high finding", { posted: { high: 2 } }, { rule: "serious-finding", severity: "high", count: 2 }],
];

/** Each rule that forbids approval. */
const ceilings: readonly [string, DecisionOf, DecisionRule][] = [
  ["a coverage gap", { gaps: [gap] }, { rule: "coverage-gap", gaps: [gap], unread: 0, unreviewed: [] }],
  ["a probe that is too low", { probeTooLow: true }, { rule: "probe-too-low" }],
  ["an unseen delta", { hasUnreviewedCommits: true }, { rule: "unseen-delta" }],
  ["tests that were not run", { testsNotRun: true }, { rule: "tests-not-run" }],
  ["other failing tests", { otherTestFailures: 1 }, { rule: "other-failing-tests", count: 1 }],
  ["a medium finding", { posted: { medium: 1 } }, { rule: "medium-finding", count: 1, of: 1 }],
  ["work in progress", { wip: true }, { rule: "work-in-progress" }],
  ["an open concern", { openConcerns: 2 }, { rule: "open-concern", count: 2 }],
  ["lines that nothing read", { unread: 3 }, { rule: "coverage-gap", gaps: [], unread: 3, unreviewed: [] }],
  [
    "code that no reviewer read",
    { unreviewed: [{ path: "dist/a.js", lines: 2 }] },
    { rule: "coverage-gap", gaps: [], unread: 0, unreviewed: [{ path: "dist/a.js", lines: 2 }] },
  ],
  ["a serious advisory finding", { seriousAdvisory: 1 }, { rule: "serious-advisory", count: 1 }],
  ["a serious finding that is held", { seriousButHeld: 1 }, { rule: "serious-but-held", count: 1 }],
];

describe("changes are requested for", () => {
  test.each(demands)("%s", (_name, facts, rule) => {
    expect(decided({ ...facts })).toEqual({ event: "REQUEST_CHANGES", rules: [rule] });
  });

  test.each(ceilings)("a new test failure, still, with %s", (_name, facts, rule) => {
    expect(decided({ ...facts, newTestFailures: 1 })).toEqual({
      event: "REQUEST_CHANGES",
      rules: [{ rule: "new-test-failure", count: 1 }, rule],
    });
  });
});

describe("approval is forbidden by", () => {
  test.each(ceilings)("%s", (_name, facts, rule) => {
    for (const autoApprove of ["off", "clean", "notes"] as const)
      expect(decided({ ...facts, autoApprove })).toEqual({ event: "COMMENT", rules: [rule] });
  });
});

test("a medium finding that is no reason to wait asks for no changes, and is a note", () => {
  const listed = { posted: { medium: 1 }, minorMedium: 1 };
  expect(decided({ ...listed, autoApprove: "clean" }).event).toBe("COMMENT");
  expect(decided({ ...listed, autoApprove: "notes" }).event).toBe("APPROVE");
  expect(verdictOf(decisionOf(listed))).toBe("Approve with notes");
  expect(verdictOf(decisionOf({ ...listed, posted: { medium: 2 } }))).toBe("Needs changes");
});

describe("otherwise autoApprove decides", () => {
  test.each<[Decision["autoApprove"], string, Partial<Decision["posted"]>, Event]>([
    ["off", "nothing posted", {}, "COMMENT"],
    ["off", "a nit", { nit: 1 }, "COMMENT"],
    ["clean", "nothing posted", {}, "APPROVE"],
    ["clean", "a nit", { nit: 1 }, "COMMENT"],
    ["clean", "a low finding", { low: 1 }, "COMMENT"],
    ["notes", "nothing posted", {}, "APPROVE"],
    ["notes", "nits and low findings", { low: 3, nit: 2 }, "APPROVE"],
    ["notes", "a medium finding", { low: 1, medium: 1 }, "COMMENT"],
  ])("%s, with %s", (autoApprove, _what, counts, event) => {
    expect(decided({ posted: counts, autoApprove }).event).toBe(event);
  });

  test.each([
    ["off", false],
    ["clean", true],
    ["notes", true],
  ] as const)("and is listed: %s", (autoApprove, allows) => {
    expect(decided({ autoApprove }).rules).toEqual([{ rule: "auto-approve", setting: autoApprove, allows }]);
  });
});

describe("my own pull request", () => {
  test("gets a comment, and says both why changes would be due and why they are not requested", () => {
    expect(decided({ posted: { critical: 1 }, ownPull: true })).toEqual({
      event: "COMMENT",
      rules: [{ rule: "serious-finding", severity: "critical", count: 1 }, { rule: "own-pull-request" }],
    });
  });

  test("is never approved", () => expect(decided({ ownPull: true }).event).toBe("COMMENT"));
});

describe("every combination of facts", () => {
  /** An independent second implementation of the decision rules. */
  function expectedEvent(facts: Decision): Event {
    const { critical, high, medium, low, nit } = facts.posted;
    const mine = facts.ownPull;
    const changesDue = critical || high || facts.newTestFailures || facts.evalRegressions || facts.failedConcerns;
    const mayNotApprove =
      facts.gaps.length ||
      facts.probeTooLow ||
      facts.hasUnreviewedCommits ||
      facts.testsNotRun ||
      facts.otherTestFailures ||
      medium ||
      facts.wip ||
      facts.openConcerns ||
      facts.seriousButHeld;
    if (mine) return "COMMENT";
    if (changesDue) return "REQUEST_CHANGES";
    if (mayNotApprove || facts.autoApprove === "off") return "COMMENT";
    if (facts.autoApprove === "notes") return "APPROVE";
    return low || nit ? "COMMENT" : "APPROVE";
  }

  function expectedRules(facts: Decision): string[] {
    const fired: [unknown, string][] = [
      [facts.newTestFailures, "new-test-failure"],
      [facts.evalRegressions, "eval-regression"],
      [facts.failedConcerns, "failed-concern"],
      [facts.posted.critical, "serious-finding critical"],
      [facts.posted.high, "serious-finding high"],
      [facts.gaps.length, "coverage-gap"],
      [facts.probeTooLow, "probe-too-low"],
      [facts.hasUnreviewedCommits, "unseen-delta"],
      [facts.testsNotRun, "tests-not-run"],
      [facts.otherTestFailures, "other-failing-tests"],
      [facts.posted.medium, "medium-finding"],
      [facts.wip, "work-in-progress"],
      [facts.openConcerns, "open-concern"],
      [facts.seriousButHeld, "serious-but-held"],
    ];
    const names = fired.filter(([holds]) => holds).map(([, name]) => name);
    return [...(names.length > 0 ? names : ["auto-approve"]), ...(facts.ownPull ? ["own-pull-request"] : [])];
  }

  function* everyCombination(): Generator<Decision> {
    const bits = 16;
    for (let row = 0; row < 2 ** bits; row++) {
      const bit = (index: number) => (row >> index) & 1;
      const on = (index: number) => bit(index) === 1;
      for (const autoApprove of ["off", "clean", "notes"] as const)
        for (const ownPull of [false, true])
          yield decisionOf({
            posted: { critical: bit(0), high: bit(1) * 2, medium: bit(2), low: bit(3) * 3, nit: bit(4) },
            newTestFailures: bit(5),
            evalRegressions: bit(6) * 2,
            failedConcerns: bit(7),
            openConcerns: bit(8),
            otherTestFailures: bit(9) * 4,
            seriousButHeld: bit(10),
            gaps: on(11) ? [gap] : [],
            testsNotRun: on(12),
            probeTooLow: on(13),
            hasUnreviewedCommits: on(14),
            wip: on(15),
            autoApprove,
            ownPull,
          });
    }
  }

  test("has the event of the rule's text, and lists every rule that fired and no other", () => {
    const wrong: unknown[] = [];
    let rows = 0;
    for (const facts of everyCombination()) {
      rows++;
      const { event, rules } = decided(facts);
      const names = rules.map((rule) =>
        rule.rule === "serious-finding" ? `${rule.rule} ${rule.severity}` : rule.rule,
      );
      if (event !== expectedEvent(facts) || names.join() !== expectedRules(facts).join())
        wrong.push({ facts, event, names });
      if (wrong.length > 3) break;
    }
    expect(wrong).toEqual([]);
    expect(rows).toBe(393_216);
  });
});
