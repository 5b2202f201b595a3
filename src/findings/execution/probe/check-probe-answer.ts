// Limits a model's probe to what the facts support. It may add steps and doubts, but not raise the level, drop an
// external system, invent a location or leave nothing uncertain.
import { probeLevels, type Probe, type ProbeLevel, type ProbeStep } from "../probe-contract.ts";
import type { ProbeAnswer } from "../probe-schema.ts";
import { cleanPath, cut, collapseWhitespace } from "../../asking/raw-findings.ts";
import type { Report } from "../../report.ts";
import type { RuleProbe } from "./probe-by-rules.ts";
import { noCoverage, type Coverage } from "./test-coverage.ts";

export interface ProbeFacts {
  ruled: RuleProbe;
  /** By changed file. */
  coverage: ReadonlyMap<string, Coverage>;
  reports: readonly Report[];
  /** The file has this line at head. */
  exists(path: string, line: number): boolean;
  /** The line is part of the diff at head. */
  isChanged(path: string, line: number): boolean;
}

export interface CheckedProbe {
  probe: Probe;
  lowered: { from: ProbeLevel; to: ProbeLevel } | null;
}

const most = { steps: 20, residuals: 12, probes: 6, text: 400, gap: 800 };

export function checkProbeAnswer(answer: ProbeAnswer, facts: ProbeFacts): CheckedProbe {
  const { probe: ruled } = facts.ruled;
  const at = breakPointOf(answer, facts);
  const coverage = facts.coverage.get(at.path) ?? noCoverage;
  const claimed = answer.probe_decision.verified_at;
  const { level, evidence } = executedEvidence(answer, coverage, facts.reports);
  const lower = rank(claimed) < rank(level) ? claimed : level;
  // B requires a test; a runtime call alone does not support it.
  const verified_at = lower === "B" && coverage.passed.length === 0 ? "A" : lower;
  const chain = chainOf(answer, at, coverage, verified_at, facts);
  const said = clip(answer.runtime_gap, most.gap);
  return {
    probe: {
      break_point: at,
      failure_chain: chain,
      unit_coverage: coverage.passed,
      runtime_gap:
        said === "" || said === ruled.runtime_gap ? ruled.runtime_gap : `${said} ${ruled.runtime_gap}`.trim(),
      probe_decision: { verified_at, evidence: verified_at === "A" ? [] : evidence },
      residual_uncertainty: residualsOf(answer, ruled),
      recommended_human_probe: humanProbes(answer, ruled, chain, verified_at),
    },
    lowered: rank(claimed) > rank(verified_at) ? { from: claimed, to: verified_at } : null,
  };
}

function rank(level: ProbeLevel): number {
  return probeLevels.indexOf(level);
}

function clip(said: string, longest = most.text): string {
  return cut(collapseWhitespace(said), longest);
}

function existingLocation(
  said: { path: string; line: number },
  { exists }: ProbeFacts,
): { path: string; line: number } | null {
  const path = cleanPath(said.path);
  return Number.isInteger(said.line) && exists(path, said.line) ? { path, line: said.line } : null;
}

/** Must be a line of the diff in a file with known coverage. */
function breakPointOf({ break_point: said }: ProbeAnswer, facts: ProbeFacts): Probe["break_point"] {
  const place = existingLocation(said, facts);
  return place && facts.coverage.has(place.path) && facts.isChanged(place.path, place.line)
    ? place
    : facts.ruled.probe.break_point;
}

interface ExecutedEvidence {
  level: ProbeLevel;
  evidence: Probe["probe_decision"]["evidence"];
}

/**
 * Passed tests give B. C requires a passed command of this review that is neither a test nor a linter; its output comes
 * from the report, not from the model. Nothing that a review runs is end to end.
 */
