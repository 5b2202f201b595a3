// The decision on a review: what is known, and what a person chose. Event, rules, verdict, check-run conclusion and exit
// code are functions of this one value and stored nowhere, so that none of them can contradict another.
import type { Config } from "../change/config.ts";
import { severities, type Severity } from "../findings/finding.ts";
import type { Gap } from "../findings/gaps.ts";
import type { Reason } from "../findings/reason.ts";

export type Event = "APPROVE" | "COMMENT" | "REQUEST_CHANGES";

/** Mildest first. */
export const verdictNames = ["Approve with notes", "Undecided", "Needs changes", "Block"] as const;
export type VerdictName = (typeof verdictNames)[number];

export interface UnreviewedFile {
  path: string;
  /** 0: a binary file. */
  lines: number;
}

export interface Decision {
  /** Open findings: posted by this review or by an earlier one. A suggestion counts as a nit. */
  posted: Readonly<Record<Severity, number>>;
  /** Medium ones among them that the editor lists as no reason to wait; absent in drafts of earlier versions. */
  minorMedium?: number;
  /** How many of them an earlier review posted. */
  earlier: number;
  newTestFailures: number;
  evalRegressions: number;
  otherTestFailures: number;
  /** The change has related tests, and they were not run. */
  testsNotRun: boolean;
  failedConcerns: number;
  openConcerns: number;
  gaps: readonly Gap[];
  /** Changed lines that neither a check nor a reviewer read. */
  unread: number;
  /** Code that no reviewer read although some ran, such as generated or vendored files; absent in older drafts. */
  unreviewed?: readonly UnreviewedFile[];
  /** A second opinion or an arbiter that the review should have had. Their absence is a note. */
  missingOpinions: readonly { unit: string; why: Reason }[];
  probeTooLow: boolean;
  hasUnreviewedCommits: boolean;
  wip: boolean;
  /** Findings of severity high or above that are known but not posted: late, or held back by a noise budget. */
  seriousButHeld: number;
  /** Advisory findings of severity high or above that neither a person moved there nor a reviewer refuted. */
  seriousAdvisory: number;
  autoApprove: Config["autoApprove"];
  checkRun: Config["checkRun"];
  ownPull: boolean;
  /** The event that a person chose; without effect while the rules forbid it. */
  chosen?: { event: Event; by: string };
  /** Limits on approval that a person has accepted; the draft's edits record who. */
  acknowledged?: readonly AcknowledgeableRule[];
}

/** Rules that demand changes. */
type Objection =
  | { rule: "new-test-failure"; count: number }
  | { rule: "eval-regression"; count: number }
  | { rule: "failed-concern"; count: number }
  | { rule: "serious-finding"; severity: "critical" | "high"; count: number };

/** Rules that forbid approval. */
type ApprovalLimit =
  | { rule: "coverage-gap"; gaps: readonly Gap[]; unread: number; unreviewed: readonly UnreviewedFile[] }
  | { rule: "probe-too-low" }
  | { rule: "unseen-delta" }
  | { rule: "tests-not-run" }
  | { rule: "other-failing-tests"; count: number }
  | { rule: "medium-finding"; count: number; of: number }
  | { rule: "work-in-progress" }
  | { rule: "open-concern"; count: number }
  | { rule: "serious-but-held"; count: number }
  | { rule: "serious-advisory"; count: number };

/** Rules that explain the rest. */
type Remark =
  | { rule: "auto-approve"; setting: Config["autoApprove"]; allows: boolean }
  | { rule: "missing-opinion"; opinions: Decision["missingOpinions"] }
  | { rule: "own-pull-request" };

export type DecisionRule = Objection | ApprovalLimit | Remark;

/** A person may accept these by name; unread commits and failed runs cannot be accepted. */
const acknowledgeableRules = [
  "coverage-gap",
  "probe-too-low",
  "open-concern",
  "tests-not-run",
  "serious-advisory",
] as const satisfies readonly ApprovalLimit["rule"][];
export type AcknowledgeableRule = (typeof acknowledgeableRules)[number];

export function isAcknowledgeable(rule: DecisionRule["rule"]): rule is AcknowledgeableRule {
  return (acknowledgeableRules as readonly string[]).includes(rule);
}

/** Every rule that fired, in order of weight. */
export function rulesOf(decision: Decision): DecisionRule[] {
  const against = [...objectionsTo(decision), ...approvalLimits(decision)];
  const { autoApprove: setting, missingOpinions: opinions } = decision;
  return [
    ...against,
    ...(against.length === 0 ? [{ rule: "auto-approve", setting, allows: mayAutoApprove(decision) } as const] : []),
    ...(opinions.length > 0 ? [{ rule: "missing-opinion", opinions } as const] : []),
    ...(decision.ownPull ? [{ rule: "own-pull-request" } as const] : []),
  ];
}

/** Objections and limits on approval that no person has acknowledged. */
export function openObjections(decision: Decision): (Objection | ApprovalLimit)[] {
  const accepted: readonly string[] = decision.acknowledged ?? [];
  return [...objectionsTo(decision), ...approvalLimits(decision)].filter(({ rule }) => !accepted.includes(rule));
}

export function eventOf(decision: Decision): Event {
  const { chosen } = decision;
  return chosen && isAllowed(decision, chosen.event) ? chosen.event : ruledEvent(decision);
}

