// Draws a line chart over time, with gaps where there is no value.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { chartWords } from "../../../review/words/pages/figures-page-texts.ts";
import { chartFigure, rounded, type Chart, type Plot, type Series } from "./chart.ts";

export function chartLines(chart: Chart): Html {
  const all = chart.series.flatMap(({ values }) => values.filter((value) => value !== null));
  return chartFigure(chart, Math.max(0, ...all), keyOf(chart), (plot) =>
    chart.series.map((one, at) => drawn(chart, one, at, plot)),
  );
}

function keyOf({ series }: Chart): Html {
  return html`<ul class="key">
    ${series.map(
      ({ name }, at) =>
        html`<li>
          <svg width="26" height="14" aria-hidden="true">
            <g class="line s${at}">
              <line x1="0" x2="26" y1="7" y2="7" />
              ${at === 0 ? html`<circle cx="13" cy="7" r="4" />` : html`<rect x="9" y="3" width="8" height="8" />`}
            </g></svg
          >${name}
        </li>`,
    )}
  </ul>`;
}

function drawn({ spans, says }: Chart, { name, values }: Series, index: number, { x, y }: Plot): Html {
  const points = values.flatMap((value, at) =>
    value === null ? [] : [{ at, value, x: rounded(x(at + 0.5)), y: y(value) }],
  );
  const joined = points.slice(1).flatMap((to, before) => {
    const from = points[before]!;
    return from.at + 1 === to.at ? [{ from, to }] : [];
  });
  return html`<g class="line s${index}">
    ${joined.map(({ from, to }) => html`<line x1="${from.x}%" y1="${from.y}" x2="${to.x}%" y2="${to.y}" />`)}
    ${points.map((point) => {
      const title = html`<title>${chartWords.value(spans[point.at]!.says, name, says(point.value))}</title>`;
      return index === 0
        ? html`<circle cx="${point.x}%" cy="${point.y}" r="4">${title}</circle>`
        : html`<rect x="${point.x}%" y="${point.y}" width="8" height="8" transform="translate(-4 -4)">${title}</rect>`;
    })}
  </g>`;
}
