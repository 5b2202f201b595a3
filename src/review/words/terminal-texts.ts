// Writes the few lines around the findings on a terminal: what was reviewed, the verdict, what is not covered.
import type { Change, Omission } from "../../change/change.ts";
import { describedTitle } from "../../change/is-described.ts";
import { coverageReceipt } from "../../findings/coverage.ts";
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import type { Gap } from "../../findings/gaps.ts";
import type { Reason } from "../../findings/reason.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { eventOf, rulesOf, verdictOf, type DecisionRule } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { summariseIntent } from "../intent-summary.ts";
import { notCoveredText } from "./coverage-texts.ts";
import { decisionRuleText, gapsText, unreviewedText } from "./decision-rule-texts.ts";
import { findingSources, whyNotPosted } from "./finding-lines.ts";
import { goalVerdictLine, targetLine } from "./intent-summary-lines.ts";
import { omissionText } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";
import { sizeLine } from "./triage-texts.ts";
import { verificationRows } from "./verification-texts.ts";

/** What was reviewed, and what may follow where there is room: why that, or else the subject, which may be cut. */
export function headingParts(
  change: Change,
  verbose: boolean,
): { what: string; why: readonly string[]; subject: string } {
  const why = change.from.kind === "pull" ? "" : oneLine(change.from.why ?? "");
  return {
    what: `Reviewed ${targetLine(change)}: ${sizeLine(change)}`,
    why: why === "" ? [] : [why, why.split(": ", 1)[0]!],
    // `verbose` lists the title below.
    subject: !verbose && why === "" ? oneLine(describedTitle(change)) : "",
  };
}

/** Instead of a review, where the change holds nothing. */
export function emptyChangeLine(kind: "staged" | "working" | "commits", change: Pick<Change, "from">): string {
  if (kind === "staged")
    return "Nothing is staged. Stage files with `git add`, or review what is not staged with --working.\n";
  return kind === "working"
    ? "Nothing to review: there are no uncommitted changes.\n"
    : `Nothing to review: ${targetLine(change)} changes no files.\n`;
}

/** The verdict, and what it rests on. */
export function verdictParts({ change, judged, decision }: Draft): { verdict: string; because: string } {
  const { posted, earlier } = decision;
  const reasons = [
    ...(posted.critical + posted.high + posted.medium === 0 ? lowFindings(decision) : []),
    ...rulesOf(decision)
      .filter(isReason)
      .map((rule) =>
        rule.rule === "serious-advisory" && !judged.some(reachesAuthor)
          ? seriousOfThem(rule.count)
          : decisionRuleText(rule),
      ),
    ...(earlier > 0 ? [`${earlier} of them posted by an earlier review`] : []),
  ].join("; ");
  const name = verdictOf(decision);
  const event = change.from.kind === "pull" ? ` (to be posted as ${eventOf(decision)})` : "";
  const rest = `${heldText(judged)}${event}`;
  if (judged.some(reachesAuthor) || name === "Needs changes" || name === "Block")
    return { verdict: name, because: `${reasons === "" ? "" : `: ${reasons}`}${rest}` };
  const verdict = judged.some(({ outcome }) => outcome === "advisory") ? "Only advisory findings" : "No findings";
  const approval = rulesOf(decision).some(isGap) ? "" : "; nothing blocks approval";
  return { verdict, because: `${reasons === "" ? approval : `; ${reasons}`}${rest}` };
}

/** Behind "Only advisory findings". */
function seriousOfThem(number: number): string {
  return `${number} of them ${number === 1 ? "is" : "are"} high or critical, and nobody has accepted or refuted ${number === 1 ? "it" : "them"}`;
}

function lowFindings({ posted }: Draft["decision"]): string[] {
  return (["low", "nit"] as const).flatMap((severity) =>
    posted[severity] > 0 ? [count(posted[severity], `${severity} finding`)] : [],
  );
}

function heldText(judged: readonly JudgedFinding[]): string {
  const parts = (["held", "suppressed"] as const).flatMap((outcome) => {
    const number = judged.filter((one) => one.outcome === outcome).length;
    return number === 0 ? [] : [`${number} ${outcome}`];
  });
  return parts.length === 0 ? "" : ` (${list(parts)})`;
}

/** Exhaustive: a new rule is a type error until it is listed here. */
const rulePlace: Record<DecisionRule["rule"], "verdict" | "gap" | "details"> = {
  "new-test-failure": "verdict",
  "eval-regression": "verdict",
  "failed-concern": "verdict",
  "serious-finding": "verdict",
  "medium-finding": "verdict",
  "other-failing-tests": "verdict",
  "work-in-progress": "verdict",
  "serious-but-held": "verdict",
  "serious-advisory": "verdict",
  "coverage-gap": "gap",
  "probe-too-low": "gap",
  "unseen-delta": "gap",
  "tests-not-run": "gap",
  "open-concern": "gap",
  "missing-opinion": "gap",
  "auto-approve": "details",
  "own-pull-request": "details",
};

