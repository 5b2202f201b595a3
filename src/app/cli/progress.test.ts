// The progress display of a review, as a terminal renders it.
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { reportOf } from "../../../test/support/finding-of.ts";
import type { AskProgress } from "../../findings/asking/asking.ts";
import { progressLine } from "./progress.ts";

/** The little of a terminal that progress uses: moves up, to the start of a line, and clears to the end of line or screen. */
const escape = "\u001b";
const pieces = new RegExp(`${escape}\\[(\\d*)([AJK])|\\r|\\n|[^${escape}\\r\\n]+`, "g");
const moves = new RegExp(`${escape}\\[(\\d*)([AJK])`);

function terminal() {
  let lines = [""];
  let row = 0;
  let column = 0;
  const write = (text: string) => {
    for (const [piece] of text.matchAll(pieces)) {
      const move = moves.exec(piece);
      if (move?.[2] === "A") row = Math.max(0, row - Number(move[1] || 1));
      else if (move?.[2] === "K") lines[row] = lines[row]!.slice(0, column);
      else if (move?.[2] === "J") lines = [...lines.slice(0, row), lines[row]!.slice(0, column)];
      else if (piece === "\r") column = 0;
      else if (piece === "\n") {
        row++;
        column = 0;
        lines[row] ??= "";
      } else {
        lines[row] = lines[row]!.slice(0, column).padEnd(column) + piece + lines[row]!.slice(column + piece.length);
        column += piece.length;
      }
    }
  };
  return { write, shown: () => lines.join("\n").trimEnd() };
}

const change = changeOf({ head: { "a.js": "a();\n" }, title: "fix: a" });
const cost = { tokensIn: 3_000, cacheReads: 9_000, cacheWrites: 0, tokensOut: 500, money: 0.02 };
const asked = (unit: string, is: AskProgress["is"], more: Partial<AskProgress> = {}) =>
  ({ step: "asked", progress: { unit, model: "anthropic/claude", is, cost, steps: 1, ...more } }) as const;
const triaged = {
  step: "triaged",
  change,
  estimate: { tokens: 40_000, money: 0.1 },
  asks: true,
  models: { "code-reviewer": "anthropic/claude" },
} as const;
const screen = { colour: false, width: 100, asks: false };

describe("on a terminal", () => {
  test("each reviewer has one line that is updated in place; only the banner remains at the end", () => {
    const { write, shown } = terminal();
    const progress = progressLine({ tell: write, screen: { ...screen, live: true } });
    progress.show({ step: "reading" });
    progress.show(triaged);
    progress.show({ step: "checking", units: 18 });
    progress.show(asked("code-reviewer", "started"));
    progress.show(asked("security-reviewer", "waiting"));
    progress.show({ step: "checked", report: reportOf({ unit: "api-break" }) });
    progress.show(asked("code-reviewer", "reading", { steps: 2 }));
    const lines = shown().split("\n");
    expect(lines.slice(-3)).toEqual([
      "Checking: 1 of 18 (api-break)",
      "  code-reviewer: looking things up, step 2, 13k tokens (9k cached), 0.02 dollars (anthropic/claude)",
      "  security-reviewer: waiting, 13k tokens (9k cached), 0.02 dollars (anthropic/claude)",
    ]);
    progress.show({ step: "reviewed", report: reportOf({ unit: "code-reviewer", by: "reviewer", cost }) });
    expect(shown()).toContain("  code-reviewer: no findings, 13k tokens (9k cached), 0.02 dollars");
    progress.clear();
    expect(shown()).toMatch(/^Tier {7}Lite: [^]*Estimated {2}about 40k tokens, about 0\.10 dollars$/);
  });

  test("no line is wider than the screen, because wrapped lines would break the redraw", () => {
    const { write, shown } = terminal();
    const progress = progressLine({ tell: write, screen: { ...screen, width: 40, live: true } });
    progress.show({ step: "checking", units: 1 });
    progress.show(asked("silent-failure-hunter", "writing"));
    expect(
      Math.max(
        ...shown()
          .split("\n")
          .map(({ length }) => length),
      ),
    ).toBeLessThan(40);
  });
});

test("without a terminal: the banner, and a line for each reviewer that ended", () => {
  let told = "";
  const progress = progressLine({ tell: (text) => (told += text), screen: { ...screen, live: false } });
  progress.show({ step: "reading" });
  progress.show(triaged);
  progress.show(asked("code-reviewer", "started"));
  const why = { kind: "model-failed", model: "m", fault: "timeout", message: "" } as const;
  progress.show({
    step: "reviewed",
    report: reportOf({ unit: "code-reviewer", by: "reviewer", status: "failed", why }),
  });
  progress.show({
    step: "reviewed",
    report: reportOf({ unit: "adversary", by: "reviewer", status: "skipped", why: { kind: "no-model" } }),
  });
  expect(told).toMatch(
    /^Tier [^]*Estimated  about 40k tokens, about 0\.10 dollars\ncode-reviewer: failed: m took too long\n$/,
  );
});

test("a review without models does not mention them", () => {
  let told = "";
  const progress = progressLine({ tell: (text) => (told += text), screen: { ...screen, live: false } });
  progress.show({ ...triaged, asks: false });
  progress.show({ step: "checked", report: reportOf() });
  expect(told).toBe("");
});
