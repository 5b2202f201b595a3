// Decides on a review: collects what the decision depends on.
import type { Change } from "../change/change.ts";
import { codeWithoutReviewer, coverageReceipt } from "../findings/coverage.ts";
import { reachesAuthor, atLeast, severities, type JudgedFinding, type Severity } from "../findings/finding.ts";
import { applyMarks } from "../findings/gate.ts";
import { findGaps, missingOpinions } from "../findings/gaps.ts";
import type { Report } from "../findings/report.ts";
import { settledConcerns } from "../findings/settled-concerns.ts";
import type { Decision } from "./decision.ts";
import { followersOf } from "./posted-entries.ts";
import { isOwnPull } from "./own-pull.ts";

export function decideReview(change: Change, reports: readonly Report[], judged: readonly JudgedFinding[]): Decision {
  // Findings of one cause count once: the one that leads is as grave as any of them.
  const followers = new Set([...followersOf(judged.filter(reachesAuthor)).values()].flat());
  const open = judged.filter((one) => isOpenFinding(one) && !followers.has(one));
  const posted = Object.fromEntries(
    severities.map((severity) => [severity, count(open, (one) => effectiveSeverity(one) === severity)]),
  );
  const concerns = settledConcerns(change, reports);
  const receipt = coverageReceipt(change, reports);
  return {
    posted: posted as Record<Severity, number>,
    minorMedium: count(open, (one) => effectiveSeverity(one) === "medium" && isMinor(one)),
    earlier: count(open, (one) => !reachesAuthor(one)),
    ...testFacts(change, reports),
    failedConcerns: count(concerns, (concern) => concern.status === "failed"),
    openConcerns: count(concerns, (concern) => concern.status === "open"),
    gaps: findGaps(change, reports),
    unread: receipt.unread,
    unreviewed: hasReviewer(reports) ? codeWithoutReviewer(receipt) : [],
    missingOpinions: missingOpinions(change, reports),
    probeTooLow: reports.some(({ probe }) => probe?.tooLow === true),
    hasUnreviewedCommits: false,
    wip: change.intent.wip,
    seriousButHeld: count(judged, (one) => one.outcome === "held" && isSerious(one)),
    seriousAdvisory: count(judged, isOpenAdvisory),
    autoApprove: change.config.autoApprove,
    checkRun: change.config.checkRun,
    ownPull: isOwnPull(change),
  };
}

function isSerious(one: JudgedFinding): boolean {
  return atLeast(effectiveSeverity(one), "high");
}

/** No approval over it while nobody has accepted or refuted it. */
export function isOpenAdvisory(one: JudgedFinding): boolean {
  return one.outcome === "advisory" && isSerious(one) && !isAnswered(one);
}

/** Without one, that is the gap, and not what it would have read. */
function hasReviewer(reports: readonly Report[]): boolean {
  return reports.some(({ by, status }) => by === "reviewer" && status === "ran");
}

/** Listed by the editor as no reason to wait. */
function isMinor({ outcome, marks }: JudgedFinding): boolean {
  return outcome === "listed" && marks.some(({ why }) => why.kind === "not-pressing");
}

/** A person put it where it is, or a reviewer refuted it with a quote that holds. */
function isAnswered({ marks }: JudgedFinding): boolean {
  return marks.some(({ by, why }) => by === "person" || why.kind === "refuted");
}

type TestFacts = Pick<Decision, "newTestFailures" | "evalRegressions" | "otherTestFailures" | "testsNotRun">;

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
export function isOpenFinding(one: JudgedFinding): boolean {
  const { finding, marks } = one;
  const others = marks.filter(({ why }) => why.kind !== "already-posted");
  return reachesAuthor(one) || (others.length < marks.length && reachesAuthor(applyMarks(finding, others)));
}

/** A suggestion never blocks, whatever its severity. */
function effectiveSeverity({ finding, severity }: JudgedFinding): Severity {
  return finding.improvement ? "nit" : severity;
}

function count<T>(list: readonly T[], holds: (one: T) => boolean): number {
  return list.filter(holds).length;
}