function isReason({ rule }: DecisionRule): boolean {
  return rulePlace[rule] === "verdict";
}

function isGap({ rule }: DecisionRule): boolean {
  return rulePlace[rule] === "gap";
}

/** What was not reviewed, the most important first; empty when everything was. */
export function uncoveredParts({ change, reports, decision }: Draft): string[] {
  const ownChecks = reports.some(({ status, why }) => status !== "ran" && why?.kind.startsWith("own-checks-"));
  const named = new Set([
    ...change.cuts.flatMap((cut) => ("path" in cut ? [cut.path] : [])),
    ...(decision.unreviewed ?? []).map(({ path }) => path),
  ]);
  const unread = change.cuts.filter(isUnread);
  const receipt = coverageReceipt(change, reports);
  const uncovered = notCoveredText(receipt);
  const binary = receipt.withoutLines.filter(({ path, why }) => why === "binary" && !named.has(path)).length;
  return [
    // A text that nobody read weighs more than gaps that every review has.
    ...unread.filter(({ kind }) => kind === "too-large").map(omissionText),
    ...withoutRepeats(rulesOf(decision).filter(isGap)).flatMap(gapParts),
    ...(ownChecks ? ["the repository's own checks were not run"] : []),
    ...(uncovered === null ? [] : [uncovered]),
    ...(binary === 0 ? [] : [count(binary, "binary file")]),
    ...unread.filter(({ kind }) => kind !== "too-large").map(omissionText),
  ];
}

/** That no model is configured is said once. */
function withoutRepeats(rules: readonly DecisionRule[]): DecisionRule[] {
  const isNoModel = ({ why }: { why: Reason }) => why.kind === "no-model";
  const isSaid = rules.some(
    (rule) => rule.rule === "coverage-gap" && rule.gaps.some((gap) => gap.kind === "unit" && isNoModel(gap)),
  );
  return rules.filter((rule) => !(isSaid && rule.rule === "missing-opinion" && rule.opinions.every(isNoModel)));
}

function gapParts(rule: DecisionRule): string[] {
  switch (rule.rule) {
    case "coverage-gap":
      return [
        ...(rule.gaps.length === 0 ? [] : [gapsText(withoutPasses(rule.gaps))]),
        ...(rule.unread === 0 ? [] : [count(rule.unread, "changed line not read", "changed lines not read")]),
        ...unreviewedText(rule.unreviewed),
      ];
    case "tests-not-run":
      return ["related tests were not run"];
    default:
      return [decisionRuleText(rule)];
  }
}

/** Where reviewers did not look, no pass has a verdict: one fact. */
function withoutPasses(gaps: readonly Gap[]): readonly Gap[] {
  const units = gaps.filter(({ kind }) => kind === "unit");
  return units.length === 0 ? gaps : units;
}

/** Notes that change nothing about what was read are left to the details. */
function isUnread(cut: Omission): boolean {
  switch (cut.kind) {
    case "shallow":
    case "lfs-not-applied":
    case "counts-differ":
      return false;
    case "config-not-used":
      return cut.why === "broken";
    default:
      return true;
  }
}

/** What ran, went wrong, or is not as the author claims; `ok` lines need no attention. */
export function resultLines(draft: Draft): { ok: boolean; text: string }[] {
  const { change, reports } = draft;
  const summary = summariseIntent(change, reports);
  const missed = summary.goal?.verdict?.is === "not-achieved" || summary.goal?.verdict?.is === "partially";
  const goal = missed ? [{ ok: false, text: `Goal: ${goalVerdictLine(summary)}` }] : [];
  const concerns = settledConcerns(change, reports)
    .filter(({ status }) => status === "failed")
    .map(({ text, how }) => ({
      ok: false,
      text: `Not met: ${oneLine(text)}${how === null ? "" : ` (${oneLine(how)})`}`,
    }));
  const ran = verificationRows(draft).map(({ check, result, ok }) => ({ ok, text: `${check}: ${result}` }));
  return [...goal, ...concerns, ...ran];
}

/** Why a finding is advisory, in a few words. */
export function advisoryReason(one: JudgedFinding): string {
  const kinds = new Set<Reason["kind"]>(one.marks.map(({ why }) => why.kind));
  const by = findingSources(one);
  if (kinds.has("unproven-check")) return `${by}: precision not proven yet`;
  if (kinds.has("advisory-check")) return `${by}: advisory in .crosscheck.yml`;
  return `${by}: ${whyNotPosted(one)}`;
}

/** `label`: of a finding that `crosscheck explain` can explain; null where there is none. */
export function seeMoreLine(label: string | null): string {
  const rest = "--verbose for all that was checked";
  return label === null ? `More: ${rest}` : `More: crosscheck explain ${label}, or ${rest}`;
}
