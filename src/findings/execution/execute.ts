// What of a change is run, and by which units: its tests, its linters, evals, and the probe that follows what they show.
import type { Change, Code } from "../../change/change.ts";
import type { Panel } from "../asking/panel.ts";
import type { Report, Unit } from "../report.ts";
import type { Workshop } from "./workshop.ts";

/** What running needs; absent from a review that runs nothing. */
export interface Executing {
  workshop: Workshop;
  /** A person asked for it (`--run-tests`), whoever the repository belongs to. */
  asked: boolean;
  /** A person asked for a probe. */
  probe: boolean;
  /** Told what goes on, for people: the unit, and the last line of what it says. */
  hears?(unit: string, text: string): void;
}

export interface ExecutionNeeds extends Executing {
  code: Code;
  /** Models that a probe may ask. */
  panel: Panel | null;
  /** What units before it reported; the probe waits for the tests. */
  reports: Promise<readonly Report[]>;
}

export type ExecutionUnit = Unit<ExecutionNeeds>;

/** Whether code of the repository may be run at all. */
export function mayRun(change: Pick<Change, "owned">, asked: boolean): boolean {
  return asked || change.owned.is === "mine";
}