function executedEvidence(
  { probe_decision: { evidence } }: ProbeAnswer,
  coverage: Coverage,
  reports: readonly Report[],
): ExecutedEvidence {
  const runtime = reports
    .filter(({ by, status, tests, lint }) => by === "execution" && status === "ran" && !tests && !lint)
    .flatMap(({ ran }) => ran ?? [])
    .filter(({ result }) => result === "passed")
    .map(({ command, summary }) => ({ command: command.join(" "), output: summary }));
  const shown = runtime.filter(({ command }) =>
    evidence.some((one) => collapseWhitespace(one.command) === collapseWhitespace(command)),
  );
  const byTests = coverage.passed.length > 0;
  if (byTests && shown.length > 0) return { level: "C", evidence: [...coverage.evidence, ...shown] };
  return byTests
    ? { level: "B", evidence: coverage.evidence }
    : { level: shown.length > 0 ? "C" : "A", evidence: shown };
}

function chainOf(
  answer: ProbeAnswer,
  at: Probe["break_point"],
  coverage: Coverage,
  level: ProbeLevel,
  facts: ProbeFacts,
): ProbeStep[] {
  const { failure_chain: ruled } = facts.ruled.probe;
  const said = answer.failure_chain.slice(0, most.steps).flatMap((one): ProbeStep[] => {
    const step = clip(one.step);
    const place = one.at && existingLocation(one.at, facts);
    // Drop steps with an invented location.
    if (step === "" || (one.at !== null && place === null)) return [];
    const external = one.external === null ? null : clip(one.external, 100) || null;
    const verified = one.verified && external === null && place !== null && isShown(place.path, at, coverage, level);
    return [{ step, at: place, external, verified }];
  });
  if (said.length === 0)
    return ruled.map((step) => ({
      ...step,
      verified: step.verified && step.at !== null && isShown(step.at.path, at, coverage, level),
    }));
  const isThere = (step: ProbeStep) =>
    said.some((one) => one.external !== null && one.at?.path === step.at?.path && one.at?.line === step.at?.line);
  return [...said, ...ruled.filter((step) => step.external !== null && !isThere(step))];
}

function isShown(path: string, at: Probe["break_point"], coverage: Coverage, level: ProbeLevel): boolean {
  return level !== "A" && coverage.passed.length > 0 && (path === at.path || coverage.reaches.has(path));
}

/** A model cannot remove the rules' uncertainties. */
function residualsOf(answer: ProbeAnswer, { residual_uncertainty: ruled }: Probe): Probe["residual_uncertainty"] {
  const said = answer.residual_uncertainty
    .map(({ assumption, probability, failure_mode }) => ({
      assumption: clip(assumption),
      probability,
      failure_mode: clip(failure_mode),
    }))
    .filter(({ assumption, failure_mode }) => assumption !== "" && failure_mode !== "")
    .slice(0, most.residuals);
  const known = new Set(ruled.map(({ assumption }) => assumption));
  return [...ruled, ...said.filter(({ assumption }) => !known.has(assumption))];
}

function humanProbes(
  answer: ProbeAnswer,
  { recommended_human_probe: ruled, failure_chain }: Probe,
  chain: readonly ProbeStep[],
  level: ProbeLevel,
): Probe["recommended_human_probe"] {
  const said = answer.recommended_human_probe
    .map(({ action, steps_covered, cost, gain }) => ({
      action: clip(action),
      steps_covered: inOrder(
        steps_covered.filter((step) => Number.isInteger(step) && step >= 1 && step <= chain.length),
      ),
      cost: clip(cost, 100),
      gain,
    }))
    // Drop suggestions that gain no level.
    .filter(({ action, steps_covered, gain }) => action !== "" && steps_covered.length > 0 && rank(gain) > rank(level))
    .slice(0, most.probes);
  if (said.length > 0) return said;
  return ruled.map((one) => ({ ...one, steps_covered: mapSteps(one.steps_covered, failure_chain, chain) }));
}

function inOrder(steps: readonly number[]): number[] {
  return [...new Set(steps)].toSorted((a, b) => a - b);
}

/** Maps steps of the rules' chain to the final chain by location. */
function mapSteps(steps: readonly number[], from: readonly ProbeStep[], to: readonly ProbeStep[]): number[] {
  if (steps.length === from.length) return to.map((_, index) => index + 1);
  const places = new Set(steps.map((step) => placeKey(from[step - 1])));
  return to.flatMap((step, index) => (places.has(placeKey(step)) ? [index + 1] : []));
}

function placeKey(step: ProbeStep | undefined): string {
  return step?.at ? `${step.at.path}:${step.at.line}` : "nowhere";
}