/** Why the review asks for changes: rules, or only a person's choice; empty if it does not. */
export function requestReasons(decision: Decision): (Objection["rule"] | "person")[] {
  if (eventOf(decision) !== "REQUEST_CHANGES") return [];
  const rules = new Set(objectionsTo(decision).map(({ rule }) => rule));
  return rules.size === 0 ? ["person"] : [...rules];
}

/** The person whose choice the event is; null where the rules decided. */
export function chosenBy(decision: Decision): string | null {
  const { chosen } = decision;
  return chosen && isAllowed(decision, chosen.event) ? chosen.by : null;
}

/** A person may always comment or request changes; GitHub accepts only comments on one's own pull request. */
export function isAllowed(decision: Decision, event: Event): boolean {
  if (event === "COMMENT") return true;
  return !decision.ownPull && (event === "REQUEST_CHANGES" || openObjections(decision).length === 0);
}

function ruledEvent(decision: Decision): Event {
  if (decision.ownPull) return "COMMENT";
  if (objectionsTo(decision).length > 0) return "REQUEST_CHANGES";
  return approvalLimits(decision).length === 0 && mayAutoApprove(decision) ? "APPROVE" : "COMMENT";
}

/** The verdict of the summary. */
export function verdictOf(decision: Decision): VerdictName {
  const event = eventOf(decision);
  if (decision.posted.critical > 0) return "Block";
  if (objectionsTo(decision).length > 0 || pressingMedium(decision) > 0 || event === "REQUEST_CHANGES")
    return "Needs changes";
  return approvalLimits(decision).length > 0 && event !== "APPROVE" ? "Undecided" : "Approve with notes";
}

/** Of the check run: green only where nothing stands against merging and everything was read. */
export function conclusionOf(decision: Decision): "success" | "neutral" | "failure" {
  if (objectionsTo(decision).length > 0 || eventOf(decision) === "REQUEST_CHANGES") return "failure";
  // On GitHub a neutral run satisfies a required check; `checkRun: failure` prevents that.
  if (openObjections(decision).some(({ rule }) => rule === "coverage-gap")) return decision.checkRun;
  return verdictOf(decision) === "Approve with notes" && !isIncomplete(decision) ? "success" : "neutral";
}

/** Something of the change was not reviewed, whoever accepts that. */
function isIncomplete({ gaps, unread, unreviewed = [] }: Decision): boolean {
  return gaps.length > 0 || unread > 0 || unreviewed.length > 0;
}

/** `failOn`: the severity given to `--fail-on`. */
export function exitCodeOf({ posted }: Decision, failOn: string | undefined): 0 | 1 {
  const floor = severities.findIndex((severity) => severity === failOn);
  return severities.slice(0, floor + 1).some((severity) => posted[severity] > 0) ? 1 : 0;
}

export function worstPosted({ posted }: Decision): Severity | null {
  return severities.find((severity) => posted[severity] > 0) ?? null;
}

export function objectionsTo(decision: Decision): Objection[] {
  const { posted, newTestFailures, evalRegressions, failedConcerns } = decision;
  return [
    ...(newTestFailures > 0 ? [{ rule: "new-test-failure", count: newTestFailures } as const] : []),
    ...(evalRegressions > 0 ? [{ rule: "eval-regression", count: evalRegressions } as const] : []),
    ...(failedConcerns > 0 ? [{ rule: "failed-concern", count: failedConcerns } as const] : []),
    ...(["critical", "high"] as const).flatMap((severity) =>
      posted[severity] > 0 ? [{ rule: "serious-finding", severity, count: posted[severity] } as const] : [],
    ),
  ];
}

function approvalLimits(decision: Decision): ApprovalLimit[] {
  const medium = pressingMedium(decision);
  const { gaps, unread, unreviewed = [], otherTestFailures, openConcerns, seriousButHeld, seriousAdvisory } = decision;
  return [
    ...(isIncomplete(decision) ? [{ rule: "coverage-gap", gaps, unread, unreviewed } as const] : []),
    ...(decision.probeTooLow ? [{ rule: "probe-too-low" } as const] : []),
    ...(decision.hasUnreviewedCommits ? [{ rule: "unseen-delta" } as const] : []),
    ...(decision.testsNotRun ? [{ rule: "tests-not-run" } as const] : []),
    ...(otherTestFailures > 0 ? [{ rule: "other-failing-tests", count: otherTestFailures } as const] : []),
    ...(medium > 0 ? [{ rule: "medium-finding", count: medium, of: decision.posted.medium } as const] : []),
    ...(decision.wip ? [{ rule: "work-in-progress" } as const] : []),
    ...(openConcerns > 0 ? [{ rule: "open-concern", count: openConcerns } as const] : []),
    ...(seriousButHeld > 0 ? [{ rule: "serious-but-held", count: seriousButHeld } as const] : []),
    ...(seriousAdvisory > 0 ? [{ rule: "serious-advisory", count: seriousAdvisory } as const] : []),
  ];
}

function mayAutoApprove({ autoApprove, posted }: Decision): boolean {
  if (autoApprove === "off") return false;
  return autoApprove === "notes" || posted.medium + posted.low + posted.nit === 0;
}

/** Medium findings that should be fixed before merging. */
export function pressingMedium({ posted, minorMedium = 0 }: Decision): number {
  return posted.medium - minorMedium;
}
