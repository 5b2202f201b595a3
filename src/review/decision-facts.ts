// What the decision looks at, gathered from a review.
import type { Change } from "../change/change.ts";
import { atLeast, severities, type Judged, type Severity } from "../findings/finding.ts";
import { standing } from "../findings/gate.ts";
import { findGaps } from "../findings/gaps.ts";
import type { Report } from "../findings/report.ts";
import { settledConcerns } from "../findings/settled-concerns.ts";
import type { DecisionFacts } from "./decide.ts";

export function decisionFacts(
  change: Change,
  reports: readonly Report[],
  judged: readonly Judged[],
  ownPull: boolean,
): DecisionFacts {
  const posted = Object.fromEntries(
    severities.map((severity) => [severity, count(judged, (one) => standsOnPage(one) && weightOf(one) === severity)]),
  );
  const concerns = settledConcerns(change, reports);
  return {
    posted: posted as Record<Severity, number>,
    newTestFailures: 0,
    evalRegressions: 0,
    otherTestFailures: 0,
    testsNotRun:
      change.triage.categories.includes("test") &&
      !reports.some((report) => report.by === "execution" && report.status === "ran"),
    failedConcerns: count(concerns, (concern) => concern.status === "failed"),
    openConcerns: count(concerns, (concern) => concern.status === "open"),
    gaps: findGaps(change, reports),
    probeTooLow: false,
    unseenDelta: false,
    wip: change.intent.wip,
    seriousButHeld: count(judged, (one) => one.fate === "held" && atLeast(weightOf(one), "high")),
    autoApprove: change.config.autoApprove,
    ownPull,
  };
}

/** What an earlier round posted and is still there weighs as much as what this one posts: it is only not said again. */
export function standsOnPage({ finding, marks, fate }: Judged): boolean {
  const others = marks.filter(({ why }) => why.kind !== "already-posted");
  return fate === "posted" || (others.length < marks.length && standing(finding, others).fate === "posted");
}

/** A suggestion blocks nothing, however much it would bring. */
function weightOf({ finding, severity }: Judged): Severity {
  return finding.improvement ? "nit" : severity;
}

function count<T>(list: readonly T[], holds: (one: T) => boolean): number {
  return list.filter(holds).length;
}
