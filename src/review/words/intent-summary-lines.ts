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

export function whyLine({ why }: IntentSummary): string {
  return why === null ? "Not stated by author" : oneLine(why);
}

export function goalLine({ goal }: IntentSummary): string {
  return goal === null ? "Not stated" : oneLine(goal);
}

export function issueLine({ issue, issueTitle, criteria }: IntentSummary): string {
  if (issue === null) return "None";
  const named = shorten(oneLine(issueTitle === null ? issue : `${issue}: ${issueTitle}`), 300);
  return criteria.length === 0 ? named : `${named}; accepted when: ${shorten(oneLine(criteria.join("; ")), 600)}`;
}

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

export function goalVerdictLine(verdict: GoalVerdict): string {
  switch (verdict.is) {
    case "achieved":
      return `Achieved: ${oneLine(verdict.evidence.join("; "))}`;
    case "partially":
      return `Partially: ${oneLine(verdict.evidence.join("; "))}`;
    case "not-achieved":
      return `Not achieved: ${oneLine(verdict.evidence.join("; "))}`;
    case "unverifiable":
      if (verdict.why === "reviewer-says") return `Unverifiable: ${oneLine(verdict.says)}`;
      return verdict.why === "no-tests-run"
        ? "Unverifiable: no tests were run, and no model read the change"
        : "Unverifiable: nothing was shown that would prove it";
    case "n/a":
      return "N/A: the author states no goal";
  }
}
