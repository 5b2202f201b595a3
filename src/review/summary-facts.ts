// Summarizes a review in one line for lists.
import { describedTitle } from "../change/is-described.ts";
import { checkIds } from "../findings/carry.ts";
import { reachesAuthor, type JudgedFinding, type Severity } from "../findings/finding.ts";
import { eventOf, worstPosted, type Event } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { postedEntries } from "./posted-entries.ts";
import { targetLine } from "./words/intent-summary-lines.ts";
import { oneLine, shorten } from "./words/text.ts";

export interface SummaryFacts {
  title: string;
  author: string | null;
  event: Event;
  worst: Severity | null;
  posted: number;
  advisory: number;
  files: number;
  money: number | null;
  tookMs: number | null;
  units: readonly { unit: string; posted: number; advisory: number }[];
}

/** Above the number of built-in checks and reviewers; a repository can define any number of its own checks. */
const mostUnits = 500;
const longestUnit = 100;

export function summaryFactsOfDraft(
  { change, judged, reports, decision }: Draft,
  tookMs: number | null = null,
): SummaryFacts {
  const costs = reports.flatMap(({ cost }) => (cost === undefined || cost.money === null ? [] : [cost.money]));
  return {
    title: shorten(oneLine(describedTitle(change)), 300) || targetLine(change),
    author: change.words.author?.slice(0, 100) ?? null,
    event: eventOf(decision),
    worst: worstPosted(decision),
    posted: postedEntries(judged).length,
    advisory: judged.filter(({ outcome }) => outcome === "advisory").length,
    files: change.files.length,
    money: costs.length === 0 ? null : costs.reduce((sum, money) => sum + money, 0),
    tookMs,
    units: unitsOf(judged),
  };
}

/** A finding with several sources counts for each. */
function unitsOf(judged: readonly JudgedFinding[]): SummaryFacts["units"] {
  const units = new Map<string, { posted: number; advisory: number }>();
  for (const one of judged)
    for (const unit of new Set(checkIds(one.finding).map((name) => name.slice(0, longestUnit)))) {
      if (!reachesAuthor(one) && one.outcome !== "advisory") continue;
      const counts = units.get(unit) ?? { posted: 0, advisory: 0 };
      counts[reachesAuthor(one) ? "posted" : "advisory"] += 1;
      units.set(unit, counts);
    }
  return [...units].slice(0, mostUnits).map(([unit, counts]) => ({ unit, ...counts }));
}
