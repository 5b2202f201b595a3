// Lists the execution units in the order of reports.
import { evalsUnit, type ConfiguredEvals } from "./evals-unit.ts";
import type { OpenExecution } from "./execute.ts";
import { lintGate } from "./lint-gate.ts";
import { probeUnit } from "./probe-unit.ts";
import { runnersFor } from "./runners/index.ts";
import { testsUnit } from "./tests-unit.ts";

export interface UnitChoice {
  asked: boolean;
  /** The user asked for a probe. */
  probe: boolean;
  /** Evals configured for this repository. */
  evals: readonly ConfiguredEvals[];
}

export function executionUnits({ asked, probe, evals }: UnitChoice): Pick<OpenExecution, "first" | "then"> {
  // oxlint-disable-next-line unicorn/no-thenable -- no function: nothing can take it for a promise
  return { first: [testsUnit(runnersFor), lintGate(asked), evalsUnit(evals)], then: [probeUnit(probe, asked)] };
}
