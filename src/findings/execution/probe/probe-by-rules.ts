// Builds a probe from the trace and the tests that ran, claiming no more than was executed.
import type { Probe, ProbeStep } from "../probe-contract.ts";
import type { BreakPoint } from "./break-point.ts";
import type { Coverage } from "./test-coverage.ts";
import { isCiConfig } from "./external-calls.ts";
import * as says from "./probe-sentences.ts";
import type { Residual } from "./probe-sentences.ts";
import type { ProbeLocation } from "./probe-location.ts";
import type { Trace } from "./trace-change.ts";

export interface RuleProbe {
  probe: Probe;
  /** The probe's uncertainties, each with its rule. */
  residuals: readonly Residual[];
}

export interface RuleProbeFacts {
  at: BreakPoint;
  /** Null for files without functions. */
  trace: Trace | null;
  coverage: Coverage;
  /** Unticked checkboxes of the author. */
  boxes: readonly string[];
}

export function probeByRules(facts: RuleProbeFacts): RuleProbe {
  const { at, trace, coverage } = facts;
  const chain =
    trace && at.location
      ? tracedChain(at, at.location, trace, coverage)
      : isCiConfig(at.path)
        ? ciChain(at)
        : [plainStep(at)];
  const residuals = residualsOf(facts, chain);
  const level = coverage.passed.length > 0 ? "B" : "A";
  return {
    residuals,
    probe: {
      break_point: { path: at.path, line: at.line },
      failure_chain: chain,
      unit_coverage: coverage.passed,
      runtime_gap: runtimeGap(coverage, systemsIn(chain)),
      probe_decision: { verified_at: level, evidence: level === "B" ? coverage.evidence : [] },
      residual_uncertainty: residuals.map(({ rule: _rule, ...one }) => one),
      recommended_human_probe: humanProbes(facts, chain),
    },
  };
}

function systemsIn(chain: readonly ProbeStep[]): string[] {
  return [...new Set(chain.flatMap(({ external }) => external ?? []))];
}

function ciChain({ path, line }: BreakPoint): ProbeStep[] {
  return [
    { step: says.ciStep, at: null, external: null, verified: false },
    { step: says.ciChangedStep(path), at: { path, line }, external: "CI", verified: false },
  ];
}

function plainStep({ path, line }: BreakPoint): ProbeStep {
  const external = /\.(?:sql|prisma)$/i.test(path) ? "a SQL database" : null;
  return { step: says.changedStep(path), at: { path, line }, external, verified: false };
}

function tracedChain(
  at: BreakPoint,
  location: ProbeLocation,
  { entry, callers, externals }: Trace,
  coverage: Coverage,
): ProbeStep[] {
  const isShown = (path: string) => coverage.passed.length > 0 && (path === at.path || coverage.reaches.has(path));
  const step = (text: string, path: string, line: number, external: string | null = null): ProbeStep => ({
    step: text,
    at: { path, line },
    external,
    // A test double shows nothing about the external system.
    verified: external === null && isShown(path),
  });
  const own = probeLocationName(location);
  const onTheWay = callers.flatMap((caller, index) => {
    const isEntry = entry !== null && entry.path === caller.source.path && entry.line === caller.line;
    const callee = callers[index + 1];
    return isEntry
      ? []
      : [
          step(
            says.callStep(probeLocationName(caller), callee ? probeLocationName(callee) : own),
            caller.source.path,
            caller.line,
          ),
        ];
  });
  const met = new Set<string>();
  const reached = externals.flatMap(({ through, path, call }) => {
    const between = through.flatMap((next, index) => {
      const key = `${next.source.path}:${next.line}`;
      if (met.has(key)) return [];
      met.add(key);
      const caller = through[index - 1];
      return [
        step(
          says.callStep(caller ? probeLocationName(caller) : own, probeLocationName(next)),
          next.source.path,
          next.line,
        ),
      ];
    });
    const last = through.at(-1);
    return [
      ...between,
      step(says.externalStep(last ? probeLocationName(last) : own, call.system), path, call.line, call.system),
    ];
  });
  return [
    ...(entry ? [step(says.entryStep(entry), entry.path, entry.line)] : []),
    ...onTheWay,
    step(says.changedStep(own), at.path, at.line),
    ...reached,
  ];
}

