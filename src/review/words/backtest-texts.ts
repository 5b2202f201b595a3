// Defines the texts of a replay: terminal output and judging page.
import { reachesAuthor } from "../../findings/finding.ts";
import type { Precision } from "../backtest/judgements.ts";
import { summariseBacktests, type Backtest, type CheckSummary } from "../backtest/backtest-result.ts";
import { painter, type Paint } from "../publishers/paint.ts";
import { pad, wrap } from "../publishers/wrap.ts";
import { count, oneLine } from "./text.ts";

interface Screen {
  colour: boolean;
  width: number;
}

/** Of one replay, or of several combined. */
export function backtestTable(backtests: readonly Backtest[], { colour, width }: Screen): string {
  const paint = painter(colour);
  const changes = backtests.flatMap((one) => one.changes);
  const rows = summariseBacktests(backtests).toSorted((a, b) => b.posted - a.posted);
  const unproven = new Set(backtests.flatMap((one) => one.unproven));
  const posted = changes
    .flatMap((one) => one.findings)
    .filter(
      ({ outcome, check, kind }) =>
        reachesAuthor({ outcome }) && !unproven.has(check) && !unproven.has(`${check}/${kind}`),
    ).length;
  return [
    ...backtests.map((one) => headline(one, paint)),
    "",
    ...table(rows, paint),
    "",
    `${count(posted, "finding")} would be posted by default, ${perChange(posted, changes.length)} a change.`,
    ...(unproven.size > 0 ? wrap(`Advisory by default: ${[...unproven].join(", ")}.`, width) : []),
    ...againLines(rows),
    ...failureLines(changes, width),
    ...unreadLines(backtests, width),
    "",
  ].join("\n");
}

function headline({ repository, head, changes, memory }: Backtest, paint: Paint): string {
  const ms = changes.map((change) => change.ms).toSorted((a, b) => a - b);
  const middle = ms[Math.floor(ms.length / 2)] ?? 0;
  return (
    `${paint(oneLine(repository), "bold")} at ${head.slice(0, 12)}: ${count(changes.length, "merged change")} replayed, ` +
    `half of them in ${middle} ms or less, at most ${memory} MB of memory`
  );
}

const columns = [
  ["check", 20],
  ["posted", 8],
  ["advisory", 10],
  ["quiet", 7],
  ["per 100", 9],
  ["p50 ms", 8],
  ["p90 ms", 8],
  ["failed", 7],
] as const;

function table(rows: readonly CheckSummary[], paint: Paint): string[] {
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => pad(String(cell), columns[index]?.[1] ?? 8))
      .join("")
      .trimEnd();
  return [
    paint(line(columns.map(([name]) => name)), "dim"),
    ...rows.map((row) =>
      line([
        row.check,
        row.posted,
        row.advisory,
        row.quiet,
        ((row.posted * 100) / Math.max(1, row.changes)).toFixed(1),
        row.p50,
        row.p90,
        row.failed,
      ]),
    ),
  ];
}

function perChange(posted: number, changes: number): string {
  return (posted / Math.max(1, changes)).toFixed(2);
}

function againLines(rows: readonly CheckSummary[]): string[] {
  const sum = (key: keyof CheckSummary["again"]) => rows.reduce((total, row) => total + row.again[key], 0);
  const [changed, kept, soon] = [sum("changed"), sum("kept"), sum("too-soon")];
  if (changed + kept + soon === 0) return [];
  return [
    `Of the flagged lines ${changed} were changed again within 30 days, ${kept} were not; ` +
      `${soon} are younger than 30 days, or their line could not be followed.`,
  ];
}

/** Why a check failed, once per check. */
function failureLines(changes: Backtest["changes"], width: number): string[] {
  const first = new Map<string, string>();
  for (const { sha, checks } of changes)
    for (const [check, { failed }] of Object.entries(checks))
      if (failed !== null && !first.has(check))
        first.set(check, `${check} failed on ${sha.slice(0, 12)}: ${oneLine(failed)}`);
  return [...first.values()].flatMap((line) => wrap(line, Math.max(40, width)));
}

function unreadLines(backtests: readonly Backtest[], width: number): string[] {
  const unread = backtests.flatMap((one) => one.unread);
  if (unread.length === 0) return [];
  const shown = unread.slice(0, 3).map(({ sha, why }) => `${sha.slice(0, 12)}: ${oneLine(why)}`);
  return [
    `${count(unread.length, "change")} could not be read:`,
    ...shown.flatMap((line) => wrap(line, Math.max(40, width - 2)).map((part) => `  ${part}`)),
  ];
}

/** Judged findings per check, with the interval of the share judged wrong. */
export function precisionTable(rows: readonly Precision[], { colour }: Screen): string {
  const paint = painter(colour);
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => pad(String(cell), index === 0 ? 20 : 10))
      .join("")
      .trimEnd();
  return [
    paint(line(["check", "posted", "judged", "wrong", "unclear", "wrong (95% interval)"]), "dim"),
    ...rows
      .filter(({ posted }) => posted > 0)
      .map((row) => line([row.check, row.posted, row.judged, row.wrong, row.unclear, intervalText(row)])),
    "",
  ].join("\n");
}

function intervalText({ judged, interval: [low, high] }: Pick<Precision, "judged" | "interval">): string {
  return judged === 0 ? "not judged" : `${Math.round(low * 100)} to ${Math.round(high * 100)}%`;
}

export const judgingTexts = {
  title: "Judge the findings",
  lead:
    "These are findings that the checks would have reported on merged changes. Would a careful maintainer have wanted to " +
    "see each one then? Judge whether the claim is right, not how much it matters.",
  right: "Right",
  wrong: "Wrong",
  unclear: "Unclear",
  save: "Save judgements",
  open: "Open a file of judgements",
  left: "to judge",
  keys: "R right, W wrong, U unclear, J and K to move",
  noScript: "Judging needs JavaScript; the findings can be read without it.",
  nothing: "Nothing would have been posted: there is nothing to judge.",
  again: {
    changed: "the line was changed again within 30 days",
    kept: "the line was not changed within 30 days",
    "too-soon": "not followed for 30 days",
  },
} as const;
