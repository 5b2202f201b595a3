// Defines the aggregates for the metrics page; no draft is read for them.
import type { UnitCount } from "./drafts.ts";

/** The repositories and the time span. */
export interface FigureScope {
  /** Everything of these repositories, and posted reviews only of those in `seen`. */
  repositories: readonly string[];
  seen: readonly string[];
  /** Spans have length `spanMs` and are numbered from 0, which starts at `since`. */
  since: number;
  spanMs: number;
}

export interface ReviewSpan {
  span: number;
  reviews: number;
  /** Posted reviews. */
  posted: number;
  /** Posted and advisory findings of all but cancelled reviews. */
  findings: number;
  advisory: number;
  /** Median and p90 duration; null if not measured. */
  p50Ms: number | null;
  p90Ms: number | null;
}

/** Sums per span in order; empty spans are left out. */
export interface Figures {
  reviews(scope: FigureScope): Promise<readonly ReviewSpan[]>;
  /** Findings per check and reviewer in all but cancelled reviews. */
  units(scope: FigureScope): Promise<readonly (UnitCount & { span: number })[]>;
  /** Findings judged by people, once per unit, at the time of the last statement, since the last reset. */
  judged(scope: FigureScope): Promise<readonly { span: number; unit: string; useful: number; dismissed: number }[]>;
  /** Model cost in dollars; `unpriced` counts calls without a known price. */
  costs(
    scope: Omit<FigureScope, "seen">,
  ): Promise<readonly { span: number; model: string; calls: number; money: number; unpriced: number }[]>;
  /** Repositories with model calls, by name. */
  paying(): Promise<readonly string[]>;
  /** Deliveries not yet handled. */
  undelivered(): Promise<{ count: number; oldestAt: number | null }>;
}
