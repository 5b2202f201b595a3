// Explains a review's event, one clause per rule.
import type { Gap } from "../../findings/gaps.ts";
import type { Reason } from "../../findings/reason.ts";
import {
  chosenBy,
  openObjections,
  pressingMedium,
  verdictOf,
  type Decision,
  type DecisionRule,
  type UnreviewedFile,
} from "../decision.ts";
import { reasonText } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";

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
      return `${decisionRuleBrief(rule)}: ${[...gapTexts(rule.gaps), ...unreadText(rule.unread), ...unreviewedText(rule.unreviewed)].join("; ")}`;
    case "probe-too-low":
      return "the break-point probe did not verify enough";
    case "unseen-delta":
      return "new commits have not been reviewed";
    case "tests-not-run":
      return "related tests exist and were not run";
    case "other-failing-tests":
      return count(rule.count, "other test fails", "other tests fail");
    case "medium-finding":
      return mediumText(rule.count, rule.of);
    case "work-in-progress":
      return "the author says it is work in progress";
    case "open-concern":
      return `${count(rule.count, "stated concern")} not verified`;
    case "serious-but-held":
      return `${count(rule.count, "high or critical finding")} known, but not posted`;
    case "serious-advisory":
      return `${count(rule.count, "high or critical advisory finding")} that nobody has accepted or refuted`;
    case "missing-opinion":
      return rule.opinions
        .map(({ unit, why }) => `${unit === "arbiter" ? "no arbiter" : "no second opinion"} (${reasonText(why)})`)
        .join("; ");
    case "auto-approve":
      return rule.allows
        ? `nothing blocks approval, and autoApprove is ${rule.setting}`
        : `nothing blocks approval; autoApprove is ${rule.setting}`;
    case "own-pull-request":
      return "GitHub allows only comments on your own pull request";
  }
}

/** Without the list of what was not reviewed. */
export function decisionRuleBrief(rule: DecisionRule): string {
  return rule.rule === "coverage-gap" ? "not everything was reviewed" : decisionRuleText(rule);
}

/** What the verdict asks of the reader, for the end of a sentence. */
export function whatToDo(decision: Decision): string {
  const { high, medium: allMedium } = decision.posted;
  const medium = pressingMedium(decision);
  const open = openObjections(decision);
  switch (verdictOf(decision)) {
    case "Block":
      return "fix the critical findings before merging";
    case "Needs changes": {
      const grave = [
        ...(high > 0 ? [`the high ${findingOrFindings(high)}`] : []),
        ...(medium > 0
          ? [medium === allMedium ? `the medium ${findingOrFindings(medium)}` : mediumText(medium, allMedium)]
          : []),
      ];
      const others = open.filter(({ rule }) => demands.includes(rule)).map(decisionRuleText);
      const parts = [...(grave.length > 0 ? [`fix ${list(grave)} before merging`] : []), ...others];
      return parts.length > 0 ? parts.join("; ") : `${chosenBy(decision) ?? "somebody"} asks for changes`;
    }
    case "Undecided":
      return open.length === 0
        ? "nobody has approved it yet"
        : `no approval yet: ${open.map(decisionRuleBrief).join("; ")}`;
    case "Approve with notes":
      return "nothing here blocks merging";
  }
}

function findingOrFindings(number: number): string {
  return number === 1 ? "finding" : "findings";
}

/** "2 medium findings"; "2 of 5 medium findings" where the others are no reason to wait. */
function mediumText(some: number, all: number): string {
  return some === all ? count(some, "medium finding") : `${some} of ${count(all, "medium finding")}`;
}

/** What calls for changes besides findings. */
const demands: readonly DecisionRule["rule"][] = ["new-test-failure", "eval-regression", "failed-concern"];

/** Groups gaps by reason: nine reviewers without a model are one fact. */
export function gapsText(gaps: readonly Gap[]): string {
  return gapTexts(gaps).join("; ");
}

function gapTexts(gaps: readonly Gap[]): string[] {
  const groups = Map.groupBy(gaps, (gap) => (gap.kind === "pass" ? "" : reasonText(gap.why)));
  return [...groups].map(([reason, group]) => {
    const [first] = group;
    if (first?.kind === "pass") return `${namesText(group)} ${group.length === 1 ? "has" : "have"} no verdict`;
    if (first?.why.kind === "no-model") return `${namesText(group)} ${group.length === 1 ? "needs" : "need"} a model`;
    if (first?.why.kind === "model-failed" && first.why.fault === "over-budget")
      return `${namesText(group)} did not run because the spending limit is reached`;
    return `${namesText(group)} did not ${begun.has(first?.why.kind) ? "finish" : "run"} (${reason})`;
  });
}

const begun: ReadonlySet<Reason["kind"] | undefined> = new Set(["threw", "too-slow", "stopped", "model-failed"]);

function unreadText(lines: number): string[] {
  return lines === 0 ? [] : [count(lines, "changed line was not read", "changed lines were not read")];
}

/** "no reviewer read vendor/a.min.js (3 lines), tool.exe and 2 more files". */
export function unreviewedText(files: readonly UnreviewedFile[]): string[] {
  if (files.length === 0) return [];
  const named = files
    .slice(0, mostNamed)
    .map(({ path, lines }) => `${oneLine(path)} (${lines === 0 ? "binary" : count(lines, "line")})`);
  const more = files.length - named.length;
  return [`no reviewer read ${list([...named, ...(more > 0 ? [count(more, "more file")] : [])])}`];
}

const mostNamed = 3;

function namesText(gaps: readonly Gap[]): string {
  if (gaps.length <= 3) return list(gaps.map((gap) => (gap.kind === "pass" ? `pass ${gap.pass}` : gap.unit)));
  return gaps[0]?.kind === "pass" ? count(gaps.length, "pass", "passes") : count(gaps.length, "reviewer");
}
