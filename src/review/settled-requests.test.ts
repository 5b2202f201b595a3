// Tests which requests for changes a later review withdraws.
import { describe, expect, test } from "vitest";
import type { Identity, PastFinding, ReviewHistory } from "../change/change.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { decisionOf, type DecisionOf } from "../../test/support/decision-of.ts";
import { draftOf, reportOf } from "../../test/support/finding-of.ts";
import { settledRequests } from "./settled-requests.ts";
import type { Report } from "../findings/report.ts";

const change = changeOf({ base: { "src/app.ts": "a\n" }, head: { "src/app.ts": "b\n" } });
const before = (severity?: string): PastFinding => ({
  identity: "1d" as Identity,
  state: "open",
  about: { check: "sums", kind: "wrong-sum", path: "src/app.ts", line: 1, quote: "total += price;", severity },
  comment: "C1",
  thread: "T1",
});
const looked = [reportOf()];

function settled(
  reasons: readonly string[],
  {
    decision = {},
    reports = looked,
    findings = [] as readonly PastFinding[],
  }: {
    decision?: DecisionOf;
    reports?: readonly Report[];
    findings?: readonly PastFinding[];
  } = {},
): boolean {
  const { base, head } = change;
  const past: ReviewHistory = {
    rounds: [{ base, head, hunks: [] }],
    findings,
    requests: [{ review: "R1", reasons }],
  };
  const draft = {
    ...draftOf({ ...change, past }, [], reports),
    decision: decisionOf({ autoApprove: "off", ...decision }),
  };
  return settledRequests(draft).length > 0;
}

describe("a request for changes because of a finding is withdrawn", () => {
  test("when the finding is fixed", () => {
    expect(settled(["serious-finding"], { findings: [before("high")] })).toBe(true);
  });

  test("not while the check has not looked again, unless the finding was a lesser one", () => {
    const reports: readonly Report[] = [];
    expect(settled(["serious-finding"], { reports, findings: [before("high")] })).toBe(false);
    expect(settled(["serious-finding"], { reports, findings: [before()] })).toBe(false);
    expect(settled(["serious-finding"], { reports, findings: [before("medium")] })).toBe(true);
  });

  test.each<[string, DecisionOf]>([
    ["another serious finding asks for changes", { posted: { high: 1 } }],
    ["tests fail", { newTestFailures: 1 }],
    ["a serious finding is only held back", { seriousButHeld: 1 }],
    ["there are commits that nobody reviewed", { hasUnreviewedCommits: true }],
    ["a person asks for changes again", { chosen: { event: "REQUEST_CHANGES", by: "ada" } }],
  ])("not while %s", (_, decision) => {
    expect(settled(["serious-finding"], { decision })).toBe(false);
  });
});

test("one because of failing tests is withdrawn only after tests ran", () => {
  const ran = [reportOf({ unit: "tests", tests: { tests: [{ trouble: null, failed: [] }] } as never })];
  expect(settled(["new-test-failure"], { reports: ran })).toBe(true);
  expect(settled(["new-test-failure"])).toBe(false);
  expect(settled(["new-test-failure"], { reports: ran, decision: { testsNotRun: true } })).toBe(false);
});

test("one because of a concern is withdrawn only when no concern is open", () => {
  expect(settled(["failed-concern"])).toBe(true);
  expect(settled(["failed-concern"], { decision: { openConcerns: 1 } })).toBe(false);
});

test("a person's own request, and one that does not say why, stay", () => {
  expect(settled(["person"])).toBe(false);
  expect(settled(["serious-finding", "person"])).toBe(false);
  expect(settled([])).toBe(false);
});

test("an approval needs no withdrawal", () => {
  expect(settled(["serious-finding"], { decision: { autoApprove: "clean" } })).toBe(false);
});
