import { expect, test } from "vitest";
import { decisionOf } from "../../../test/support/decision-of.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, judgedOf, reportOf } from "../../../test/support/finding-of.ts";
import { authorTag, cleanNote, eventLine } from "./body-lines.ts";
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
    "**COMMENT**: 2 medium findings; the author says it is work in progress",
  );
  expect(eventLine(decisionOf({ wip: true, chosen: { event: "REQUEST_CHANGES", by: "ada*" } }))).toBe(
    "**REQUEST_CHANGES** (chosen by ada\\*): the author says it is work in progress",
  );
});

test("a review without findings says what was done", () => {
  const change = changeOf({ head: { "a.ts": "x\n" } });
  expect(cleanNote(draftOf(change))).toBe("No findings to post. Nothing looked at this change.");
  const held = judgedOf({}, [{ by: "t", why: { kind: "stopped" }, outcome: "held" }]);
  expect(cleanNote(draftOf(change, [held], [reportOf(), reportOf()]))).toBe(
    "No findings to post. 2 units looked at this change. 1 finding not posted: see the details comment.",
  );
});
