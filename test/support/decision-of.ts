// A decision in which nothing speaks against the change, for tests that care about one or two facts.
import type { Severity } from "../../src/findings/finding.ts";
import type { Decision } from "../../src/review/decision.ts";

export interface DecisionOf extends Partial<Omit<Decision, "posted">> {
  posted?: Partial<Record<Severity, number>>;
}

export function decisionOf({ posted, ...overrides }: DecisionOf = {}): Decision {
  return {
    posted: { critical: 0, high: 0, medium: 0, low: 0, nit: 0, ...posted },
    earlier: 0,
    newTestFailures: 0,
    evalRegressions: 0,
    otherTestFailures: 0,
    testsNotRun: false,
    failedConcerns: 0,
    openConcerns: 0,
    gaps: [],
    unread: 0,
    missingOpinions: [],
    probeTooLow: false,
    hasUnreviewedCommits: false,
    wip: false,
    seriousButHeld: 0,
    seriousAdvisory: 0,
    autoApprove: "clean",
    checkRun: "neutral",
    ownPull: false,
    ...overrides,
  };
}
