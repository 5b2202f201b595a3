// Shows what a review cost, by reviewer, by model and in total.
import type { ModelCost } from "../../../model-cost.ts";
import { addCosts } from "../../../findings/asking/asking.ts";
import type { Report } from "../../../findings/report.ts";
import type { Draft } from "../../../review/draft.ts";
import { table } from "../../../review/publishers/html/overview.ts";
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import {
  atLeastCost,
  costText,
  reviewWords as words,
  tokenText,
} from "../../../review/words/pages/review-page-texts.ts";
import { list, oneLine } from "../../../review/words/text.ts";

type Paid = Report & { cost: ModelCost };

export function costs({ reports }: Draft): Html {
  const paid = reports.filter((report): report is Paid => report.cost !== undefined);
  return html`<section id="costs" class="panel">
    <h2>${words.costs}</h2>
    ${paid.length === 0 ? html`<p class="quiet">${words.noCosts}</p>` : tables(paid)}
  </section>`;
}

function tables(paid: readonly Paid[]): Html {
  const rows = paid.map(({ unit, model, cost }) => [oneLine(unit), modelName(model), ...figures(cost)]);
  const total = [html`<b>${words.total}</b>`, "", ...sumOf(paid)];
  const byModel = [...Map.groupBy(paid, ({ model }) => modelName(model))].map(([model, of]) => [
    model,
    list(of.map(({ unit }) => oneLine(unit))),
    ...sumOf(of),
  ]);
  return html`${table(words.costColumns, [...rows, total])}
  ${
    byModel.length > 1 &&
    html`<h3>${words.perModel}</h3>
      ${table(words.modelColumns, byModel)}`
  }`;
}

function modelName(model: string | undefined): string {
  return model === undefined ? words.noModel : oneLine(model);
}

/** With an unknown price, the sum of the others is a lower bound. */
function sumOf(paid: readonly Paid[]): HtmlPart[] {
  const all = paid.map(({ cost }) => cost);
  const known = all.filter(({ money: dollars }) => dollars !== null);
  const sum = addCosts(all);
  if (sum.money !== null || known.length === 0) return figures(sum);
  return [...figures(sum).slice(0, -1), atLeastCost(addCosts(known).money)];
}

function figures(cost: ModelCost): HtmlPart[] {
  const read = cost.tokensIn + cost.cacheReads + cost.cacheWrites;
  return [tokenText(read), tokenText(cost.cacheReads), tokenText(cost.tokensOut), costText(cost.money)];
}
