// Writes the lines around the summary in a review's body.
import { chosenBy, eventOf, rulesOf, type Decision } from "../decision.ts";
import { isAlreadyPosted } from "../decide-review.ts";
import type { Draft } from "../draft.ts";
import { markdownText } from "./markdown-text.ts";
import { decisionRuleText } from "./decision-rule-texts.ts";
import { count, shorten } from "./text.ts";

/** GitHub's login syntax; a git author's name is not a login, and bots read no comments. */
const login = /^[a-z\d](?:-?[a-z\d]){0,38}$/i;

/** The only intended mention. */
export function authorTag(author: string | null): string | null {
  return author !== null && login.test(author) ? `@${author}` : null;
}

const longestRules = 2000;

export function eventLine(decision: Decision): string {
  const accepted: readonly string[] = decision.acknowledged ?? [];
  const said = rulesOf(decision)
    .map((rule) => `${decisionRuleText(rule)}${accepted.includes(rule.rule) ? " (acknowledged)" : ""}`)
    .join("; ");
  const by = chosenBy(decision);
  const chosen = by === null ? "" : ` (chosen by ${by})`;
  return `**${eventOf(decision)}**${markdownText(shorten(`x${chosen}: ${said}`, longestRules)).slice(1)}`;
}

/** "Nothing found" needs a list of what was checked. */
export function cleanNote({ judged, reports }: Draft): string {
  const ran = reports.filter((report) => report.status === "ran").length;
  const looked = ran === 0 ? "Nothing looked at this change." : `${count(ran, "unit")} looked at this change.`;
  const open = judged.filter(isAlreadyPosted).length;
  const held = judged.length - open;
  const kept = held === 0 ? "" : ` ${count(held, "finding")} not posted: see the details comment.`;
  if (open > 0) return `Nothing new; ${count(open, "earlier finding")} still open. ${looked}${kept}`;
  return `No findings to post. ${looked}${kept}`;
}

export function moreCards(number: number): string {
  return `And ${number} more, listed in the details comment.`;
}
