// Sums for the metrics page; no draft is read for them.
import type { UnitCount } from "./drafts.ts";

/** Whose figures, and of when. */
export interface FigureScope {
  /** Of all that is known of these, and of what is posted in `seen`. */
  repositories: readonly string[];
  seen: readonly string[];
  /** Spans are as long as `spanMs`, and counted from 0, which begins at `since`. */
  since: number;
  spanMs: number;
}

export interface ReviewSpan {
  span: number;
  reviews: number;
  /** Reviews that are posted. */
  posted: number;
  /** Findings of all but cancelled reviews: what is posted of them, and what is advisory. */
  findings: number;
  advisory: number;
  /** How long half of them took at most, and nine in ten; null where nobody measured. */
  p50Ms: number | null;
  p90Ms: number | null;
}

/** Sums. Spans in which there is nothing are left out; they come in order. */
export interface Figures {
  reviews(scope: FigureScope): Promise<readonly ReviewSpan[]>;
  /** What each check and reviewer found, in all but cancelled reviews. */
  units(scope: FigureScope): Promise<readonly (UnitCount & { span: number })[]>;
  /** Findings that people judged, each once for each unit, when the last word on it was said; from the last reset on. */
  judged(scope: FigureScope): Promise<readonly { span: number; unit: string; useful: number; dismissed: number }[]>;
  /** What models cost, in dollars; `unpriced`: calls without a known price. */
  costs(
    scope: Omit<FigureScope, "seen">,
  ): Promise<readonly { span: number; model: string; calls: number; money: number; unpriced: number }[]>;
  /** Repositories that models were ever asked for, by name. */
  paying(): Promise<readonly string[]>;
  /** Deliveries that nobody has dealt with yet. */
  undelivered(): Promise<{ count: number; oldestAt: number | null }>;
}
