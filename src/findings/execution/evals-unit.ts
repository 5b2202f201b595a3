// Runs evals (tests of prompts and skills) with the keys and hosts from the user's own config, and only for the user's
// own changes.
import type { Change } from "../../change/change.ts";
import type { CommandResult, UnitResult } from "../report.ts";
import type { Reason } from "../reason.ts";
import type { EvalEvidence } from "./evidence.ts";
import type { ExecutionNeeds, ExecutionUnit } from "./execute.ts";
import { evalFindings } from "./evals/eval-findings.ts";
import { scenarioFileMatcher, callsForEvals, changedPaths, settingsMatcher, evalMatcher } from "./evals/eval-files.ts";
import { scenarioFinder } from "./evals/find-scenario.ts";
import { runEval, errorText, type EvalResult, type ConfiguredEvals } from "./evals/run-eval.ts";
import { isRegression } from "./evals/scenarios.ts";
import { evalsRefusal } from "./evals/evals-refusal.ts";
import { readProject } from "./read-project.ts";
import type { SelectionOptions } from "./run-selection.ts";

export type { ConfiguredEvals } from "./evals/run-eval.ts";

export function evalsUnit(evals: readonly ConfiguredEvals[]): ExecutionUnit {
  return {
    id: "evals",
    title: "Runs the evals that the change concerns",
    passes: [],
    when: (change) => whenEvals(change, evals),
    run: (change, needs, stop) => runEvals(change, evals, needs, stop),
  };
}

function evalSettings(evals: readonly ConfiguredEvals[]) {
  return evals.map(({ settings }) => settings);
}

function whenEvals(change: Change, evals: readonly ConfiguredEvals[]): true | Reason {
  if (!callsForEvals(change, evalMatcher(evalSettings(evals))))
    return { kind: "nothing-to-check", what: "no prompt, skill or eval was changed" };
  return evalsRefusal(change) ?? (evals.length === 0 ? { kind: "no-eval-command" } : true);
}

async function runEvals(
  change: Change,
  evals: readonly ConfiguredEvals[],
  { sandbox, code, onOutput }: ExecutionNeeds,
  stop: AbortSignal,
): Promise<UnitResult> {
  // Checked before as well; repeated here because keys are at stake.
  if (evalsRefusal(change) !== null) throw new Error("evals of a change that is not one's own are not run");
  const [base, head] = await Promise.all([readProject(code.base), readProject(code.head)]);
  const ran: CommandResult[] = [];
  const running: SelectionOptions = {
    sandbox,
    stop,
    ms: change.config.execution.minutes * 60_000,
    ended: (result) => void ran.push(result),
    ...(onOutput && { onOutput: (text: string) => onOutput("evals", text) }),
  };
  const ends: EvalResult[] = [];
  const troubles: unknown[] = [];
  for (const [index, one] of evals.entries()) {
    if (!callsForEvals(change, settingsMatcher(one.settings))) continue;
    try {
      ends.push(await runEval(one, index, { change, head, base }, running));
    } catch (error) {
      stop.throwIfAborted();
      troubles.push(error);
    }
  }
  const scenarios = ends.flatMap((end) => end.scenarios);
  // A certain failure outweighs evals that could not run; without one, that error is the result.
  if (troubles.length > 0 && !scenarios.some(isRegression)) throw troubles[0];
  const evidence: EvalEvidence = {
    command: ends[0]?.command ?? [],
    scenarios,
    runs: Math.min(...ends.map(({ runs }) => runs)),
    ms: ran.reduce((sum, { ms }) => sum + ms, 0),
  };
  const find = scenarioFinder(head, scenarioFileMatcher(evalSettings(evals)), changedPaths(change));
  return {
    findings: await evalFindings(scenarios, change, head, find),
    verdicts: [],
    read: [],
    ran,
    evals: evidence,
    notes: [
      ...ends.flatMap(({ notes }) => notes),
      ...troubles.map((one) => `Some evals were not run: ${errorText(one)}`),
    ],
  };
}
