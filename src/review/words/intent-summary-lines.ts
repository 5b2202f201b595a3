// Writes the lines of the intent summary.
import type { Change } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { GoalVerdict, IntentSummary } from "../intent-summary.ts";
import { count, list, oneLine, shorten } from "./text.ts";
import { pullRequestShortName, repositoryFullName } from "../../pull-request.ts";

export function whatLines(summary: IntentSummary, change: Change): string[] {
  const said = summary.said.map((line) => oneLine(line));
  if (said.length === 0) return [diffFacts(change)];
  return summary.more > 0 ? [...said, `and ${count(summary.more, "more commit")}`] : said;
}

function diffFacts({ files }: Change): string {
  if (files.length === 0) return "Nothing: both ends are the same";
  const number = (status: string) => files.filter((file) => file.status === status).length;
  const parts = (["added", "modified", "deleted", "renamed"] as const).flatMap((status) =>
    number(status) > 0 ? [`${number(status)} ${status}`] : [],
  );
  const places = [
    ...new Set(files.map((file) => pathOf(file).split("/").slice(0, -1).slice(0, 2).join("/") || "the top folder")),
  ];
  return shorten(oneLine(`${count(files.length, "file")} (${parts.join(", ")}) in ${list(places.slice(0, 3))}`), 300);
}

/** Each line is null if there is nothing to say. */
export function whyLine({ why }: IntentSummary): string | null {
  return why === null ? null : oneLine(why);
}

export function descriptionLine({ description }: IntentSummary): string | null {
  return description === null ? null : oneLine(description);
}

export function goalLine({ goal }: IntentSummary): string | null {
  return goal === null ? null : oneLine(goal.text);
}

export function issueLine({ issue, issueTitle, criteria }: IntentSummary): string | null {
  if (issue === null) return null;
  const named = shorten(oneLine(issueTitle === null ? issue : `${issue}: ${issueTitle}`), 300);
  return criteria.length === 0 ? named : `${named}; accepted when: ${shorten(oneLine(criteria.join("; ")), 600)}`;
}

export function goalVerdictLine({ goal }: Pick<IntentSummary, "goal">): string | null {
  const verdict = goal?.verdict ?? null;
  return verdict === null ? null : `${verdictWords[verdict.is]}: ${oneLine(verdict.evidence.join("; "))}`;
}

const verdictWords: Record<GoalVerdict["is"], string> = {
  achieved: "Achieved",
  partially: "Partially",
  "not-achieved": "Not achieved",
  unverifiable: "Not shown",
};

/** What was reviewed. */
export function targetLine({ from }: Pick<Change, "from">): string {
  return oneLine(from.kind === "local" ? from.shown : pullRequestShortName(from.pull));
}

/** The pull request's author and URL; null for a local change. */
export function pullLine({ from, words }: Pick<Change, "from" | "words">): string | null {
  if (from.kind === "local") return null;
  const author = words.author === null ? [] : [`by ${words.author}${from.fork ? ", from a fork" : ""}`];
  return oneLine([`#${from.pull.number}`, repositoryFullName(from.pull), ...author, from.url].join(" · "));
}
