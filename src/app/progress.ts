// One line on a terminal that says what is going on, and leaves nothing behind.
import type { Progress } from "../review-change.ts";
import type { Outside } from "./outside.ts";

export interface ProgressLine {
  show(step: Progress): void;
  clear(): void;
}

export function progressLine({ tell, screen }: Pick<Outside, "tell" | "screen">): ProgressLine {
  if (!screen.live) return { show() {}, clear() {} };
  let shown = false;
  let done = 0;
  let units = 0;
  const draw = (text: string) => {
    shown = true;
    tell(`\r\u001b[K${text}`);
  };
  return {
    show(step) {
      if (step.step === "asking") draw("Asking GitHub…");
      if (step.step === "fetching") draw(`Fetching its commits: ${step.percent}%`);
      if (step.step === "reading") draw("Reading the change…");
      if (step.step === "checking") {
        units = step.units;
        done = 0;
        draw(`Checking: 0 of ${units}`);
      }
      if (step.step === "checked") draw(`Checking: ${++done} of ${units} (${step.report.unit})`);
      if (step.step === "judging") draw("Weighing the evidence…");
    },
    clear() {
      if (shown) tell("\r\u001b[K");
      shown = false;
    },
  };
}
