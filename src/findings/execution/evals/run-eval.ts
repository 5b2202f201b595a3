// Runs one eval command until it is clear what fails consistently, and then on base.
import type { Change } from "../../../change/change.ts";
import type { EvalSettings } from "../../../change/config.ts";
import type { EvalEvidence } from "../evidence.ts";
import { NotExecuted } from "../not-executed.ts";
import { runSelection, type SelectionOptions } from "../run-selection.ts";
import { testKey, type Project, type Runner, type Selection } from "../runner.ts";
import { configuredRunner } from "../runners/configured.ts";
import type { TreeSpec, SandboxRunner } from "../sandbox-runner.ts";
import { scenarioFileMatcher, changedPaths } from "./eval-files.ts";
import { scenarioFinder } from "./find-scenario.ts";
import { isFailing, runsToFail, summarizeScenarios, resultsByKey, type EvalRun, type Scenario } from "./scenarios.ts";

/** Evals configured for this repository. */
export interface ConfiguredEvals {
  settings: Readonly<EvalSettings>;
  /** Redacts the values of the keys. */
  redact(text: string): string;
}

export interface EvalResult {
  command: readonly string[];
  scenarios: EvalEvidence["scenarios"];
  runs: number;
  notes: readonly string[];
}

export interface EvalTarget {
  change: Change;
  head: Project;
  base: Project;
}

/** Two runs, and a retry of each if something failed in both. */
export async function runEval(
  { settings, redact }: ConfiguredEvals,
  index: number,
  { change, head, base }: EvalTarget,
  running: SelectionOptions,
): Promise<EvalResult> {
  const runner = configuredRunner(settings, index);
  const selection = (await runner.related({ runner: runner.id, cwd: "" }, changedPaths(change), head))!;
  const refused = new Set<string>();
  const own = { ...running, sandbox: withOutsideAccess(running.sandbox, settings, refused) };
  const once = async (of: TreeSpec["of"], label: string) =>
    redactRun(await runOnce(runner, selection, { of }, label, own, redact), redact);
  const notes: string[] = [];
  const orNote = (what: string) => (error: unknown) => {
    running.stop.throwIfAborted();
    notes.push(`${what}: ${errorText(error)}`);
    return null;
  };
  const runs = [await once("head", "on the change"), await once("head", "on the change again")];
  while (isFailing(runs) && runs.length < runsToFail) {
    const broken = orNote("A retry could not be run, so that nothing is called failing");
    const retry = await once("head", "what failed, once more").catch(broken);
    if (retry === null) break;
    runs.push(retry);
  }
  const found = await markExisting(summarizeScenarios(runs), settings, change, base);
  const isDue = found.some(({ existing, is }) => existing && is === "failed");
  const onBase = isDue
    ? await once("base", "what fails, on the base").catch(orNote("The base could not be run"))
    : null;
  if (refused.size > 0)
    notes.push(`It was not let through to hosts that its settings do not name: ${[...refused].join(", ")}`);
  const scenarios = isDue ? found.map((one) => withBaseStatus(one, onBase, change)) : found;
  return { command: selection.command.words, scenarios, runs: runs.length, notes };
}

/** Gives keys and hosts to these runs only. */
function withOutsideAccess(
  sandbox: SandboxRunner,
  { env, hosts }: Readonly<EvalSettings>,
  refused: Set<string>,
): SandboxRunner {
  return {
    run: async (tree, ecosystems, commands, options) => {
      const end = await sandbox.run(tree, ecosystems, commands, { ...options, access: { env, hosts } });
      if (end.is === "ran") for (const host of end.refused ?? []) refused.add(host);
      return end;
    },
  };
}

async function runOnce(
  runner: Runner,
  selection: Selection,
  tree: TreeSpec,
  label: string,
  running: SelectionOptions,
  redact: ConfiguredEvals["redact"],
): Promise<EvalRun> {
  const end = await runSelection({ runner, used: { runner: runner.id, cwd: "" } }, selection, tree, label, running);
  if (end.is === "not-run") throw new NotExecuted(end.why);
  if (end.is === "broken") throw new Error(redact(`the evals have no result: ${end.why}`));
  return end.results;
}

const longestName = 300;

/** A report can encode a key so that it appears only after parsing. */
function redactRun(run: EvalRun, redact: ConfiguredEvals["redact"]): EvalRun {
  return run.map((one) => ({
    ...one,
    name: redact(one.name).slice(0, longestName),
    file: one.file === null ? null : redact(one.file),
    message: one.message === null ? null : redact(one.message),
  }));
}

type ScenarioEvidence = EvalEvidence["scenarios"][number];

async function markExisting(
  scenarios: readonly Scenario[],
  settings: Readonly<EvalSettings>,
  change: Change,
  base: Project,
): Promise<ScenarioEvidence[]> {
  const find = scenarioFinder(base, scenarioFileMatcher([settings]), changedPaths(change));
  return await Promise.all(
    scenarios.map(async (one) => ({ ...one, existing: (await find(withOldPath(one, change))) !== null })),
  );
}

function withBaseStatus(one: ScenarioEvidence, base: EvalRun | null, change: Change): ScenarioEvidence {
  if (!one.existing || one.is !== "failed") return one;
  const status = base && resultsByKey(base).get(testKey(withOldPath(one, change)))?.status;
  const onBase = base === null ? "not-run" : status === "passed" || status === "failed" ? status : "absent";
  return { ...one, onBase };
}

/** With the old path of a renamed file. */
function withOldPath(
  { name, file }: Pick<Scenario, "name" | "file">,
  { files }: Change,
): Pick<Scenario, "name" | "file"> {
  return { name, file: files.find(({ newPath }) => newPath !== null && newPath === file)?.oldPath ?? file };
}

export function errorText(error: unknown): string {
  if (error instanceof NotExecuted) return error.because.why;
  return error instanceof Error ? error.message : String(error);
}
