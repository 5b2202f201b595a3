// Aggregates the data of the charts.
import type { Figures, ReviewSpan } from "../../../world/store/kept/figures.ts";
import type { Visit } from "../page.ts";
import type { MetricsScope } from "./scope.ts";

type Rows<Name extends keyof Figures> = Awaited<ReturnType<Extract<Figures[Name], (scope: never) => unknown>>>;

export interface Gathered {
  /** Totals of the whole period; null: there were no reviews. */
  total: ReviewSpan | null;
  reviews: Rows<"reviews">;
  units: Rows<"units">;
  judged: Rows<"judged">;
  /** Per day if days are shown, otherwise per week. */
  costs: Rows<"costs">;
  /** Totals of this period, and of the one before of the same length. */
  now: Totals;
  before: Totals;
}

export interface Totals {
  reviews: number;
  findings: number;
  advisory: number;
  useful: number;
  judged: number;
  money: number;
  p50Ms: number | null;
  p90Ms: number | null;
}

export async function gather({ site }: Visit, { whose, byWeek, byDay }: MetricsScope): Promise<Gathered> {
  const { figures } = site.store;
  const { since, spanMs, list } = byWeek;
  const scope = { ...whose, since, spanMs };
  const length = list.length * spanMs;
  const twice = { ...whose, since: since - length, spanMs: length };
  const [reviews, units, judged, costs, ofReviews, ofJudged, ofCosts] = await Promise.all([
    figures.reviews(scope),
    figures.units(scope),
    figures.judged(scope),
    figures.costs({ repositories: whose.repositories, since, spanMs: (byDay ?? byWeek).spanMs }),
    figures.reviews(twice),
    figures.judged(twice),
    figures.costs(twice),
  ]);
  const totals = (span: number): Totals => {
    const review = ofReviews.find((row) => row.span === span);
    const said = ofJudged.filter((row) => row.span === span);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    return {
      reviews: review?.reviews ?? 0,
      findings: review?.findings ?? 0,
      advisory: review?.advisory ?? 0,
      useful: sum(said.map(({ useful }) => useful)),
      judged: sum(said.map(({ useful, dismissed }) => useful + dismissed)),
      money: sum(ofCosts.filter((row) => row.span === span).map(({ money }) => money)),
      p50Ms: review?.p50Ms ?? null,
      p90Ms: review?.p90Ms ?? null,
    };
  };
  const total = ofReviews.find((row) => row.span === 1) ?? null;
  return { total, reviews, units, judged, costs, before: totals(0), now: totals(1) };
}

/** Fewer weeks are not worth a chart. */
const leastWeeks = 4;

/** Without the weeks before the first that has anything. */
export function withoutEmptyWeeks(asked: MetricsScope, all: Gathered): { asked: MetricsScope; all: Gathered } {
  const { list, since, spanMs } = asked.byWeek;
  // Days are few, and their rows are not weeks.
  if (asked.byDay !== null) return { asked, all };
  const first = Math.min(...[...all.reviews, ...all.units, ...all.judged, ...all.costs].map(({ span }) => span));
  const cut = Math.max(0, Math.min(first, list.length - leastWeeks));
  if (cut === 0) return { asked, all };
  const later = <Row extends { span: number }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, span: row.span - cut }));
  return {
    asked: { ...asked, byWeek: { spanMs, since: since + cut * spanMs, list: list.slice(cut) } },
    all: {
      ...all,
      reviews: later(all.reviews),
      units: later(all.units),
      judged: later(all.judged),
      costs: later(all.costs),
    },
  };
}

/** One number per span. */
export function bySpan<Row extends { span: number }>(
  count: number,
  rows: readonly Row[],
  value: (row: Row) => number,
): number[] {
  const sums = Array.from({ length: count }, () => 0);
  // A row written by a machine whose clock is ahead of ours can lie beyond the last span.
  for (const row of rows) if (row.span < count) sums[row.span]! += value(row);
  return sums;
}

/** Rows by name, the largest first. */
export function ranked<Row>(
  rows: readonly Row[],
  name: (row: Row) => string,
  size: (row: Row) => number,
): { name: string; rows: readonly Row[]; size: number }[] {
  return [...Map.groupBy(rows, name)]
    .map(([named, some]) => ({ name: named, rows: some, size: some.reduce((sum, row) => sum + size(row), 0) }))
    .toSorted((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1));
}
