// Renders the metrics page: findings and outcomes, cost, duration and queue.
import { icon } from "../../review/publishers/html/icons.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { acceptedLine, figuresWords as words, durationText } from "../../review/words/pages/figures-page-texts.ts";
import { reviewCost } from "../../review/words/pages/reviews-page-texts.ts";
import {
  acceptanceByUnit,
  acceptanceChart,
  costByModel,
  costChart,
  latencyChart,
  outcomeChart,
  reviewsChart,
  unitsChart,
  unitsOverTime,
} from "./figures/charts.ts";
import { gather, withoutEmptyWeeks, type Gathered, type Totals } from "./figures/gather.ts";
import { queuePanel } from "./figures/queue.ts";
import { parseMetricsScope, type MetricsScope } from "./figures/scope.ts";
import type { Page, Visit } from "./page.ts";
import { chooser } from "./parts/fields.ts";

export const figuresPage: Page = {
  method: "get",
  path: "/figures",
  async run(visit) {
    const whole = await parseMetricsScope(visit);
    const { asked, all: gathered } = withoutEmptyWeeks(whole, await gather(visit, whole));
    const units = unitsIn(gathered);
    // Another repository may not have this check.
    const unit = units.find((name) => name === visit.query("unit")) ?? null;
    const queue = await queuePanel(visit);
    const body = html`<h1>${words.title}</h1>
      ${filters(visit, asked, units, unit)}
      ${isEmpty(gathered) ? html`${nothing()} ${queue}` : charts(asked, gathered, unit, queue)}`;
    return { is: "page", title: words.title, section: "figures", body };
  },
};

const mostUnits = 500;

function unitsIn({ units, judged }: Gathered): string[] {
  return [...new Set([...units, ...judged].map(({ unit }) => unit))].toSorted().slice(0, mostUnits);
}

function filters(visit: Visit, { all, weeks }: MetricsScope, units: readonly string[], unit: string | null): Html {
  const same = (name: string) => ({ value: name, says: name });
  const periods = Object.entries(words.periods).map(([value, says]) => ({ value, says }));
  return html`<form class="bar-form" method="get" action="/figures">
    ${chooser(
      "repository",
      words.repository,
      all.map(({ name }) => same(name)),
      visit.query("repository"),
    )}
    ${chooser("weeks", words.period, periods, String(weeks), { must: true })}
    ${chooser("unit", words.unit, units.map(same), unit)}
    <button>${words.show}</button>
    <a class="button" href="/figures.csv${query(visit)}" download>${icon("download")}${words.export}</a>
  </form>`;
}

/** The chosen repository and period, for the export. */
function query(visit: Visit): string {
  const kept = ["repository", "weeks"].flatMap((name): [string, string][] => {
    const value = visit.query(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`;
}

/** One row a week, numbers only. */
export const figuresExport: Page = {
  method: "get",
  path: "/figures.csv",
  async run(visit) {
    const asked = await parseMetricsScope(visit);
    const weekly = { ...asked, byDay: null };
    const { reviews, judged, costs } = await gather(visit, weekly);
    const rows = asked.byWeek.list.map((_, span) => {
      const of = reviews.find((row) => row.span === span);
      const sum = <Row extends { span: number }>(all: readonly Row[], value: (row: Row) => number) =>
        all.filter((row) => row.span === span).reduce((total, row) => total + value(row), 0);
      const day = new Date(asked.byWeek.since + span * asked.byWeek.spanMs).toISOString().slice(0, 10);
      const counts = [of?.reviews ?? 0, of?.posted ?? 0, of?.findings ?? 0, of?.advisory ?? 0];
      const answers = [sum(judged, (row) => row.useful), sum(judged, (row) => row.useful + row.dismissed)];
      const took = [of?.p50Ms ?? "", of?.p90Ms ?? ""];
      return [day, ...counts, ...answers, ...took, sum(costs, (row) => row.money).toFixed(4)].join(",");
    });
    const body = `${[words.exportColumns.join(","), ...rows].join("\n")}\n`;
    return { is: "text", type: "text/csv; charset=utf-8", body, name: "crosscheck-metrics.csv" };
  },
};

function isEmpty({ total, judged, costs }: Gathered): boolean {
  return total === null && judged.length === 0 && costs.length === 0;
}

function nothing(): Html {
  return html`<div class="panel">
    <p>${words.empty}</p>
    <p class="quiet">${words.emptyHint}</p>
  </div>`;
}

function charts(asked: MetricsScope, all: Gathered, unit: string | null, queue: Html): Html {
  const of: Gathered =
    unit === null
      ? all
      : {
          ...all,
          units: all.units.filter((row) => row.unit === unit),
          judged: all.judged.filter((row) => row.unit === unit),
        };
  const onlySteered = asked.whose.seen.length > 0;
  return html`${tiles(all)}
    <div class="charts">
      ${outcomeChart(asked, of, unit)} ${unit === null && unitsOverTime(asked, of)} ${unitsChart(of)}
      ${acceptanceByUnit(of)} ${acceptanceChart(asked, of)} ${latencyChart(asked, all)}
      ${costChart(asked, all, onlySteered)} ${costByModel(all)} ${reviewsChart(asked, all)} ${queue}
    </div>`;
}

function tiles({ now, before }: Gathered): Html {
  const measured = (ms: number | null) => (ms === null ? words.notMeasured : durationText(ms));
  const { tiles: named } = words;
  const tile = (name: string, says: (of: Totals) => string) => ({ name, now: says(now), before: says(before) });
  const shown = [
    tile(named.reviews, ({ reviews }) => String(reviews)),
    tile(named.findings, ({ findings }) => String(findings)),
    tile(named.advisory, ({ advisory }) => String(advisory)),
    tile(named.accepted, ({ useful, judged }) => (judged === 0 ? words.noneJudged : acceptedLine(useful, judged))),
    tile(named.cost, ({ money }) => reviewCost(money)),
    tile(named.half, ({ p50Ms }) => measured(p50Ms)),
    tile(named.most, ({ p90Ms }) => measured(p90Ms)),
  ];
  return html`<dl class="tiles">
    ${shown.map(
      (one) =>
        html`<div class="panel">
          <dt>${one.name}</dt>
          <dd>${one.now}</dd>
          <dd class="quiet">${before.reviews > 0 && words.before(one.before)}</dd>
        </div>`,
    )}
  </dl>`;
}
