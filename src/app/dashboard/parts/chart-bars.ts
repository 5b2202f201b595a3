// Draws a stacked bar chart over time.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { chartWords } from "../../../review/words/pages/figures-page-texts.ts";
import { chartFigure, fillOf, chartKey, rounded, type Chart, type Plot } from "./chart.ts";

export function stackedBars(chart: Chart): Html {
  const totals = chart.spans.map((_, at) => chart.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const names = chart.series.map(({ name }) => name);
  return chartFigure(chart, Math.max(0, ...totals), chartKey(chart.id, names), (plot) =>
    chart.spans.map((_, at) => bar(chart, at, plot)),
  );
}

/** The space on either side of a bar, as a share of its slot. */
const gap = 0.1;

function bar({ id, spans, series, says }: Chart, at: number, { x, y, slot }: Plot): Html[] {
  let below = 0;
  return series.flatMap(({ name, values }, index) => {
    const value = values[at] ?? 0;
    if (value <= 0) return [];
    const [from, to] = [below, below + value];
    below = to;
    return [
      html`<rect
        class="s${index}"
        x="${rounded(x(at) + gap * slot)}%"
        width="${rounded(slot * (1 - 2 * gap))}%"
        y="${y(to)}"
        height="${rounded(Math.max(1, y(from) - y(to)))}"
        fill="${fillOf(id, index)}"
      >
        <title>${chartWords.value(spans[at]!.says, name, says(value))}</title>
      </rect>`,
    ];
  });
}
