import { expect, test } from "vitest";
import { decisionOf } from "../../../test/support/decision-of.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, judgedOf, reportOf } from "../../../test/support/finding-of.ts";
import { authorTag, cleanNote, eventLine, failedConcernLines } from "./body-lines.ts";
import { cases } from "../../../test/support/cases.ts";

cases("the author %j is tagged as %j", authorTag, [
  ["ada", "@ada"],
  ["Ada-Lovelace1", "@Ada-Lovelace1"],
  [null, null],
  ["Ada Lovelace", null],
  ["dependabot[bot]", null],
  ["ada/team", null],
  ["ada\n\n# x", null],
  ["-ada", null],
  ["a".repeat(40), null],
]);

test("the event's line lists every rule, and who overrode it", () => {
  expect(eventLine(decisionOf({ posted: { medium: 2 }, wip: true }))).toBe(
    "**Comment**: 2 medium findings; the author says it is work in progress",
  );
  expect(eventLine(decisionOf({ wip: true, chosen: { event: "REQUEST_CHANGES", by: "ada*" } }))).toBe(
    "**Request changes** (chosen by ada\\*): the author says it is work in progress",
  );
});

test("a review without findings says what was done", () => {
  const change = changeOf({ head: { "a.ts": "x\n" } });
  expect(cleanNote(draftOf(change), "below")).toBe("No findings to post. No check or reviewer ran on this change.");
  const held = judgedOf({}, [{ by: "t", why: { kind: "stopped" }, outcome: "held" }]);
  expect(cleanNote(draftOf(change, [held], [reportOf(), reportOf({ by: "reviewer" })]), "the details comment")).toBe(
    "No findings to post. 1 check and 1 reviewer looked at this change. 1 finding not posted: see the details comment.",
  );
});

test("a concern that is not met is named, with what shows it", () => {
  const change = changeOf({ head: { "a.ts": "x\n" }, body: "The order must not change." });
  const goal = reportOf({ by: "reviewer", concerns: [{ id: "V1", status: "failed", how: "`sort` runs first." }] });
  expect(failedConcernLines(draftOf(change, [], [goal]))).toEqual([
    "- Not met: The order must not change. `sort` runs first.",
  ]);
  expect(failedConcernLines(draftOf(change))).toEqual([]);
});
