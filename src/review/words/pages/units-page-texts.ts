// Defines the texts of the page of checks and reviewers.
import type { Noise } from "../../../findings/gates/noise-gate.ts";
import type { Unproven } from "../../../findings/report.ts";
import { count, list, oneLine } from "../text.ts";

export const unitsWords = {
  title: "Checks and reviewers",
  lead: "The checks and reviewers, and how people with write access judged their findings in this repository.",
  repository: "Repository",
  search: "Search",
  searchHint: "Name, or what it looks for",
  show: "Show",
  noRepository: "There are no reviews yet, so no findings have been judged.",
  noRepositoryHint: "Review a pull request with `crosscheck review 123`, or install the App on a repository.",
  none: "No check or reviewer matches.",
  columns: ["Check or reviewer", "By default", "Judged here", "Noise budget", "Escaped", "Reset"],
  kinds: { check: "Check", reviewer: "Reviewer, by a model" },
  explains: "What it looks for",
  reports: "Reports",
  advises: "advises only",
  unknown: "Not built in: the repository's own, or from another version",

  posts: "Posts",
  advisesAll: "Advises",
  advisesHint: "not yet proven",
  notJudged: "Not judged yet",
  reset: "Reset",
  resetTitle: "Earlier judgements no longer count here",
  resetDone: (unit: string) => `${oneLine(unit).slice(0, 60)} was reset: earlier judgements no longer count.`,
  nothingToReset: "There are no judgements to reset in this repository",
  nothingToResetHint: "Someone may have reset it in the meantime. Reload the page.",

  escaped: "Escaped defects",
  aboutEscaped:
    "Commits that revert or fix a change from a reviewed pull request, with the checks and reviewers that read the file and reported nothing.",
  noEscaped: "None known. A server checks after each merge; `crosscheck lessons escaped` checks now.",
  escapedColumns: ["Introduced by", "File", "Fixed", "Reported nothing"],
  how: { revert: "reverted by", fix: "fixed by" },
  somebodySaid: "someone reported something in the file",
} as const;

export function defaultWords(unproven: Unproven | undefined): { says: string; more: string } {
  if (unproven === undefined) return { says: unitsWords.posts, more: "" };
  if (unproven === true) return { says: unitsWords.advisesAll, more: unitsWords.advisesHint };
  return {
    says: unitsWords.posts,
    more: `${count(unproven.length, "kind")} of finding only ${unproven.length === 1 ? "advises" : "advise"}`,
  };
}

export function takenWords({ judged, dismissed }: { judged: number; dismissed: number }): {
  says: string;
  more: string;
} {
  const useful = judged - dismissed;
  return {
    says: `${Math.round((100 * useful) / judged)}%`,
    more: `${useful} useful, ${dismissed} dismissed of ${count(judged, "judged finding")}`,
  };
}

export function noiseWords(
  noise: Noise,
  { judged }: { judged: number },
  { percent, after }: { percent: number; after: number },
): { says: string; more: string } {
  if (judged < after) return { says: "Not counted yet", more: `${after - judged} more to be judged` };
  if (noise === "over-noise-budget")
    return { says: "Only counted", more: `more than ${percent}% dismissed; critical findings are still posted` };
  if (noise === "often-dismissed") return { says: "Loses confidence", more: "more than half dismissed" };
  return { says: "Within", more: "" };
}

export function missedWords({ looked, missed }: { looked: number; missed: number }): string {
  return `missed ${missed} of ${looked}`;
}

export function unitsLine(total: number, judged: number, noisy: number): string {
  const parts = [
    count(total, "check or reviewer", "checks and reviewers"),
    `${judged} with judged findings here`,
    ...(noisy === 0 ? [] : [`${noisy} held back or lowered for noise`]),
  ];
  return `${list(parts)}.`;
}

/** The page does not read the repository's file. */
export function budgetNote({ percent, after }: { percent: number; after: number }): string {
  return `Default noise budget: ${percent}% dismissed, once ${after} were judged. A repository's .crosscheck.yml can set another one, and can set each check to on, off or advisory.`;
}

export function moreEscaped(number: number): string {
  return `${count(number, "older one")} not listed.`;
}
