// Evals: tests of prompts and skills, which need keys and a network (EXE-3). They run as a person's own config says, with
// the keys and hosts that it names, and only on changes of their own.
import type { Change } from "../../change/change.ts";
import type { EvalSettings } from "../../change/config.ts";
import type { CommandResult, UnitResult } from "../report.ts";
import type { Reason } from "../reason.ts";
import type { EvalEvidence } from "./evidence.ts";
import type { ExecutionNeeds, ExecutionUnit } from "./execute.ts";
import { callsForEvals, changedPaths, concernsOf, isForEvals, type Matches } from "./evals/kinds.ts";
import { evalFindings } from "./evals/eval-findings.ts";
import { finderIn } from "./evals/places.ts";
import { isFailing, runsToFail, scenariosOf, type Run, type Scenario } from "./evals/scenarios.ts";
import { whyNever } from "./evals/why-never.ts";
import { NotExecuted } from "./not-executed.ts";
import { projectOf } from "./project.ts";
import { runSelection, type Running } from "./run-selection.ts";
import type { Project, Runner, Selection } from "./runner.ts";
import { configuredRunner } from "./runners/configured.ts";
import type { Workshop } from "./workshop.ts";

/** Settings for this repository. */
export interface EvalsHere {
  settings: Readonly<EvalSettings>;
  /** Takes the values of its keys out of a text. */
  masked(text: string): string;
}

export function evalsUnit(evals: readonly EvalsHere[]): ExecutionUnit {
  return {
    id: "evals",
    title: "Runs the evals that the change concerns",
    passes: [],
    when: (change) => whenEvals(change, evals),
    run: (change, needs, stop) => runEvals(change, evals, needs, stop),
  };
}

function matchesOf(evals: readonly EvalsHere[]): Matches {
  const all = evals.map(({ settings }) => concernsOf(settings));
  return all.length === 0 ? isForEvals : (path) => all.some((matches) => matches(path));
}

function whenEvals(change: Change, evals: readonly EvalsHere[]): true | Reason {
  if (!callsForEvals(change, matchesOf(evals)))
    return { kind: "nothing-to-check", what: "no prompt, skill or eval was changed" };
  return whyNever(change) ?? (evals.length === 0 ? { kind: "no-eval-command" } : true);
}

interface Ran {
  settings: Readonly<EvalSettings>;
  command: readonly string[];
  scenarios: readonly Scenario[];
  runs: number;
  notes: readonly string[];
}

async function runEvals(
  change: Change,
  evals: readonly EvalsHere[],
  { workshop, code, hears }: ExecutionNeeds,
  stop: AbortSignal,
): Promise<UnitResult> {
  // Said once already, and once more where it is done.
  if (whyNever(change) !== null) throw new Error("evals of a change that is not one's own are not run");
  const [base, head] = await Promise.all([projectOf(code.base), projectOf(code.head)]);
  const ran: CommandResult[] = [];
  const running: Running = {
    workshop,
    stop,
    ms: change.config.execution.minutes * 60_000,
    ended: (result) => void ran.push(result),
    ...(hears && { hears: (text: string) => hears("evals", text) }),
  };
  const ends: Ran[] = [];
  const troubles: unknown[] = [];
  for (const [index, one] of evals.entries()) {
    if (!callsForEvals(change, concernsOf(one.settings))) continue;
    try {
      ends.push(await runOne(one, index, change, head, running));
    } catch (error) {
      stop.throwIfAborted();
      troubles.push(error);
    }
  }
  const scenarios = (await Promise.all(ends.map((end) => placed(end, change, base)))).flat();
  // A failure that is sure weighs more than what could not be run; without one, what could not be run is what there is to say.
  if (troubles.length > 0 && !scenarios.some(({ existing, is }) => existing && is === "failed")) throw troubles[0];
  const evidence: EvalEvidence = {
    command: ends[0]?.command ?? [],
    scenarios,
    runs: Math.min(...ends.map(({ runs }) => runs)),
    ms: ran.reduce((sum, { ms }) => sum + ms, 0),
  };
  const find = finderIn(head, matchesOf(evals), changedPaths(change));
  return {
    findings: await evalFindings(scenarios, change, head, find),
    verdicts: [],
    read: [],
    ran,
    evals: evidence,
    notes: [
      ...ends.flatMap(({ notes }) => notes),
      ...troubles.map((one) => `Some evals were not run: ${wordsOf(one)}`),
    ],
  };
}

