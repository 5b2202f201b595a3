// Texts of the list of reviews.
import { count } from "../text.ts";

export const reviewsWords = {
  title: "Reviews",
  search: "Search",
  searchHint: "Title, repository or number",
  repository: "Repository",
  state: "State",
  event: "Decision",
  any: "Any",
  filter: "Filter",
  columns: ["Review", "Decision", "Findings", "State", "Cost", "Took", "When"],
  states: { waiting: "Pending approval", posted: "Posted", cancelled: "Cancelled", local: "Local", shown: "Local" },
  events: { APPROVE: "Approve", COMMENT: "Comment", REQUEST_CHANGES: "Request changes" },
  none: "No review matches.",
  empty: "There are no reviews yet.",
  emptyHint:
    "Review a branch with `crosscheck review`, a pull request with `crosscheck review 123`, or install the App on a repository. Reviews are listed here.",
  older: "Older",
  newest: "Newest",
  untitled: "An older review",
} as const;

export function findingsCount(posted: number, advisory: number): string {
  if (posted + advisory === 0) return "none";
  return [...(posted > 0 ? [String(posted)] : []), ...(advisory > 0 ? [`${advisory} advisory`] : [])].join(" + ");
}

export function reviewCost(money: number | null): string {
  if (money === null) return "";
  return money > 0 && money < 0.01 ? "< $0.01" : `$${money.toFixed(2)}`;
}

export function reviewDuration(ms: number | null): string {
  if (ms === null) return "";
  if (ms < 1000) return `${ms} ms`;
  return ms < 90_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Relative time since then. */
export function relativeAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${count(Math.floor(seconds / 60), "minute")} ago`;
  if (seconds < 86_400) return `${count(Math.floor(seconds / 3600), "hour")} ago`;
  if (seconds < 30 * 86_400) return `${count(Math.floor(seconds / 86_400), "day")} ago`;
  return new Date(at).toISOString().slice(0, 10);
}
