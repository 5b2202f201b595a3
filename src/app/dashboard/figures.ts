// Renders the metrics page: findings and outcomes, cost, duration and queue.
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
import { gather, type Gathered } from "./figures/gather.ts";
import { queuePanel } from "./figures/queue.ts";
import { parseMetricsScope, type MetricsScope } from "./figures/scope.ts";
import type { Page, Visit } from "./page.ts";
import { chooser } from "./parts/fields.ts";

export const figuresPage: Page = {
  method: "get",
  path: "/figures",
  async run(visit) {
    const asked = await parseMetricsScope(visit);
    const gathered = await gather(visit, asked);
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
  </form>`;
}

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

function tiles({ total, judged, costs }: Gathered): Html {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const useful = sum(judged.map((row) => row.useful));
  const dismissed = sum(judged.map((row) => row.dismissed));
  const measured = (ms: number | null) => (ms === null ? words.notMeasured : durationText(ms));
  const { tiles: named } = words;
  const shown: readonly (readonly [string, string | number])[] = [
    [named.reviews, total?.reviews ?? 0],
    [named.findings, total?.findings ?? 0],
    [named.advisory, total?.advisory ?? 0],
    [named.accepted, useful + dismissed === 0 ? words.noneJudged : acceptedLine(useful, useful + dismissed)],
    [named.cost, reviewCost(sum(costs.map(({ money }) => money)))],
    [named.half, measured(total?.p50Ms ?? null)],
    [named.most, measured(total?.p90Ms ?? null)],
  ];
  return html`<dl class="tiles">
    ${shown.map(
      ([name, value]) =>
        html`<div class="panel">
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
