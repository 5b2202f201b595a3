// Explains a review's event, one clause per rule.
import type { Gap } from "../../findings/gaps.ts";
import type { DecisionRule } from "../decide.ts";
import { reasonText } from "./reasons.ts";
import { count } from "./text.ts";

export function decisionRuleText(rule: DecisionRule): string {
  switch (rule.rule) {
    case "new-test-failure":
      return count(rule.count, "test newly fails", "tests newly fail");
    case "eval-regression":
      return `${count(rule.count, "evaluation")} got worse`;
    case "failed-concern":
      return `${count(rule.count, "stated concern")} not met`;
    case "serious-finding":
      return count(rule.count, `${rule.severity} finding`);
    case "coverage-gap":
      return `not everything was reviewed: ${gapsText(rule.gaps)}`;
    case "probe-too-low":
      return "the break-point probe did not reach far enough";
    case "unseen-delta":
      return "commits arrived that were not reviewed";
    case "tests-not-run":
      return "related tests exist and were not run";
    case "other-failing-tests":
      return count(rule.count, "other test fails", "other tests fail");
    case "medium-finding":
      return count(rule.count, "medium finding");
    case "work-in-progress":
      return "the author says it is work in progress";
    case "open-concern":
      return `${count(rule.count, "stated concern")} not verified`;
    case "serious-but-held":
      return `${count(rule.count, "finding")} of high or more known, but not posted`;
    case "auto-approve":
      return rule.allows
        ? `nothing blocks approval, and autoApprove is ${rule.setting}`
        : `nothing blocks approval; autoApprove is ${rule.setting}`;
    case "own-pull-request":
      return "GitHub allows only comments on your own pull request";
  }
}

/** Groups gaps by reason: nine reviewers without a model are one fact. */
export function gapsText(gaps: readonly Gap[]): string {
  const groups = Map.groupBy(gaps, (gap) => (gap.kind === "pass" ? "no verdict" : reasonText(gap.why)));
  return [...groups].map(([reason, group]) => `${reason} (${namesText(group)})`).join("; ");
}

function namesText(gaps: readonly Gap[]): string {
  if (gaps.length <= 3) return gaps.map((gap) => (gap.kind === "pass" ? `pass ${gap.pass}` : gap.unit)).join(", ");
  return gaps[0]?.kind === "pass" ? count(gaps.length, "pass", "passes") : count(gaps.length, "reviewer");
}
