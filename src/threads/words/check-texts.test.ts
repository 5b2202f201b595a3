import { describe, expect, test } from "vitest";
import { head, otherHead } from "../../../test/support/thread-story.ts";
import { checkText, failureText, runningCommandLine, type ShownCheck, type ShownCommand } from "./check-texts.ts";

const passed: ShownCommand = { command: "npm test", exit: 0, ms: 1500, result: "passed", why: null, output: "fine" };
const check: ShownCheck = {
  pull: "acme/shop#12",
  head,
  dirty: false,
  result: "passed",
  from: "config",
  where: "here",
  scanned: null,
  commands: [passed],
};
const screen = { colour: false };

test("passed commands, where and for which pull request", () => {
  expect(checkText(check, screen)).toBe(
    "passed     npm test  (1.5 s)\n\nAll passed: 1 command (from the base's config), at aaaaaaaaaaaa.\nRecorded for acme/shop#12.\n",
  );
});

describe("other facts", () => {
  test.each<[Partial<ShownCheck>, string]>([
    [{ dirty: true }, "this does not count for acme/shop#12"],
    [{ where: "sandbox" }, "in a sandbox without network access"],
    [{ scanned: otherHead }, "Its threads were read at bbbbbbbbbbbb"],
    [{ from: "found" }, "found in the repository"],
    [
      { result: "timed-out", commands: [{ ...passed, exit: null, result: "timed-out", why: "it took too long" }] },
      "(it took too long, 1.5 s)",
    ],
    [
      { commands: [{ ...passed, exit: null, result: "skipped", why: "there was no time left" }] },
      "(there was no time left)",
    ],
    [{ commands: [{ ...passed, exit: 7, result: "failed" }] }, "(exit code 7, 1.5 s)"],
  ])("%j", (given, says) => {
    expect(checkText({ ...check, ...given }, screen)).toContain(says);
  });
});

test("the end of failed output is shown without control characters", () => {
  const output = Array.from({ length: 100 }, (_, at) => `line ${at}\u001b[2J`).join("\n");
  const text = failureText(
    [passed, { ...passed, command: "npm run \u001blint", result: "failed", exit: 1, output }],
    3,
  );
  expect(text).toContain("… 97 earlier lines\nline 97");
  expect(text).not.toContain("\u001b");
  expect(failureText([passed])).toBe("");
  expect(runningCommandLine("a\u001b\nb", 0, 2)).not.toMatch(/[\n]/);
});
