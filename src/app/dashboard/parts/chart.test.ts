import fc from "fast-check";
import { expect, test } from "vitest";
import { axisSteps } from "./chart.ts";
import { stackedBars } from "./chart-bars.ts";
import { chartLines } from "./chart-lines.ts";
import { rowBars } from "./chart-rows.ts";
import { cases } from "../../../../test/support/cases.ts";

cases("an axis up to %d by whole %s", axisSteps, [
  [7, 1, [0, 2, 4, 6, 8]],
  [1, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [0, 1, [0, 1]],
  [1, undefined, [0, 0.5, 1]],
  [0.03, undefined, [0, 0.01, 0.02, 0.03]],
  [130_000, 60_000, [0, 60_000, 120_000, 180_000]],
  [4000, 60_000, [0, 60_000]],
]);

test("an axis reaches the largest value, in few steps that are all alike", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.constantFrom(undefined, 1, 1000), (most, whole) => {
      const steps = axisSteps(most, whole);
      const last = steps.at(-1)!;
      expect(steps[0]).toBe(0);
      expect(last).toBeGreaterThanOrEqual(most * (1 - 1e-6));
      expect([2, 3, 4, 5, 6]).toContain(steps.length);
    }),
  );
});

const chart = {
  id: "c",
  title: "A <title>",
  spanned: "Week",
  spans: [
    { says: "Week of 5 Oct", short: "5 Oct" },
    { says: "Week of 12 Oct", short: "12 Oct" },
  ],
  says: String,
  none: "Nothing yet.",
};
const hostile = `"><script>alert(1)</script>`;

test("bars are stacked, labels are text, and a table has the numbers", () => {
  const series = [
    { name: hostile, values: [3, 0] },
    { name: "b", values: [1, null] },
  ];
  const markup = stackedBars({ ...chart, whole: 1, series }).toString();
  expect(markup).not.toContain("<script");
  const bars = [...markup.matchAll(/<rect\s+class="s(\d)"[^>]*?y="([\d.]+)"\s+height="([\d.]+)"/g)].map(
    ([, at, y, height]) => [at, Number(y), Number(height)],
  );
  // Four are the whole height: three quarters, and a quarter above them.
  expect(bars).toEqual([
    ["0", 47.5, 118.5],
    ["1", 8, 39.5],
  ]);
  expect(markup.match(/<td>[^<]*<\/td>/g)).toEqual(["<td>0</td>", "<td>–</td>", "<td>3</td>", "<td>1</td>"]);
});

test("a line has a gap where data is missing; zero on a fixed axis is drawn", () => {
  const spans = ["a", "b", "c", "d"].map((name) => ({ says: name, short: name }));
  const drawn = (values: (number | null)[]) => {
    const markup = chartLines({ ...chart, spans, most: 1, series: [{ name: "share", values }] }).toString();
    const [, inside = ""] = markup.split('class="line s0"');
    return { points: inside.match(/<circle/g)?.length ?? 0, joins: inside.match(/<line/g)?.length ?? 0, markup };
  };
  expect(drawn([0, 0.5, null, 1])).toMatchObject({ points: 3, joins: 1 });
  expect(drawn([null, null, 0, null])).toMatchObject({ points: 1, joins: 0 });
  expect(drawn([null, null, null, null]).markup).toContain("Nothing yet.");
});

test("shows ten rows, folds the others, and limits their number", () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ name: `check-${at}`, values: [1000 - at], says: "x" }));
  const table = { id: "r", title: "Rows", columns: ["Check", "Findings"], parts: [], none: "None." } as const;
  const markup = rowBars({ ...table, rows }).toString();
  const [shown = "", folded = ""] = markup.split("<details");
  expect([shown.match(/scope="row"/g)?.length, folded.match(/scope="row"/g)?.length]).toEqual([10, 290]);
  expect(folded).toContain("290 more");
  expect(rowBars({ ...table, rows: [] }).toString()).toContain("None.");
});
