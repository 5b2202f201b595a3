// Whatever a model answers, a probe claims only what was executed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../test/support/property-runs.ts";
import { reportOf } from "../../../../test/support/finding-of.ts";
import type { Report } from "../../report.ts";
import { probeLevels, type Probe } from "../probe-contract.ts";
import { probeSchema, type ProbeAnswer } from "../probe-schema.ts";
import { checkProbeAnswer, type ProbeFacts } from "./check-probe-answer.ts";
import type { RuleProbe } from "./probe-by-rules.ts";
import { noCoverage, type Coverage } from "./test-coverage.ts";

const files: Record<string, number> = { "src/a.ts": 20, "src/b.ts": 10, "src/route.ts": 5 };

const residuals = [
  { rule: "external-x", assumption: "Stripe answers", probability: "medium" as const, failure_mode: "no money" },
];
const ruled: RuleProbe = {
  residuals,
  probe: {
    break_point: { path: "src/a.ts", line: 4 },
    failure_chain: [
      { step: "A client calls GET /", at: { path: "src/route.ts", line: 2 }, external: null, verified: false },
      { step: "pay runs", at: { path: "src/a.ts", line: 4 }, external: null, verified: true },
      { step: "pay uses Stripe", at: { path: "src/a.ts", line: 6 }, external: "Stripe", verified: false },
    ],
    unit_coverage: ["src/a.test.ts"],
    runtime_gap: "Stripe was not seen.",
    probe_decision: { verified_at: "B", evidence: [{ command: "vitest run", output: "1 passed" }] },
    residual_uncertainty: residuals.map(({ rule: _rule, ...one }) => one),
    recommended_human_probe: [
      { action: "Call GET /", steps_covered: [1, 2, 3], cost: "10 minutes", gain: "D" },
      { action: "Call pay", steps_covered: [2, 3], cost: "10 minutes", gain: "C" },
    ],
  },
};
const covered: Coverage = {
  passed: ["src/a.test.ts"],
  notRun: [],
  namesFunction: true,
  reaches: new Set(["src/a.ts"]),
  evidence: [{ command: "vitest run", output: "1 passed" }],
};

function factsOf(coverage: Coverage = covered, reports: readonly Report[] = []): ProbeFacts {
  return {
    ruled,
    coverage: new Map([
      ["src/a.ts", coverage],
      ["src/b.ts", noCoverage],
    ]),
    reports,
    exists: (path, line) => line >= 1 && line <= (files[path] ?? 0),
    isChanged: (path, line) => path !== "src/route.ts" && line <= 8,
  };
}

const answer: ProbeAnswer = {
  ...(ruled.probe as ProbeAnswer),
  failure_chain: [{ step: "A person pays", at: null, external: null, verified: false }],
  residual_uncertainty: [],
  recommended_human_probe: [],
};
const saying = (said: Partial<ProbeAnswer>) => ({ ...answer, ...said });
const claiming = (verified_at: Probe["probe_decision"]["verified_at"], command = "curl localhost") =>
  saying({ probe_decision: { verified_at, evidence: [{ command, output: "200 OK, all is well" }] } });

const evals = reportOf({
  unit: "evals",
  by: "execution",
  ran: [{ command: ["npm", "run", "eval"], result: "passed", ms: 1, summary: "3 of 3 scenarios" }],
});
const lint = reportOf({
  unit: "lint",
  by: "execution",
  lint: [],
  ran: [{ command: ["oxlint"], result: "passed", ms: 1, summary: "clean" }],
});

describe("the level", () => {
  test.each<[string, ProbeAnswer, ProbeFacts, string, unknown]>([
    ["D on tests", claiming("D"), factsOf(), "B", { from: "D", to: "B" }],
    ["C on nothing", claiming("C"), factsOf(noCoverage), "A", { from: "C", to: "A" }],
    ["B on tests", claiming("B"), factsOf(), "B", null],
    ["A on tests: who doubts more is believed", claiming("A"), factsOf(), "A", null],
    ["C by a command that ran", claiming("C", "npm run eval"), factsOf(covered, [evals]), "C", null],
    [
      "D by a command that ran is not end to end",
      claiming("D", "npm run eval"),
      factsOf(covered, [evals]),
      "C",
      { from: "D", to: "C" },
    ],
    ["C by a linter", claiming("C", "oxlint"), factsOf(covered, [lint]), "B", { from: "C", to: "B" }],
    ["C by the tests themselves", claiming("C", "vitest run"), factsOf(), "B", { from: "C", to: "B" }],
    [
      "C by a command that failed",
      claiming("C", "npm run eval"),
      factsOf(covered, [{ ...evals, ran: [{ ...evals.ran![0]!, result: "failed" }] }]),
      "B",
      { from: "C", to: "B" },
    ],
    [
      "B in a file that no test ran through",
      saying({ break_point: { path: "src/b.ts", line: 2 } }),
      factsOf(),
      "A",
      { from: "B", to: "A" },
    ],
  ])("%s", (_, said, facts, level, lowered) => {
    const believed = checkProbeAnswer(said, facts);
    expect([believed.probe.probe_decision.verified_at, believed.lowered]).toEqual([level, lowered]);
  });

  test("command output is taken from the report", () => {
    const { evidence } = checkProbeAnswer(claiming("C", "npm run eval"), factsOf(covered, [evals])).probe
      .probe_decision;
    expect(evidence).toEqual([
      { command: "vitest run", output: "1 passed" },
      { command: "npm run eval", output: "3 of 3 scenarios" },
    ]);
  });
});

