import { describe, expect, test } from "vitest";
import { decisionOf } from "../../../test/support/decision-of.ts";
import type { FileDiff } from "../../change/diff.ts";
import type { JudgedFinding, Mark } from "../../findings/finding.ts";
import { acting, hostile, judgedOf } from "../../../test/support/finding-of.ts";
import { cutNote, eventTitle, outcomeLine, leftOutWhy, markLine, moreLinesLine, statusLine } from "./report-texts.ts";
import { cases } from "../../../test/support/cases.ts";

const low: Mark = {
  by: "confidence",
  why: { kind: "low-confidence", confidence: 3 },
  outcome: "advisory",
  confidence: 3,
};
const held: Mark = { by: "author", why: { kind: "early-feedback" }, outcome: "held" };
const far: Mark = { by: "place", why: { kind: "not-commentable" }, outcome: "listed" };

describe("why the author would see it, or would not", () => {
  cases<[JudgedFinding, string]>("%#", outcomeLine, [
    [judgedOf(), "Would be posted on its line."],
    [judgedOf({}, [far]), "Would be posted in the review's text, not on its line: its line is not part of the diff."],
    [judgedOf({}, [low]), "Not posted: low confidence (3/10). What to do: check it, and post it if it is right."],
    [judgedOf({}, [held]), "Not posted: work in progress: style can wait."],
  ]);
});

cases<[Mark, string]>("text of a mark: %#", markLine, [
  [far, "place: its line is not part of the diff → listed"],
  [held, "author: work in progress: style can wait → held"],
  [low, "confidence: low confidence (3/10) → advisory, confidence 3/10"],
]);

test("the event, and who chose it", () => {
  expect(eventTitle(decisionOf({ posted: { high: 1 } }))).toBe("Request changes");
  expect(eventTitle(decisionOf({ chosen: { event: "COMMENT", by: "ann" } }))).toBe("Comment (chosen by ann)");
});

cases<[Partial<FileDiff>, string]>("status of a file: %#", (file) => statusLine(file as FileDiff), [
  [{ status: "modified", oldPath: "a.ts" }, ""],
  [{ status: "added", oldPath: null }, "added"],
  [{ status: "renamed", oldPath: "a.ts" }, "renamed from a.ts"],
]);

test("what was omitted: the file, or some of its hunks", () => {
  expect(leftOutWhy({ path: "a", why: "lockfile", hunks: null, lines: 3 })).toBe("lockfile");
  expect(leftOutWhy({ path: "a", why: "whitespace-only", hunks: [0, 4], lines: 3 })).toBe(
    "whitespace only (hunks 1 and 5)",
  );
});

test("numbers agree with their nouns", () => {
  expect(moreLinesLine(1, 0)).toBe("Show 1 more line");
  expect(moreLinesLine(300, 2)).toBe("Show 300 more lines with 2 findings");
  expect(cutNote(1)).toBe("1 more changed or context line of this file is not in this report. Use git to see it.");
});

test("no control characters get through", () => {
  const file = { status: "renamed", oldPath: hostile } as FileDiff;
  const mark: Mark = { by: hostile, why: { kind: "moved-unchanged", fromPath: hostile } };
  for (const line of [
    statusLine(file),
    markLine(mark),
    eventTitle(decisionOf({ chosen: { event: "APPROVE", by: hostile } })),
  ])
    expect(line).not.toMatch(acting);
});
