// Draws horizontal bars as a table with numbers.
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import { chartWords as words } from "../../../review/words/pages/figures-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import { fillOf, chartKey, mostSeries, rounded } from "./chart.ts";

interface ChartRow {
  name: string;
  /** The lengths of the segments of the bar. */
  values: readonly number[];
  /** The numbers as text. */
  says: string;
}

export interface Rows {
  id: string;
  title: string;
  hint?: string | undefined;
  /** The column headings of names and numbers. */
  columns: readonly [string, string];
  /** The names of the segments. */
  parts: readonly string[];
  /** The value of a full-length bar; absent: the longest bar's. */
  most?: number;
  rows: readonly ChartRow[];
  none: string;
}

const shownRows = 10;
const mostRows = 300;

export function rowBars({ id, title, hint, columns, parts, most, rows, none }: Rows): Html {
  const longest = most ?? Math.max(0, ...rows.map(({ values }) => sum(values)));
  const table = (some: readonly ChartRow[]) =>
    html`<table class="plain rows">
      <thead>
        <tr>
          <th scope="col">${columns[0]}</th>
          <td></td>
          <th scope="col">${columns[1]}</th>
        </tr>
      </thead>
      <tbody>
        ${some.map((row) => drawn(row, longest, id))}
      </tbody>
    </table>`;
  return html`<figure class="panel chart" aria-labelledby="${id}">
    <figcaption>
      <h2 id="${id}">${title}</h2>
      ${hint && html`<p class="quiet">${hint}</p>`}
    </figcaption>
    ${parts.length > 1 && rows.length > 0 && chartKey(id, parts)}
    ${rows.length === 0 ? html`<p class="quiet">${none}</p>` : table(rows.slice(0, shownRows))}
    ${
      rows.length > shownRows &&
      html`<details>
        <summary>${words.more(Math.min(rows.length, mostRows) - shownRows)}</summary>
        ${table(rows.slice(shownRows, mostRows))}
      </details>`
    }
  </figure>`;
}

function drawn({ name, values, says }: ChartRow, longest: number, id: string): Html {
  let before = 0;
  const bars = values.slice(0, mostSeries).flatMap((value, at): HtmlPart[] => {
    const [x, width] = [percent(before, longest), percent(value, longest)];
    before += value;
    return value > 0
      ? [html`<rect class="s${at}" x="${x}%" width="${width}%" height="12" fill="${fillOf(id, at)}" />`]
      : [];
  });
  return html`<tr>
    <th scope="row">${shorten(oneLine(name), 80)}</th>
    <td class="drawn">
      <svg width="100%" height="12" aria-hidden="true">${bars}</svg>
    </td>
    <td>${says}</td>
  </tr>`;
}

function percent(value: number, of: number): number {
  return of === 0 ? 0 : rounded((100 * value) / of);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
