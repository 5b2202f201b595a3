// Renders the last seven days beside the seven before, each number with its bars over twelve such weeks.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { durationText, percentText } from "../../../review/words/pages/figures-page-texts.ts";
import { overviewWords as words } from "../../../review/words/pages/overview-page-texts.ts";
import { reviewCost } from "../../../review/words/pages/reviews-page-texts.ts";
import { bySpan } from "../figures/gather.ts";
import type { Visit } from "../page.ts";
import { visibleRepositories, type SeenRepository } from "../visible.ts";

const weeks = 12;
const spanMs = 7 * 86_400_000;

export async function trendTiles(visit: Visit): Promise<Html> {
  const { store, now } = visit.site;
  const names = new Set([...(await store.drafts.repositories()), ...(await store.figures.paying())]);
  const all = await visibleRepositories(visit, [...names]);
  const of = (right: SeenRepository["right"]) => all.filter((one) => one.right === right).map(({ name }) => name);
  // A millisecond more, so that what happens now is in the last week.
  const scope = { repositories: of("steer"), seen: of("see"), since: now() + 1 - weeks * spanMs, spanMs };
  const [reviews, judged, costs] = await Promise.all([
    store.figures.reviews(scope),
    store.figures.judged(scope),
    store.figures.costs(scope),
  ]);
  const useful = bySpan(weeks, judged, (row) => row.useful);
  const answered = bySpan(weeks, judged, (row) => row.useful + row.dismissed);
  const measured = (which: "p50Ms" | "p90Ms") =>
    Array.from({ length: weeks }, (_, span) => reviews.find((row) => row.span === span)?.[which] ?? null);
  const count = (value: number) => value.toLocaleString("en-US");
  return html`<section aria-labelledby="trends">
    <h2 id="trends">${words.week}</h2>
    <dl class="trends">
      ${tile(
        words.trends.reviews,
        bySpan(weeks, reviews, (row) => row.reviews),
        count,
      )}
      ${tile(
        words.trends.findings,
        bySpan(weeks, reviews, (row) => row.findings),
        count,
      )}
      ${tile(
        words.trends.accepted,
        answered.map((some, at) => (some === 0 ? null : useful[at]! / some)),
        percentText,
      )}
      ${tile(words.trends.half, measured("p50Ms"), durationText)}
      ${tile(words.trends.most, measured("p90Ms"), durationText)}
      ${tile(
        words.trends.cost,
        bySpan(weeks, costs, (row) => row.money),
        reviewCost,
      )}
    </dl>
    <p class="quiet">${words.weekHint}</p>
  </section>`;
}

function tile(title: string, values: readonly (number | null)[], says: (value: number) => string): Html {
  const text = (value: number | null | undefined) => (value == null ? words.none : says(value));
  const [before, last] = values.slice(-2);
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const bars = values.map((value, at) => {
    const height = most === 0 || value === null ? 0 : Math.max(1, Math.round((value / most) * 28));
    return html`<rect
      x="${at * 8}"
      y="${30 - height}"
      width="6"
      height="${height}"
      ${at === values.length - 1 && html`class="now"`}
    />`;
  });
  return html`<div class="panel">
    <dt>${title}</dt>
    <dd>
      <b>${text(last)}</b>
      <span class="quiet">${text(last) === text(before) ? words.same : words.before(text(before))}</span>
      <svg class="spark" viewBox="0 0 96 30" role="img" aria-label="${words.bars(title, values.map(text).join(", "))}">
        ${bars}
      </svg>
    </dd>
  </div>`;
}