/** Display name; code outside of functions goes by its file. */
function probeLocationName({ source, declared }: ProbeLocation): string {
  if (!declared) return `the code of ${source.path}`;
  return declared.within === null ? declared.name : `${declared.within}.${declared.name}`;
}

function runtimeGap({ passed, notRun: notShown }: Coverage, externals: readonly string[]): string {
  const missing = notShown.length === 0 ? [] : [says.gap.notRun(notShown)];
  const first = passed.length > 0 ? says.gap.covered(externals) : notShown.length > 0 ? "" : says.gap.none;
  return [first, ...missing].filter((part) => part !== "").join(" ");
}

function residualsOf({ at, trace, coverage, boxes }: RuleProbeFacts, chain: readonly ProbeStep[]): Residual[] {
  const name = at.location ? probeLocationName(at.location) : at.path;
  const isCovered = coverage.passed.length > 0;
  const externals = chain.flatMap(({ external, at: place, verified }) =>
    external === null || verified || !place
      ? []
      : [says.residual.external(external, `${place.path}:${place.line}`, isSameLine(place, at))],
  );
  // Without any test, one uncertainty covers all steps.
  const steps = isCovered
    ? chain.flatMap((one) => (one.verified || one.external !== null ? [] : [says.residual.step(one.step)]))
    : [];
  return [
    ...externals,
    ...(isCovered ? (coverage.namesFunction ? [] : [says.residual.notNamed(name)]) : [says.residual.untested(name)]),
    ...boxes.map(says.residual.box),
    ...(trace && trace.entry === null ? [says.residual.noEntry(name)] : []),
    ...(trace?.cut ? [says.residual.cut()] : []),
    ...steps,
    ...(trace ? [says.residual.byName()] : isCiConfig(at.path) ? [] : [says.residual.notTraced(at.path)]),
  ];
}

function isSameLine(a: { path: string; line: number }, b: { path: string; line: number }): boolean {
  return a.path === b.path && a.line === b.line;
}

function humanProbes(
  { at, trace, coverage, boxes }: RuleProbeFacts,
  chain: readonly ProbeStep[],
): Probe["recommended_human_probe"] {
  const all = chain.map((_, index) => index + 1);
  const systems = systemsIn(chain);
  const name = at.location ? probeLocationName(at.location) : at.path;
  const changed = chain.findIndex((step) => step.at !== null && isSameLine(step.at, at)) + 1;
  const externals = chain.flatMap(({ external }, index) => (external === null ? [] : [index + 1]));
  const byTests =
    coverage.passed.length > 0 || isCiConfig(at.path)
      ? []
      : coverage.notRun.length > 0
        ? [
            {
              action: says.testProbe(coverage.notRun),
              steps_covered: [changed],
              cost: says.testCost,
              gain: "B" as const,
            },
          ]
        : [{ action: says.noTestProbe(name), steps_covered: [changed], cost: says.noTestCost, gain: "B" as const }];
  const direct =
    at.location && systems.length > 0
      ? [
          {
            action: says.directProbe(name, systems[0]!),
            steps_covered: [changed, ...externals],
            cost: says.directCost,
            gain: "C" as const,
          },
        ]
      : [];
  const whole = trace?.entry
    ? [
        {
          action: says.entryProbe(trace.entry, systems),
          steps_covered: all,
          cost: says.entryCost(systems),
          gain: "D" as const,
        },
      ]
    : !isCiConfig(at.path)
      ? []
      : [{ action: says.ciProbe, steps_covered: all, cost: says.entryCost([]), gain: "D" as const }];
  const asked = boxes.map((text) => ({
    action: says.boxProbe(text),
    steps_covered: all,
    cost: says.boxCost,
    gain: "D" as const,
  }));
  return [...whole, ...direct, ...byTests, ...asked];
}
