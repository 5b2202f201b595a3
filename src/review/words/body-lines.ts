// Writes the lines around the summary in a review's body.
import { chosenBy, eventOf, rulesOf, type Decision, type DecisionRule } from "../decision.ts";
import { isOpenFinding } from "../decide-review.ts";
import type { Draft } from "../draft.ts";
import type { Report } from "../../findings/report.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { decisionRuleBrief } from "./decision-rule-texts.ts";
import { markdownProse, markdownText } from "./markdown-text.ts";
import { eventTexts } from "./report-texts.ts";
import { count, list, shorten } from "./text.ts";

/** GitHub's login syntax; a git author's name is not a login, and bots read no comments. */
const login = /^[a-z\d](?:-?[a-z\d]){0,38}$/i;

/** The only intended mention. */
export function authorTag(author: string | null): string | null {
  return author !== null && login.test(author) ? `@${author}` : null;
}

const longestRules = 2000;

/** Findings first. The details comment says what was not reviewed. */
export function eventLine(decision: Decision): string {
  const accepted: readonly string[] = decision.acknowledged ?? [];
  const isAboutFindings = ({ rule }: DecisionRule) => rule === "serious-finding" || rule === "medium-finding";
  const said = rulesOf(decision)
    .toSorted((a, b) => Number(isAboutFindings(b)) - Number(isAboutFindings(a)))
    .map((rule) => `${decisionRuleBrief(rule)}${accepted.includes(rule.rule) ? " (acknowledged)" : ""}`)
    .join("; ");
  const by = chosenBy(decision);
  const chosen = by === null ? "" : ` (chosen by ${by})`;
  return `**${eventTexts[eventOf(decision)]}**${markdownText(shorten(`x${chosen}: ${said}`, longestRules)).slice(1)}`;
}

const longestConcern = 300;
const roomForConcerns = 5000;

/** What the author asked to be verified and the change does not keep, where nobody has to unfold it. */
export function failedConcernLines({ change, reports }: Draft): string[] {
  let left = roomForConcerns;
  return settledConcerns(change, reports)
    .filter(({ status }) => status === "failed")
    .map(({ text, how }) => {
      const why = how === null || how.trim() === "" ? "" : ` ${markdownProse(shorten(how, longestConcern))}`;
      return `- Not met: ${markdownProse(shorten(text, longestConcern))}${why}`;
    })
    .filter((line) => (left -= line.length) >= 0);
}

/** "Nothing found" needs a list of what was checked. */
export function cleanNote({ judged, reports }: Draft, details: "the details comment" | "below"): string {
  const ran = reports.filter((report) => report.status === "ran");
  const number = (by: Report["by"]) => ran.filter((report) => report.by === by).length;
  const readers = [
    ...(number("check") > 0 ? [count(number("check"), "check")] : []),
    ...(number("reviewer") > 0 ? [count(number("reviewer"), "reviewer")] : []),
  ];
  const looked =
    readers.length === 0 ? "No check or reviewer ran on this change." : `${list(readers)} looked at this change.`;
  const open = judged.filter(isOpenFinding).length;
  const held = judged.length - open;
  const kept = held === 0 ? "" : ` ${count(held, "finding")} not posted: see ${details}.`;
  if (open > 0) return `Nothing new; ${count(open, "earlier finding")} still open. ${looked}${kept}`;
  return `No findings to post. ${looked}${kept}`;
}

export function moreCards(number: number): string {
  return `And ${number} more, listed in the details comment.`;
}