describe("places and steps", () => {
  test.each([
    ["a file that is not there", { path: "src/none.ts", line: 1 }],
    ["a line that is not there", { path: "src/a.ts", line: 99 }],
    ["a line that the change does not show", { path: "src/a.ts", line: 12 }],
    ["half a line", { path: "src/a.ts", line: 1.5 }],
    ["a file that did not change", { path: "src/route.ts", line: 1 }],
  ])("the break-point is no %s", (_, break_point) => {
    expect(checkProbeAnswer(saying({ break_point }), factsOf()).probe.break_point).toEqual({
      path: "src/a.ts",
      line: 4,
    });
  });

  test("a step at a made-up place is dropped; external systems found by rules stay", () => {
    const step = { step: "x", external: null, verified: true };
    const { failure_chain } = checkProbeAnswer(
      saying({
        failure_chain: [
          { ...step, at: { path: "src/none.ts", line: 1 } },
          { ...step, at: { path: "./src/a.ts", line: 6 } },
          { ...step, at: { path: "src/b.ts", line: 1 } },
        ],
      }),
      factsOf(),
    ).probe;
    expect(failure_chain).toEqual([
      { ...step, at: { path: "src/a.ts", line: 6 } },
      { ...step, at: { path: "src/b.ts", line: 1 }, verified: false },
      ruled.probe.failure_chain[2],
    ]);
  });

  test("without valid steps the chain of the rules is used", () => {
    const { failure_chain, recommended_human_probe } = checkProbeAnswer(saying({ failure_chain: [] }), factsOf()).probe;
    expect(failure_chain).toEqual(ruled.probe.failure_chain);
    expect(recommended_human_probe).toEqual(ruled.probe.recommended_human_probe);
  });

  test("the rules' advice names the steps of the chain that counts", () => {
    const { recommended_human_probe } = checkProbeAnswer(answer, factsOf()).probe;
    expect(recommended_human_probe.map(({ steps_covered }) => steps_covered)).toEqual([[1, 2], [2]]);
  });
});

describe("any answer", () => {
  const short = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom("", " ", "npm run eval", "Stripe", "\u202e", "x\ny"),
  );
  const path = fc.oneof(fc.constantFrom(...Object.keys(files), "./src/a.ts", "../src/a.ts", ""), short);
  const place = fc.record({ path, line: fc.oneof(fc.integer({ min: -2, max: 25 }), fc.double({ noNaN: true })) });
  const level = fc.constantFrom(...probeLevels);
  const anyAnswer: fc.Arbitrary<ProbeAnswer> = fc.record({
    break_point: place,
    failure_chain: fc.array(
      fc.record({ step: short, at: fc.option(place), external: fc.option(short), verified: fc.boolean() }),
      { maxLength: 6 },
    ),
    unit_coverage: fc.array(short, { maxLength: 3 }),
    runtime_gap: short,
    probe_decision: fc.record({
      verified_at: level,
      evidence: fc.array(fc.record({ command: short, output: short }), { maxLength: 3 }),
    }),
    residual_uncertainty: fc.array(
      fc.record({
        assumption: short,
        probability: fc.constantFrom("low" as const, "medium" as const, "high" as const),
        failure_mode: short,
      }),
      { maxLength: 3 },
    ),
    recommended_human_probe: fc.array(
      fc.record({
        action: short,
        steps_covered: fc.array(fc.oneof(fc.integer(), fc.double({ noNaN: true })), { maxLength: 4 }),
        cost: short,
        gain: level,
      }),
      { maxLength: 3 },
    ),
  });
  const situation = fc.record({ tests: fc.boolean(), evals: fc.boolean() });
  const rank = (of: Probe["probe_decision"]["verified_at"]) => probeLevels.indexOf(of);

  function holds(said: ProbeAnswer, { tests, evals: runs }: { tests: boolean; evals: boolean }): void {
    const { probe, lowered } = checkProbeAnswer(
      said,
      factsOf(tests ? covered : noCoverage, runs ? [evals, lint] : [lint]),
    );
    const { verified_at, evidence } = probe.probe_decision;
    const most = runs ? "C" : tests ? "B" : "A";
    expect(rank(verified_at)).toBeLessThanOrEqual(rank(most));
    expect(rank(verified_at)).toBeLessThanOrEqual(rank(said.probe_decision.verified_at));
    expect(lowered === null).toBe(rank(said.probe_decision.verified_at) === rank(verified_at));
    expect(verified_at === "A").toBe(evidence.length === 0);
    if (verified_at === "B") expect(tests).toBe(true);
    expect(probe.residual_uncertainty.length).toBeGreaterThan(0);
    expect(probe.failure_chain).toContainEqual(
      expect.objectContaining({ external: expect.any(String), at: { path: "src/a.ts", line: 6 } }),
    );
    for (const { at, external, verified } of probe.failure_chain) {
      if (at) expect(at.line <= (files[at.path] ?? 0) && Number.isInteger(at.line)).toBe(true);
      if (verified) expect(tests && external === null && verified_at !== "A").toBe(true);
    }
    if (!tests) expect(probe.unit_coverage).toEqual([]);
    for (const { steps_covered } of probe.recommended_human_probe)
      for (const step of steps_covered) expect(probe.failure_chain[step - 1]).toBeDefined();
  }

  test("of the form claims no more than was executed, and leaves something uncertain", () => {
    fc.assert(fc.property(anyAnswer, situation, holds), propertyRuns(10_000));
  });

  test("in another format is rejected, or has the same limits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), situation, (value, facts) => {
        const parsed = probeSchema.safeParse(value);
        if (parsed.success) holds(parsed.data, facts);
        expect(parsed.success).toBe(typeof value === "object" && value !== null && "break_point" in value);
      }),
      propertyRuns(2000),
    );
  });
});
