// Defines the texts of the metrics page and its charts.
import { count } from "../text.ts";
import { reviewCost } from "./reviews-page-texts.ts";

export const chartWords = {
  table: "As a table",
  nothing: "–",
  drawn: (title: string) => `${title}: a chart; its numbers are in the table below it`,
  numbers: (title: string) => `${title}, in numbers`,
  value: (span: string, name: string, value: string) => `${span}, ${name}: ${value}`,
  more: (n: number) => `${n} more`,
} as const;

export const figuresWords = {
  title: "Metrics",
  repository: "Repository",
  period: "Period",
  unit: "Check or reviewer",
  show: "Show",
  export: "Export as CSV",
  exportColumns: [
    "week",
    "reviews",
    "posted_reviews",
    "findings_posted",
    "advisory_findings",
    "accepted",
    "judged",
    "median_ms",
    "p90_ms",
    "cost_usd",
  ],
  before: (value: string) => `period before: ${value}`,
  periods: { 4: "4 weeks", 12: "12 weeks", 52: "52 weeks" },
  empty: "There are no metrics for this period yet.",
  emptyHint:
    "They come from reviews, judgements of findings, and model costs. Review a pull request with `crosscheck review 123`, or choose a longer period.",
  week: "Week",
  day: "Day",
  ofWeek: (day: string) => `Week of ${day}`,
  tiles: {
    reviews: "Reviews",
    findings: "Findings posted",
    advisory: "Advisory findings",
    accepted: "Accepted",
    cost: "Cost",
    half: "Median",
    most: "p90",
  },
  noneJudged: "none judged",
  notMeasured: "not measured",
  reviews: { title: "Reviews by week", posted: "posted", other: "not posted", none: "No reviews in this period." },
  outcome: {
    title: "Findings by outcome",
    hint: "Of all reviews but cancelled ones, each finding once.",
    hintOfUnit: "Of all reviews but cancelled ones.",
    posted: "posted",
    advisory: "advisory",
    none: "No findings in this period.",
  },
  overTime: {
    title: "Findings by check over time",
    hint: "Counts posted and advisory findings. A finding of several checks counts once for each.",
    others: "all others",
  },
  byUnit: { title: "Findings by check", columns: ["Check or reviewer", "Posted + advisory"] },
  accepted: {
    title: "Acceptance over time",
    hint: "Of the findings that people judged, how many were fixed or called useful, by the date of the last judgement.",
    name: "accepted",
    none: "No finding was judged in this period.",
  },
  acceptedBy: {
    title: "Acceptance by check",
    hint: "With the range that holds the true share 19 times in 20.",
    columns: ["Check or reviewer", "Accepted"],
  },
  cost: {
    title: { day: "Cost by day", week: "Cost by week" },
    none: "No model costs in this period.",
    others: "all other models",
    onlySteered: "Of the repositories that you can write to.",
  },
  costBy: { title: "Cost by model", columns: ["Model", "Cost"] },
  latency: {
    title: "How long reviews took",
    half: "median",
    most: "p90",
    none: "No review was measured in this period.",
  },
  queue: {
    title: "Queue, now",
    columns: ["Work", "Waiting", "Running"],
    none: "The queue is empty.",
    all: "All jobs",
    undelivered: (n: number) => `${count(n, "delivery", "deliveries")} not processed yet`,
    held: (n: number) => `${count(n, "installation is", "installations are")} held back by GitHub`,
  },
} as const;

export function dayName(at: number): string {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}

export function dayAndYear(at: number): string {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

export function percentText(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function acceptedLine(useful: number, judged: number): string {
  return `${percentText(useful / judged)} (${useful} of ${judged})`;
}

/** With the range that holds the true share 19 times in 20 (Wilson): few answers say little. */
export function acceptedWithInterval(useful: number, judged: number): string {
  const z = 1.96;
  const share = useful / judged;
  const middle = (share + z ** 2 / (2 * judged)) / (1 + z ** 2 / judged);
  const half = (z / (1 + z ** 2 / judged)) * Math.sqrt((share * (1 - share)) / judged + z ** 2 / (4 * judged ** 2));
  const [low, high] = [Math.max(0, middle - half), Math.min(1, middle + half)];
  return `${percentText(share)} (${useful} of ${judged}; ${Math.round(low * 100)} to ${percentText(high)})`;
}

export function findingsLine(posted: number, advisory: number): string {
  return `${posted} + ${advisory}`;
}

/** Small amounts stay distinguishable on an axis. */
export function dollarsOnAxis(money: number): string {
  return money === 0 || money >= 0.01 ? reviewCost(money) : `$${money.toPrecision(1)}`;
}

/** To the second, even for minutes, so that weeks can be compared. */
export function durationText(ms: number): string {
  if (ms < 1000) return ms === 0 ? "0" : `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

export function unpricedLine(calls: number): string {
  return `Not included: ${count(calls, "call")} without a known price.`;
}

export function costLine(money: number, calls: number, unpriced: number): string {
  return `${unpriced === calls ? "price unknown" : reviewCost(money)} (${count(calls, "call")})`;
}

/** What a kind of job does; unknown kinds are shown by name. */
const works: Record<string, string> = {
  "review-pull": "Review",
  "post-draft": "Post a confirmed draft",
  "merge-group": "Merge queue",
  acknowledge: "Acknowledge a mention",
  answer: "Answer in a thread",
  hear: "Read feedback on findings",
  escaped: "Look for defects that escaped",
};

export function workName(kind: string): string {
  return works[kind] ?? kind;
}
