// Collects the facts that the decision depends on from a review.
import type { Change } from "../change/change.ts";
import { atLeast, severities, type JudgedFinding, type Severity } from "../findings/finding.ts";
import { applyMarks } from "../findings/gate.ts";
import { findGaps } from "../findings/gaps.ts";
import type { Report } from "../findings/report.ts";
import { settledConcerns } from "../findings/settled-concerns.ts";
import type { DecisionFacts } from "./decide.ts";

export function decisionFacts(
  change: Change,
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  ownPull: boolean,
  hasUnreviewedCommits = false,
): DecisionFacts {
  const posted = Object.fromEntries(
    severities.map((severity) => [
      severity,
      count(judged, (one) => isAlreadyPosted(one) && effectiveSeverity(one) === severity),
    ]),
  );
  const concerns = settledConcerns(change, reports);
  return {
    posted: posted as Record<Severity, number>,
    ...testFacts(change, reports),
    failedConcerns: count(concerns, (concern) => concern.status === "failed"),
    openConcerns: count(concerns, (concern) => concern.status === "open"),
    gaps: findGaps(change, reports),
    probeTooLow: reports.some(({ probe }) => probe?.tooLow === true),
    hasUnreviewedCommits,
    wip: change.intent.wip,
    seriousButHeld: count(judged, (one) => one.outcome === "held" && atLeast(effectiveSeverity(one), "high")),
    autoApprove: change.config.autoApprove,
    ownPull,
  };
}

type TestFacts = Pick<DecisionFacts, "newTestFailures" | "evalRegressions" | "otherTestFailures" | "testsNotRun">;

/** Results of running code. */
function testFacts(change: Change, reports: readonly Report[]): TestFacts {
  const tests = reports.flatMap(({ tests: evidence }) => evidence?.tests ?? []);
  const failed = tests.flatMap((of) => of.failed);
  const scenarios = reports.flatMap(({ evals }) => evals?.scenarios ?? []);
  const worse = count(scenarios, (one) => one.existing && one.is === "failed" && one.onBase !== "failed");
  const shaky = count(scenarios, (one) => one.is !== "passed") - worse;
  const ran = tests.some(({ trouble }) => trouble === null);
  return {
    newTestFailures: count(failed, ({ since }) => since === "new"),
    otherTestFailures: count(failed, ({ since }) => since !== "new") + shaky,
    evalRegressions: worse,
    testsNotRun:
      (change.triage.categories.includes("test") && !ran) ||
      tests.some(({ trouble }) => trouble !== null) ||
      reports.some(didNotRun),
  };
}

const harmlessReasons = ["nothing-to-check", "turned-off"];

/** Selected tests that could not run, and evals that the change calls for, whatever prevented them. */
function didNotRun({ unit, status, why }: Report): boolean {
  if (status === "ran" || why === undefined || harmlessReasons.includes(why.kind)) return false;
  return unit === "evals" || (unit === "tests" && why.kind === "not-executed");
}

/**
 * A finding that an earlier round posted and that still holds counts as much as a new one; it is only not posted again.
 */
export function isAlreadyPosted({ finding, marks, outcome }: JudgedFinding): boolean {
  const others = marks.filter(({ why }) => why.kind !== "already-posted");
  return outcome === "posted" || (others.length < marks.length && applyMarks(finding, others).outcome === "posted");
}

/** A suggestion never blocks, whatever its severity. */
function effectiveSeverity({ finding, severity }: JudgedFinding): Severity {
  return finding.improvement ? "nit" : severity;
}

function count<T>(list: readonly T[], holds: (one: T) => boolean): number {
  return list.filter(holds).length;
}
