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
}

export async function gather({ site }: Visit, { whose, byWeek, byDay }: MetricsScope): Promise<Gathered> {
  const { figures } = site.store;
  const { since, spanMs } = byWeek;
  const scope = { ...whose, since, spanMs };
  const [whole, reviews, units, judged, costs] = await Promise.all([
    figures.reviews({ ...scope, spanMs: spanMs * 1000 }),
    figures.reviews(scope),
    figures.units(scope),
    figures.judged(scope),
    figures.costs({ repositories: whose.repositories, since, spanMs: (byDay ?? byWeek).spanMs }),
  ]);
  return { total: whole[0] ?? null, reviews, units, judged, costs };
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
