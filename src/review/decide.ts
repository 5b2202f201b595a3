// Decides the event of a review, as a pure function of facts. Every rule that fired is listed in the result.
import type { Config } from "../change/config.ts";
import type { Severity } from "../findings/finding.ts";
import type { Gap } from "../findings/gaps.ts";

export type Event = "APPROVE" | "COMMENT" | "REQUEST_CHANGES";

export type DecisionRule =
  // Rules that demand changes.
  | { rule: "new-test-failure"; count: number }
  | { rule: "eval-regression"; count: number }
  | { rule: "failed-concern"; count: number }
  | { rule: "serious-finding"; severity: "critical" | "high"; count: number }
  // Rules that forbid approval.
  | { rule: "coverage-gap"; gaps: readonly Gap[] }
  | { rule: "probe-too-low" }
  | { rule: "unseen-delta" }
  | { rule: "tests-not-run" }
  | { rule: "other-failing-tests"; count: number }
  | { rule: "medium-finding"; count: number }
  | { rule: "work-in-progress" }
  | { rule: "open-concern"; count: number }
  | { rule: "serious-but-held"; count: number }
  // Rules that decide the rest.
  | { rule: "auto-approve"; setting: Config["autoApprove"]; allows: boolean }
  | { rule: "own-pull-request" };

export interface Decision {
  event: Event;
  rules: readonly DecisionRule[];
  /** The person who chose another event than the rules give. */
  chosenBy?: string;
  /** Gaps that a named person acknowledged. */
  acknowledged?: readonly DecisionRule["rule"][];
}

export interface DecisionFacts {
  posted: Readonly<Record<Severity, number>>;
  newTestFailures: number;
  evalRegressions: number;
  otherTestFailures: number;
  /** The change has related tests, and they were not run. */
  testsNotRun: boolean;
  failedConcerns: number;
  openConcerns: number;
  gaps: readonly Gap[];
  probeTooLow: boolean;
  hasUnreviewedCommits: boolean;
  wip: boolean;
  /** Findings of severity high or above that are known but not posted: late, or held back by a noise budget. */
  seriousButHeld: number;
  autoApprove: Config["autoApprove"];
  ownPull: boolean;
}

export function decide(facts: DecisionFacts): Decision {
  const demands = demandsOf(facts);
  const limits = approvalLimits(facts);
  const approves = approvalOf(facts);
  const last: DecisionRule[] =
    demands.length > 0 || limits.length > 0
      ? []
      : [{ rule: "auto-approve", setting: facts.autoApprove, allows: approves }];
  const own: DecisionRule[] = facts.ownPull ? [{ rule: "own-pull-request" }] : [];
  return { event: eventOf(facts, demands, limits, approves), rules: [...demands, ...limits, ...last, ...own] };
}

function eventOf(
  facts: DecisionFacts,
  demands: readonly DecisionRule[],
  limits: readonly DecisionRule[],
  approves: boolean,
): Event {
  // GitHub accepts only comments on one's own pull request.
  if (facts.ownPull) return "COMMENT";
  if (demands.length > 0) return "REQUEST_CHANGES";
  return limits.length === 0 && approves ? "APPROVE" : "COMMENT";
}

function demandsOf(facts: DecisionFacts): DecisionRule[] {
  const { posted } = facts;
  return [
    ...(facts.newTestFailures > 0 ? [{ rule: "new-test-failure", count: facts.newTestFailures } as const] : []),
    ...(facts.evalRegressions > 0 ? [{ rule: "eval-regression", count: facts.evalRegressions } as const] : []),
    ...(facts.failedConcerns > 0 ? [{ rule: "failed-concern", count: facts.failedConcerns } as const] : []),
    ...(["critical", "high"] as const).flatMap((severity) =>
      posted[severity] > 0 ? [{ rule: "serious-finding", severity, count: posted[severity] } as const] : [],
    ),
  ];
}

function approvalLimits(facts: DecisionFacts): DecisionRule[] {
  return [
    ...(facts.gaps.length > 0 ? [{ rule: "coverage-gap", gaps: facts.gaps } as const] : []),
    ...(facts.probeTooLow ? [{ rule: "probe-too-low" } as const] : []),
    ...(facts.hasUnreviewedCommits ? [{ rule: "unseen-delta" } as const] : []),
    ...(facts.testsNotRun ? [{ rule: "tests-not-run" } as const] : []),
    ...(facts.otherTestFailures > 0 ? [{ rule: "other-failing-tests", count: facts.otherTestFailures } as const] : []),
    ...(facts.posted.medium > 0 ? [{ rule: "medium-finding", count: facts.posted.medium } as const] : []),
    ...(facts.wip ? [{ rule: "work-in-progress" } as const] : []),
    ...(facts.openConcerns > 0 ? [{ rule: "open-concern", count: facts.openConcerns } as const] : []),
    ...(facts.seriousButHeld > 0 ? [{ rule: "serious-but-held", count: facts.seriousButHeld } as const] : []),
  ];
}

function approvalOf({ autoApprove, posted }: DecisionFacts): boolean {
  if (autoApprove === "off") return false;
  return autoApprove === "notes" || posted.low + posted.nit === 0;
}