/** Two runs; where something failed in both, each gets a retry. */
async function runOne(
  { settings, masked }: EvalsHere,
  index: number,
  change: Change,
  head: Project,
  running: Running,
): Promise<Ran> {
  const runner = configuredRunner(settings, index);
  const used = { runner: runner.id, cwd: "" };
  const selection = (await runner.related(used, changedPaths(change), head))!;
  const refused = new Set<string>();
  const own = { ...running, workshop: outward(running.workshop, settings, refused) };
  const once = (label: string) => runOnce(runner, selection, label, own, masked);
  const runs = [await once("on the change"), await once("on the change again")];
  const notes: string[] = [];
  while (isFailing(runs) && runs.length < runsToFail) {
    const retry = await once("what failed, once more").catch((error: unknown) => {
      running.stop.throwIfAborted();
      notes.push(`A retry could not be run, so that nothing is called failing: ${wordsOf(error)}`);
      return null;
    });
    if (retry === null) break;
    runs.push(retry);
  }
  if (refused.size > 0)
    notes.push(`It was not let through to hosts that its settings do not name: ${[...refused].join(", ")}`);
  return { settings, command: selection.command.words, scenarios: scenariosOf(runs), runs: runs.length, notes };
}

/** Its runs alone get the keys and the way out. */
function outward(workshop: Workshop, { env, hosts }: Readonly<EvalSettings>, refused: Set<string>): Workshop {
  return {
    run: async (tree, ecosystems, commands, options) => {
      const end = await workshop.run(tree, ecosystems, commands, { ...options, outward: { env, hosts } });
      if (end.is === "ran") for (const host of end.refused ?? []) refused.add(host);
      return end;
    },
  };
}

const longestName = 300;

async function runOnce(
  runner: Runner,
  selection: Selection,
  label: string,
  running: Running,
  masked: EvalsHere["masked"],
): Promise<Run> {
  const end = await runSelection(
    { runner, used: { runner: runner.id, cwd: "" } },
    selection,
    { of: "head" },
    label,
    running,
  );
  if (end.is === "not-run") throw new NotExecuted(end.why);
  if (end.is === "broken") throw new Error(masked(`the evals have no result: ${end.why}`));
  // A report can write a key so that it is one only when the report is read.
  return end.results.map((one) => ({
    ...one,
    name: masked(one.name).slice(0, longestName),
    file: one.file === null ? null : masked(one.file),
    message: one.message === null ? null : masked(one.message),
  }));
}

/** With whether they were there before. */
async function placed({ settings, scenarios }: Ran, change: Change, base: Project): Promise<EvalEvidence["scenarios"]> {
  const concerns = concernsOf(settings);
  const find = finderIn(base, (path) => concerns(path) || isForEvals(path), changedPaths(change));
  const before = new Map(
    change.files.flatMap(({ oldPath, newPath }) => (oldPath && newPath ? [[newPath, oldPath]] : [])),
  );
  return await Promise.all(
    scenarios.map(async (one) => {
      const file = one.file === null ? null : (before.get(one.file) ?? one.file);
      // Whether it is there matters for what fails alone, but is shown of all.
      return { ...one, existing: (await find({ name: one.name, file })) !== null };
    }),
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof NotExecuted) return error.because.why;
  return error instanceof Error ? error.message : String(error);
}
