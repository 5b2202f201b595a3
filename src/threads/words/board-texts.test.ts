import { describe, expect, test } from "vitest";
import { boardOf, rowOf } from "../../../test/support/board-of.ts";
import {
  ageOf,
  authorLine,
  incompleteLine,
  leftOutThreadsLine,
  lineOfThread,
  phaseLine,
  placeOfThread,
  shortAuthor,
  shownLine,
  triagedLine,
} from "./board-texts.ts";

const now = "2026-01-05T12:00:00Z";

test.each([
  ["2026-01-05T11:59:30Z", "now", "just now"],
  ["2026-01-05T11:58:00Z", "2 min", "2 minutes ago"],
  ["2026-01-05T11:00:00Z", "1 h", "1 hour ago"],
  ["2026-01-03T12:00:00Z", "2 d", "2 days ago"],
  ["2025-11-01T12:00:00Z", "2 mo", "2 months ago"],
  ["2023-01-05T12:00:00Z", "3 y", "3 years ago"],
  // A clock in the future shows no negative age.
  ["2026-01-06T12:00:00Z", "now", "just now"],
  ["yesterday", "", "at an unknown time"],
  [null, "", "at an unknown time"],
])("%s is %s, in full %s", (at, short, long) => {
  expect([ageOf(at, now, "short"), ageOf(at, now, "long")]).toEqual([short, long]);
});

test.each([
  [{ author: "ada", kind: "human" }, "ada (human)", "ada"],
  [{ author: "coderabbitai[bot]", kind: "bot" }, "coderabbitai[bot] (bot)", "coderabbitai[bot]"],
  [{ author: "robot", kind: "bot" }, "robot (bot)", "robot (bot)"],
  [{ author: "kim", kind: "self" }, "kim (you)", "kim (you)"],
  [{ author: null, kind: "human" }, "a deleted account (human)", "(gone)"],
] as const)("%j is %s", (who, long, short) => {
  expect([authorLine(who), shortAuthor(who)]).toEqual([long, short]);
});

test.each([
  [{ line: 12, startLine: null }, "src/cart.ts:12", "Line 12"],
  [{ line: 12, startLine: 10 }, "src/cart.ts:10-12", "Lines 10 to 12"],
  [{ line: null, originalLine: 4 }, "src/cart.ts:4", "Written on line 4"],
  [{ line: null, originalLine: null }, "src/cart.ts", "On the file"],
  [{ path: null }, "(no place)", "Line 12"],
])("%j is at %s", (given, place, line) => {
  expect([placeOfThread(rowOf(given)), lineOfThread(rowOf(given))]).toEqual([place, line]);
});

describe("threads that are not shown", () => {
  test("is counted with its reasons", () => {
    expect(leftOutThreadsLine({ resolved: 2, outdated: 1, author: 3, path: 4 })).toBe(
      "2 resolved, 1 outdated, 3 by other authors and 4 in other files",
    );
    expect(leftOutThreadsLine({ resolved: 0, outdated: 0, author: 0, path: 0 })).toBeNull();
    expect(shownLine(boardOf({ rows: [rowOf()] }))).toBe("1 thread of 6 shown; left out: 2 resolved.");
  });

  test("is never claimed to have been seen", () => {
    const scan = { ...boardOf().scan, is: "incomplete" as const, total: null, fetched: 100 };
    expect(incompleteLine(boardOf({ scan }))).toContain(
      "100 threads were fetched. Raise --max-threads to fetch the rest",
    );
    expect(incompleteLine(boardOf())).toBeNull();
  });
});

test("who classified them, and the cost", () => {
  const about = { models: ["anthropic/claude-sonnet-4-5"], money: 0.0123, notes: [] };
  expect(triagedLine({ ...about, by: "model" })).toBe(
    "Classified by rules, and the rest by anthropic/claude-sonnet-4-5, $0.0123.",
  );
  expect(triagedLine({ ...about, by: "none" })).toBeNull();
  expect(triagedLine({ by: "rules", models: [], money: 0, notes: [] })).toBe(
    "Classified by rules alone: no model was asked.",
  );
  expect(triagedLine({ by: "rules", models: [], money: 0.1, notes: [] })).toContain("no model's answer could be used");
});

test("a phase comes with its reason and the next command", () => {
  const next = { command: "crosscheck check --pr 7", says: "run the checks" };
  expect(phaseLine("review_triage", "2 threads are unresolved.", next)).toBe(
    "Phase review_triage: 2 threads are unresolved. Next: `crosscheck check --pr 7` (run the checks).",
  );
});
