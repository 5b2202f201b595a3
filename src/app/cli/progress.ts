// Shows a review's progress: redrawn in place on a terminal, otherwise one line per finished reviewer.
import type { Report } from "../../findings/report.ts";
import type { AskProgress } from "../../findings/asking/asking.ts";
import type { Progress } from "../../review-change.ts";
import { fit, wrap } from "../../review/publishers/wrap.ts";
import {
  modelProgressLine,
  bannerLines,
  executionEnded,
  reviewerEnded,
  executionProgressLine,
} from "../../review/words/progress-texts.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export interface ProgressLine {
  show(step: Progress): void;
  clear(): void;
}

export function progressLine({ tell, screen }: Pick<ProcessEnvironment, "tell" | "screen">): ProgressLine {
  const printLines = linePrinter(tell, screen.width);
  if (!screen.live) return { show: printLines, clear() {} };
  const block = drawnBlock(tell, screen.width);
  const state = newState();
  return {
    show(step) {
      if (isBanner(step)) {
        block.clear();
        printLines(step);
      }
      state.take(step);
      block.draw(state.lines());
    },
    clear: block.clear,
  };
}

/** The banner, which stays on the screen. */
function isBanner(step: Progress): boolean {
  return step.step === "triaged";
}

function linePrinter(tell: ProcessEnvironment["tell"], width: number): (step: Progress) => void {
  return (step) => {
    if (step.step === "triaged" && step.asks)
      tell(
        bannerLines(step.change, step.estimate, step.models)
          .map((line) => labelled(line, width))
          .join(""),
      );
    if (step.step === "reviewed" && step.report.why?.kind !== "no-model") tell(`${reviewerEnded(step.report)}\n`);
    if (step.step === "ran" && hasRun(step.report)) tell(`${executionEnded(step.report)}\n`);
  };
}

function labelled([label, text]: readonly [string, string], width: number): string {
  const column = 11;
  return wrap(text, width - column)
    .map((line, index) => `${(index === 0 ? label : "").padEnd(column)}${line}\n`)
    .join("");
}

function newState() {
  let first = "";
  let done = 0;
  let units = 0;
  const asking = new Map<string, AskProgress>();
  const ended = new Map<string, Report>();
  /** The latest output of each unit that runs programs. */
  const running = new Map<string, string>();
  const lineOf = (unit: string): string => {
    const report = ended.get(unit);
    if (report) return report.by === "execution" ? executionEnded(report) : reviewerEnded(report);
    const under = asking.get(unit);
    return under ? modelProgressLine(under) : executionProgressLine(unit, running.get(unit) ?? "");
  };
  return {
    take(step: Progress): void {
      if (step.step === "asking") first = "Asking GitHub…";
      if (step.step === "fetching") first = `Fetching its commits: ${step.percent}%`;
      if (step.step === "reading") first = "Reading the change…";
      if (step.step === "checking") {
        units = step.units;
        done = 0;
        asking.clear();
        running.clear();
        ended.clear();
        first = `Checking: 0 of ${units}`;
      }
      if (step.step === "checked") first = `Checking: ${++done} of ${units} (${step.report.unit})`;
      if (step.step === "asked") asking.set(step.progress.unit, step.progress);
      if (step.step === "reviewed" && step.report.why?.kind !== "no-model") ended.set(step.report.unit, step.report);
      if (step.step === "running") running.set(step.unit, lastLine(step.says) ?? running.get(step.unit) ?? "");
      if (step.step === "ran" && hasRun(step.report)) {
        running.delete(step.report.unit);
        ended.set(step.report.unit, step.report);
      }
      if (step.step === "judging") first = "Weighing the evidence…";
    },
    lines(): string[] {
      const named = new Set([...asking.keys(), ...running.keys(), ...ended.keys()]);
      return [first, ...[...named].map((unit) => `  ${lineOf(unit)}`)];
    },
  };
}

/** A unit that ran nothing is reported in the review only. */
function hasRun({ status, ran = [] }: Report): boolean {
  return status === "failed" || ran.length > 0;
}

/** The last non-empty line of the new output. */
function lastLine(text: string): string | null {
  return text.trimEnd().split("\n").at(-1)?.trim() || null;
}

/** Lines that are redrawn in place. */
function drawnBlock(tell: ProcessEnvironment["tell"], width: number) {
  let height = 0;
  const clear = () => {
    // Of one line only that line: clearing the screen from its top would put it into the scrollback of some terminals.
    if (height > 0) tell(height > 1 ? `\r\u001b[${height - 1}A\u001b[J` : "\r\u001b[K");
    height = 0;
  };
  return {
    clear,
    draw(lines: readonly string[]): void {
      const shown = lines.map((line) => fit(line, width - 1));
      const up = height > 0 ? `\r${height > 1 ? `\u001b[${height - 1}A` : ""}` : "\r";
      // A wrapped line would take two rows and shift the next redraw.
      tell(`${up}${shown.map((line) => `\u001b[K${line}`).join("\n")}${height > shown.length ? "\u001b[J" : ""}`);
      height = shown.length;
    },
  };
}
