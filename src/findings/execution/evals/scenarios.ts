// Summarizes each scenario over several runs. Model answers vary, so only a scenario that fails in two runs and a retry
// of each counts as failing.
import { testKey, type TestResult } from "../runner.ts";
import type { EvalEvidence } from "../evidence.ts";

export type EvalRun = readonly TestResult[];
export type Scenario = Omit<EvalEvidence["scenarios"][number], "existing" | "onBase">;

/** It existed on base and fails now. */
export function isRegression({ existing, is, onBase }: EvalEvidence["scenarios"][number]): boolean {
  return existing && is === "failed" && onBase !== "failed";
}

/** Runs needed before a scenario counts as failing. */
export const runsToFail = 4;
const mostScenarios = 2000;

const order = { failed: 0, flaky: 1, passed: 2 } as const;

/** Leaves out scenarios that were always skipped. */
export function summarizeScenarios(runs: readonly EvalRun[]): Scenario[] {
  const byKey = runs.map(resultsByKey);
  const first = new Map<string, TestResult>();
  for (const one of runs.flat()) if (!first.has(testKey(one))) first.set(testKey(one), one);
  return [...first]
    .flatMap(([key, test]) => {
      const seen = byKey.map((run) => run.get(key));
      if (!seen.some((one) => one?.status === "passed" || one?.status === "failed")) return [];
      const failures = seen.filter((one) => one?.status === "failed");
      const is = failures.length === 0 ? "passed" : failures.length === runs.length ? "failed" : "flaky";
      const shown = is === "failed" && runs.length < runsToFail ? "flaky" : is;
      return [{ name: test.name, file: test.file, is: shown, message: failures[0]?.message ?? null } as const];
    })
    .toSorted((a, b) => order[a.is] - order[b.is])
    .slice(0, mostScenarios);
}

/** Something failed in every run so far, so a retry is due. */
export function isFailing(runs: readonly EvalRun[]): boolean {
  const [first, ...others] = runs.map(resultsByKey);
  if (first === undefined) return false;
  return [...first].some(
    ([key, { status }]) => status === "failed" && others.every((run) => run.get(key)?.status === "failed"),
  );
}

/** Of results with the same name, a failed one wins. */
export function resultsByKey(run: EvalRun): Map<string, TestResult> {
  const byKey = new Map<string, TestResult>();
  for (const one of run) {
    const key = testKey(one);
    if (byKey.get(key)?.status !== "failed") byKey.set(key, one);
  }
  return byKey;
}
