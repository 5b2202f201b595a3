// Writes the lines around the summary in a review's body.
import type { Decision } from "../decide.ts";
import { isAlreadyPosted } from "../decision-facts.ts";
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

export function eventLine({ event, rules, chosenBy, acknowledged = [] }: Decision): string {
  const said = rules
    .map((rule) => `${decisionRuleText(rule)}${acknowledged.includes(rule.rule) ? " (acknowledged)" : ""}`)
    .join("; ");
  const chosen = chosenBy === undefined ? "" : ` (chosen by ${chosenBy})`;
  return `**${event}**${markdownText(shorten(`x${chosen}: ${said}`, longestRules)).slice(1)}`;
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
