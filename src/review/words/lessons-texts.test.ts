import { expect, test } from "vitest";
import { hostile, acting, judgedOf, reportOf } from "../../../test/support/finding-of.ts";
import { lessonFaults } from "../../findings/lessons/actionable.ts";
import { learnedSummary, lessonsLine, noiseLines, proposedRule, rulesLine, lessonFaultText } from "./lessons-texts.ts";

const told = [
  { what: "lesson", path: ".crosscheck/lessons.md", line: 3 },
  { what: "lesson", path: ".crosscheck/lessons.md", line: 9 },
  { what: "pattern", path: "patterns", line: 1 },
  { what: "rule", path: "AGENTS.md", line: 12 },
] as const;

test("the details name the lessons and rules given to reviewers, once each", () => {
  const reports = [reportOf({ by: "reviewer", told }), reportOf({ by: "reviewer", told })];
  expect(lessonsLine(reports)).toBe(
    "2 lessons (.crosscheck/lessons.md:3, 9) and 1 pattern of earlier reviews given to reviewers",
  );
  expect(rulesLine(reports)).toBe("given to reviewers: AGENTS.md:12");
  expect([lessonsLine([reportOf()]), rulesLine([reportOf()])]).toEqual([null, null]);
});

test("a noisy check gets one line, with the numbers and the way back", () => {
  const why = { kind: "over-noise-budget", unit: "sums", judged: 12, dismissed: 9, percent: 70 } as const;
  const held = judgedOf({}, [{ by: "noise", why, outcome: "held" }]);
  expect(noiseLines([held, held, judgedOf()])).toEqual([
    "9 of 12 judged findings of sums were dismissed in this repository, more than the 70% that its check may have: 2 findings of it are only counted; `crosscheck lessons reset --unit sums` starts over",
  ]);
  const lower = { kind: "often-dismissed", unit: "sums", judged: 10, dismissed: 6 } as const;
  expect(noiseLines([judgedOf({}, [{ by: "noise", why: lower, confidence: 7 }])])[0]).toContain(
    "1 finding of it lost confidence",
  );
});

test("new lessons are one line, and pending ones are listed", () => {
  expect(learnedSummary([], [])).toBe("");
  const pattern = { unit: "sums", category: "tests", language: null, look: "race" } as const;
  expect(learnedSummary([pattern], [{ id: "aabbccdd", rule: "Use `a`" }])).toBe(
    "Noted for reviews of this repository: 1 pattern: any file: race conditions (sums)\n" +
      "1 lesson is pending your approval (`crosscheck lessons approve --id`):\n  aabbccdd  Use `a`\n",
  );
});

test.each([
  ["DOC", "docs/a.md", "src/a.ts", "Update `docs/a.md` together with `src/a.ts`: The limit differs"],
  ["DOC", "README.md", null, "Update `README.md` when the code that it describes changes: The limit differs"],
  ["NEW", "src/pay/a.ts", null, "In `src/pay/`, document a new pattern before it is used again: The limit differs"],
  ["CODE", "src/pay/a.ts", null, "In `src/pay/`, fix this before a change is merged: The limit differs"],
] as const)("a %s finding at %s is first worded as an actionable rule", (root, path, other, rule) => {
  expect(proposedRule({ root, path, other, title: "The limit differs." })).toBe(rule);
  expect(lessonFaults(rule)).toEqual([]);
});

test("contains no control characters", () => {
  const lesson = { id: "1", rule: hostile, unit: null, pull: null, seen: 1, line: 1 };
  for (const text of [learnedSummary([], [lesson]), lessonFaultText({ fault: "vague", says: hostile })])
    expect(text.replaceAll("\n", "")).not.toMatch(acting);
});
