// Renders the charts of the metrics page.
import type { Html } from "../../../review/publishers/html/template.ts";
import {
  acceptedWithInterval,
  costLine,
  dollarsOnAxis,
  figuresWords as words,
  findingsLine,
  percentText,
  durationText,
  unpricedLine,
} from "../../../review/words/pages/figures-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import { mostSeries, type Series } from "../parts/chart.ts";
import { stackedBars } from "../parts/chart-bars.ts";
import { chartLines } from "../parts/chart-lines.ts";
import { rowBars } from "../parts/chart-rows.ts";
import { bySpan, ranked, type Gathered } from "./gather.ts";
import type { MetricsScope, Spans } from "./scope.ts";

const plainNumber = (value: number) => value.toLocaleString("en-US");

function weekly({ byWeek }: MetricsScope) {
  return { spanned: words.week, spans: byWeek.list } as const;
}

export function reviewsChart(asked: MetricsScope, { reviews }: Gathered): Html {
  const { title, posted, other, none } = words.reviews;
  const series = [
    { name: posted, values: bySpan(asked.byWeek.list.length, reviews, (row) => row.posted) },
    { name: other, values: bySpan(asked.byWeek.list.length, reviews, (row) => row.reviews - row.posted) },
  ];
  return stackedBars({ id: "reviews", title, ...weekly(asked), series, says: plainNumber, whole: 1, none });
}

/** For one check, its own counts; for all, each finding counts once. */
export function outcomeChart(asked: MetricsScope, { reviews, units }: Gathered, unit: string | null): Html {
  const { title, hint, hintOfUnit, posted, advisory, none } = words.outcome;
  const all = reviews.map(({ span, findings, advisory: rest }) => ({ span, posted: findings, advisory: rest }));
  const rows = unit === null ? all : units;
  const count = asked.byWeek.list.length;
  return stackedBars({
    id: "outcome",
    title,
    hint: unit === null ? hint : hintOfUnit,
    ...weekly(asked),
    series: [
      { name: posted, values: bySpan(count, rows, (row) => row.posted) },
      { name: advisory, values: bySpan(count, rows, (row) => row.advisory) },
    ],
    says: plainNumber,
    whole: 1,
    none,
  });
}

export function unitsOverTime(asked: MetricsScope, { units }: Gathered): Html {
  const { title, hint, others } = words.overTime;
  const size = ({ posted, advisory }: { posted: number; advisory: number }) => posted + advisory;
  const series = largest(asked.byWeek, units, ({ unit }) => unit, size, others);
  const { none } = words.outcome;
  return stackedBars({ id: "over-time", title, hint, ...weekly(asked), series, says: plainNumber, whole: 1, none });
}

export function unitsChart({ units }: Gathered): Html {
  const total = (rows: Gathered["units"], of: "posted" | "advisory") => rows.reduce((sum, row) => sum + row[of], 0);
  const rows = ranked(
    units,
    ({ unit }) => unit,
    ({ posted, advisory }) => posted + advisory,
  ).map(({ name, rows: some }) => {
    const values = [total(some, "posted"), total(some, "advisory")] as const;
    return { name, values, says: findingsLine(...values) };
  });
  const parts = [words.outcome.posted, words.outcome.advisory];
  return rowBars({ id: "by-check", ...words.byUnit, parts, rows, none: words.outcome.none });
}

export function acceptanceChart(asked: MetricsScope, { judged }: Gathered): Html {
  const { title, hint, name, none } = words.accepted;
  const count = asked.byWeek.list.length;
  const useful = bySpan(count, judged, (row) => row.useful);
  const all = bySpan(count, judged, (row) => row.useful + row.dismissed);
  const values = all.map((some, at) => (some === 0 ? null : useful[at]! / some));
  return chartLines({
    id: "accepted",
    title,
    hint,
    ...weekly(asked),
    series: [{ name, values }],
    says: percentText,
    none,
    most: 1,
  });
}

export function acceptanceByUnit({ judged }: Gathered): Html {
  const rows = ranked(
    judged,
    ({ unit }) => unit,
    ({ useful, dismissed }) => useful + dismissed,
  ).map(({ name, rows: some, size }) => {
    const useful = some.reduce((sum, row) => sum + row.useful, 0);
    return { name, values: [useful / size], says: acceptedWithInterval(useful, size) };
  });
  return rowBars({ id: "accepted-by", ...words.acceptedBy, parts: [], most: 1, rows, none: words.accepted.none });
}

export function costChart(asked: MetricsScope, { costs }: Gathered, onlySteered: boolean): Html {
  const { title, none, others } = words.cost;
  const spans = asked.byDay ?? asked.byWeek;
  return stackedBars({
    id: "cost",
    title: asked.byDay ? title.day : title.week,
    hint: costHint(costs, onlySteered),
    spanned: asked.byDay ? words.day : words.week,
    spans: spans.list,
    series: largest(
      spans,
      costs,
      ({ model }) => model,
      ({ money }) => money,
      others,
    ),
    says: dollarsOnAxis,
    none,
  });
}

function costHint(costs: Gathered["costs"], onlySteered: boolean): string | undefined {
  const unpriced = costs.reduce((sum, row) => sum + row.unpriced, 0);
  const hints = [...(onlySteered ? [words.cost.onlySteered] : []), ...(unpriced > 0 ? [unpricedLine(unpriced)] : [])];
  return hints.length === 0 ? undefined : hints.join(" ");
}

export function costByModel({ costs }: Gathered): Html {
  const rows = ranked(
    costs,
    ({ model }) => model,
    ({ money }) => money,
  ).map(({ name, rows: some, size }) => {
    const total = (of: "calls" | "unpriced") => some.reduce((sum, row) => sum + row[of], 0);
    return { name, values: [size], says: costLine(size, total("calls"), total("unpriced")) };
  });
  return rowBars({ id: "cost-by", ...words.costBy, parts: [], rows, none: words.cost.none });
}

export function latencyChart(asked: MetricsScope, { reviews }: Gathered): Html {
  const { title, half, most, none } = words.latency;
  const known = new Map(reviews.map((row) => [row.span, row]));
  const values = (of: "p50Ms" | "p90Ms") => asked.byWeek.list.map((_, at) => known.get(at)?.[of] ?? null);
  const series = [
    { name: half, values: values("p50Ms") },
    { name: most, values: values("p90Ms") },
  ];
  // In whole minutes above one minute, so that the axis has no steps such as 100 seconds.
  const whole = Math.max(0, ...series[1]!.values.map((value) => value ?? 0)) > 60_000 ? 60_000 : 1000;
  return chartLines({ id: "latency", title, ...weekly(asked), series, says: durationText, whole, none });
}

/** The largest ones by name and the rest as one series, because only a few series can be told apart. */
function largest<Row extends { span: number }>(
  spans: Spans,
  rows: readonly Row[],
  name: (row: Row) => string,
  size: (row: Row) => number,
  others: string,
): Series[] {
  const all = ranked(rows, name, size).filter((one) => one.size > 0);
  const few = all.length <= mostSeries ? all : all.slice(0, mostSeries - 1);
  const rest = all.slice(few.length).flatMap((one) => one.rows);
  const named = few.map((one) => ({ name: shorten(oneLine(one.name), 60), rows: one.rows }));
  return [...named, ...(rest.length > 0 ? [{ name: others, rows: rest }] : [])].map((one) => ({
    name: one.name,
    values: bySpan(spans.list.length, one.rows, size),
  }));
}
