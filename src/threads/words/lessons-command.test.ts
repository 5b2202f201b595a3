import { expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { lessonsText, type LessonsShown } from "./lessons-command.ts";

test("text of a lesson has no effect on the reader's terminal", () => {
  const lesson = { id: "1", rule: hostile, unit: null, pull: null, seen: 1, line: 1 };
  const shown: LessonsShown = {
    repository: hostile,
    file: ".crosscheck/lessons.md",
    inFile: [lesson],
    approved: [lesson],
    candidates: [lesson],
    patterns: [],
    tallies: [],
    budget: { percent: 70, after: 10 },
  };
  for (const some of [shown, { ...shown, inFile: [], approved: [], candidates: [] }])
    expect(lessonsText(some).replaceAll("\n", "")).not.toMatch(acting);
});
