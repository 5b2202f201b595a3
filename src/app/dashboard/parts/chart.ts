// Renders the common parts of all charts: caption, legend, axes and a data table, as responsive SVG.
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import { chartWords as words } from "../../../review/words/pages/figures-page-texts.ts";

export interface Series {
  name: string;
  /** One value per span; null: no data. */
  values: readonly (number | null)[];
}

export interface Span {
  /** In the table and in tooltips: "Week of 5 Oct". */
  says: string;
  /** Under the axis: "5 Oct". */
  short: string;
}

export interface Chart {
  /** Unique in the page. */
  id: string;
  title: string;
  hint?: string | undefined;
  /** The column heading of the spans in the table: "Week". */
  spanned: string;
  spans: readonly Span[];
  series: readonly Series[];
  /** Formats a value. */
  says(value: number): string;
  /** The upper end of the axis; absent: derived from the values. */
  most?: number;
  /** Axis steps are multiples of this; absent: any step. */
  whole?: number;
  /** Shown if there is nothing to draw. */
  none: string;
}

/** The number of series styles: `.s0` and the others in `web/dashboard.css`. */
export const mostSeries = 6;

const height = 190;
const top = 8;
const bottom = 166;

export interface Plot {
  /** Pixels from the top. */
  y(value: number): number;
  /** The start of a span, in percent from the left; `slot` is the width of each. */
  x(span: number): number;
  slot: number;
}

/** `drawn` renders the content of the plot area; `largest` is the highest value drawn; `key` is the legend. */
export function chartFigure(chart: Chart, largest: number, key: Html, drawn: (plot: Plot) => HtmlPart): Html {
  const { id, title, hint, series, none } = chart;
  // With a fixed axis, zero is a value worth drawing.
  const isNothing = (value: number | null) => value === null || (value === 0 && chart.most === undefined);
  const isEmpty = series.every(({ values }) => values.every(isNothing));
  const steps = axisSteps(chart.most ?? largest, chart.whole);
  const slot = 100 / Math.max(1, chart.spans.length);
  const end = steps.at(-1)!;
  const plot: Plot = {
    y: (value) => rounded(bottom - (bottom - top) * (value / end)),
    x: (span) => rounded(span * slot),
    slot,
  };
  return html`<figure class="panel chart" aria-labelledby="${id}">
    <figcaption>
      <h2 id="${id}">${title}</h2>
      ${hint && html`<p class="quiet">${hint}</p>`}
    </figcaption>
    ${
      isEmpty
        ? html`<p class="quiet">${none}</p>`
        : html`${series.length > 1 && key}
            <svg class="plot" height="${height}" role="img" aria-label="${words.drawn(title)}">
              ${axes(chart, steps, plot)} ${drawn(plot)}
            </svg>
            ${tableOf(chart)}`
    }
  </figure>`;
}

/**
 * Steps from 0 to at least `largest`, in multiples of 1, 2 or 5 times a power of ten; with `whole`, also multiples of
 * that.
 */
export function axisSteps(largest: number, whole?: number): number[] {
  if (whole !== undefined && whole !== 1) return axisSteps(largest / whole, 1).map((step) => step * whole);
  if (!(largest > 0)) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    whole ?? 0,
    [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough)!,
  );
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function axes({ spans, says }: Chart, steps: readonly number[], { x, y }: Plot): Html {
  const every = Math.max(1, Math.ceil(spans.length / 5));
  // Counted from the end, so that the newest span is always labelled.
  const named = spans.map((span, at) => ({ ...span, at })).filter(({ at }) => (spans.length - 1 - at) % every === 0);
  return html`<g class="grid" aria-hidden="true">
      ${steps.map(
        (step) =>
          html`<line x1="0" x2="100%" y1="${y(step)}" y2="${y(step)}" /><text class="up" x="-6" y="${y(step) + 4}">
              ${says(step)}
            </text>`,
      )}
    </g>
    <g class="across" aria-hidden="true">
      ${named.map(({ short, at }) => html`<text x="${x(at + 0.5)}%" y="${height - 6}">${short}</text>`)}
    </g>`;
}

/** The legend, including the pattern definitions that the rest of the chart uses. */
export function chartKey(id: string, names: readonly string[]): Html {
  return html`<ul class="key">
    ${names.map(
      (name, at) =>
        html`<li>
          <svg width="14" height="14" class="s${at}" aria-hidden="true">
            ${patternOf(id, at)}
            <rect width="14" height="14" fill="${fillOf(id, at)}" /></svg
          >${name}
        </li>`,
    )}
  </ul>`;
}

/** Series differ by pattern, not only by colour; the first has none. */
export function fillOf(id: string, series: number): string {
  return series === 0 ? "var(--accent)" : `url(#${id}-${series})`;
}

const turned = ["0", "45", "0", "0", "-45", "0"];
const marks = [
  null,
  html`<line y2="6" stroke-width="3" />`,
  html`<circle cx="3" cy="3" r="1.4" />`,
  html`<line x2="6" stroke-width="3" />`,
  html`<line y2="6" stroke-width="2.5" />`,
  html`<line y2="6" stroke-width="1.5" /><line x2="6" stroke-width="1.5" />`,
];

function patternOf(id: string, at: number): HtmlPart {
  if (at === 0) return null;
  return html`<defs>
    <pattern
      id="${id}-${at}"
      class="s${at}"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(${turned[at]})"
    >
      <rect width="6" height="6" />
      ${marks[at]}
    </pattern>
  </defs>`;
}

function tableOf({ title, spanned, spans, series, says }: Chart): Html {
  return html`<details>
    <summary>${words.table}</summary>
    <div class="scroll numbers" tabindex="0" role="region" aria-label="${words.numbers(title)}">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">${spanned}</th>
            ${series.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${spans
            .map(
              (span, at) =>
                html`<tr>
                  <th scope="row">${span.says}</th>
                  ${series.map(({ values }) => html`<td>${valueText(values[at] ?? null, says)}</td>`)}
                </tr>`,
            )
            .toReversed()}
        </tbody>
      </table>
    </div>
  </details>`;
}

function valueText(value: number | null, says: Chart["says"]): string {
  return value === null ? words.nothing : says(value);
}

export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
