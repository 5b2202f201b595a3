import { describe, expect, test } from "vitest";
import type { Change } from "../change/change.ts";
import { fates, severities } from "../findings/finding.ts";
import { changeOf } from "../../test/change-of.ts";
import { judgedOf, reportOf } from "../../test/finding-of.ts";
import { decisionFacts } from "./decision-facts.ts";

const change = changeOf({ head: { "src/cart.ts": "x();\n" } });
const all = fates.flatMap((fate) =>
  severities.map((severity) => judgedOf({ severity }, [{ by: "test", why: { kind: "stopped" }, fate }])),
);

function factsOf(overrides: Partial<Change> = {}, reports = [reportOf()], judged = all) {
  return decisionFacts({ ...change, ...overrides }, reports, judged, false);
}

describe("what the decision looks at", () => {
  test("counts posted findings by severity, and no others", () => {
    expect(factsOf().posted).toEqual({ critical: 1, high: 1, medium: 1, low: 1, nit: 1 });
    expect(factsOf({}, [], []).posted).toEqual({ critical: 0, high: 0, medium: 0, low: 0, nit: 0 });
  });

  test("counts what an earlier round posted and is still there; not what somebody has since suppressed", () => {
    const known = { by: "past", why: { kind: "already-posted" }, fate: "suppressed" } as const;
    const ignored = {
      by: "inline",
      why: { kind: "ignored-inline", check: "sums", reason: "net" },
      fate: "suppressed",
    } as const;
    const judged = [judgedOf({ severity: "high" }, [known]), judgedOf({ severity: "high" }, [ignored, known])];
    expect(factsOf({}, [], judged).posted.high).toBe(1);
  });

  test("goes by the severity that the gates left", () => {
    const lowered = judgedOf({ severity: "high" }, [{ by: "test", why: { kind: "stopped" }, severity: "low" }]);
    expect(factsOf({}, [], [lowered]).posted).toMatchObject({ high: 0, low: 1 });
  });

  test("a suggestion weighs as a nit: it blocks nothing", () => {
    const suggestion = judgedOf({ severity: "high", improvement: true });
    expect(factsOf({}, [], [suggestion]).posted).toMatchObject({ high: 0, nit: 1 });
  });

  test("knows of serious findings that are held: critical and high ones", () => {
    expect(factsOf().seriousButHeld).toBe(2);
  });

  test("counts concerns by their status", () => {
    const concern = { id: "V1", text: "must not break", source: "body", how: null } as const;
    const concerns = (["open", "open", "failed", "verified"] as const).map((status) => ({ ...concern, status }));
    expect(factsOf({ concerns })).toMatchObject({ openConcerns: 2, failedConcerns: 1 });
  });

  test("has a gap for every reviewer that did not look", () => {
    expect(factsOf().gaps.map((gap) => gap.kind === "unit" && gap.unit)).toEqual(change.triage.roster);
  });

  test("passes on whose pull request it is, what the author says, and the repository's wish", () => {
    const wip = changeOf({ title: "[WIP] x", config: { autoApprove: "notes" } });
    expect(decisionFacts(wip, [], [], true)).toMatchObject({ wip: true, autoApprove: "notes", ownPull: true });
    expect(factsOf()).toMatchObject({ wip: false, autoApprove: "off", ownPull: false });
  });
});

describe("tests that nobody ran", () => {
  const withTests = changeOf({ head: { "src/cart.test.ts": "test();\n" } });
  const execution = reportOf({ unit: "tests", by: "execution" });

  test.each([
    ["no tests in the change", change, [], false],
    ["tests, and nobody ran them", withTests, [reportOf()], true],
    ["tests, and they were run", withTests, [execution], false],
    ["tests, and running them failed to start", withTests, [{ ...execution, status: "failed" as const }], true],
  ])("%s", (_name, of, reports, expected) => {
    expect(decisionFacts(of, reports, [], false).testsNotRun).toBe(expected);
  });
});
