import { describe, expect, test } from "vitest";
import {
  after,
  checked,
  fixed,
  outcomeOf,
  reported,
  resolved,
  scanned,
  thread,
  triaged,
  triageOf,
  watched,
} from "../../../test/support/thread-story.ts";
import { evidenceOf, nextStep, type LifecycleEvent, type NextStep } from "../lifecycle.ts";
import { nextStepText, phaseReasonText, statusJson, statusText } from "./status-texts.ts";
import { cases } from "../../../test/support/cases.ts";

const name = "acme/shop#12";

function shown(...events: LifecycleEvent[]) {
  const state = after(events);
  return { pull: name, name, state, evidence: evidenceOf(state), next: nextStep(state) };
}

cases<[LifecycleEvent[], string]>("why, of story %#", (events) => phaseReasonText(shown(...events)), [
  [[], "Its threads have not been scanned."],
  [[scanned([thread("A")])], "1 thread is unresolved."],
  [[scanned([thread("A"), thread("B")])], "2 threads are unresolved."],
  [[scanned([], { whole: false })], "No selected thread is unresolved, but some unresolved threads were not selected."],
  [[triaged(triageOf("A", "valid"))], "1 unresolved thread needs a fix."],
  [[triaged(triageOf("A", "needs_human"))], "1 thread needs a person's decision: src/till.ts:3."],
  [[scanned([], { is: "incomplete" })], "The last scan ended before all threads were fetched."],
  [[scanned([], { is: "failed", why: "no token" })], "The last scan failed: no token."],
  [[fixed(outcomeOf("A", { resolution: "failed", why: "no right" }))], "GitHub rejected a request: no right."],
  [
    [scanned([resolved])],
    "All threads are resolved, but the checks have not passed for this head: `crosscheck check` was not run.",
  ],
  [
    [scanned([resolved]), checked({ result: "failed" })],
    "All threads are resolved, but the checks have not passed for this head: `crosscheck check` failed.",
  ],
  [
    [scanned([resolved]), checked({ dirty: true })],
    "All threads are resolved, but the checks have not passed for this head: `crosscheck check` ran on a working tree with changes that are not in the commit.",
  ],
  [
    [scanned([resolved]), checked(), watched({ result: "failed" })],
    "All threads are resolved, but the checks have not passed for this head: checks on GitHub failed.",
  ],
  [[scanned([resolved]), checked()], "All threads are resolved, and the checks passed for this head."],
  [[scanned([resolved]), checked(), reported], "It was verified, and then reported as final."],
]);

describe("the next command", () => {
  const steps: Record<NextStep, string | null> = {
    scan: "comments",
    "scan-more": "comments",
    "scan-whole": "comments",
    decide: "comments",
    "try-again": "fix-comments",
    triage: "comments",
    fix: "check",
    answer: "fix-comments",
    check: "check",
    "mend-checks": "check",
    watch: "watch",
    report: "status",
    nothing: null,
  };
  test.each(Object.entries(steps))("after %s is %s", (next, verb) => {
    const { command } = nextStepText({ next: next as NextStep, name });
    if (verb === null) expect(command).toBeNull();
    else expect(command).toMatch(new RegExp(`^crosscheck ${verb} .*--pr acme/shop#12$|^crosscheck ${verb} --pr`));
  });
});

test("hostile text cannot act on the screen", () => {
  const evil = "a\u001b[2J\nb\u202e";
  const status = shown(triaged(triageOf("A", "needs_human")));
  const { state } = status;
  const scan = { ...state.scan!, threads: [thread("A", { path: evil })] };
  const text = statusText({ ...status, pull: evil, state: { ...state, scan } }, { colour: false, width: 80 });
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("\u202e");
  expect(text.split("\n").every((line) => /^(?:Pull|Phase|Why|Next| {4})/.test(line) || line === "")).toBe(true);
});

test("programs get the same as data", () => {
  expect(statusJson(shown(scanned([resolved]), checked()))).toMatchObject({
    version: 1,
    phase: "verified",
    evidence: { is: "passed" },
    next: { step: "report", command: "crosscheck status --final --pr acme/shop#12" },
  });
});
