// Runs the execution units of a change: tests, linters, evals, and the probe that builds on their reports.
import type { Change, Code } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { isDocumentation, languageOf } from "../../change/file-kinds.ts";
import type { Panel } from "../asking/panel.ts";
import type { Reason } from "../reason.ts";
import type { Report, Unit } from "../report.ts";
import { runUnits, type RunFacts } from "../run-units.ts";
import type { Texts } from "../texts.ts";
import { callsForEvals, isEvalPath } from "./evals/eval-files.ts";
import { evalsRefusal } from "./evals/evals-refusal.ts";
import { callsForProbe } from "./probe/calls-for-probe.ts";
import type { SandboxRunner } from "./sandbox-runner.ts";

export type ExecutionMode =
  /** A person wants nothing of the repository run. */
  | { is: "quick" }
  /** What an earlier run of the same review reported, when it is replayed. */
  | { is: "recorded"; reports: readonly Report[] }
  | {
      is: "open";
      /** A person asked for it (`--run-tests`), whoever the repository belongs to. */
      asked: boolean;
      /** Whether a changed file calls for evals by a person's own settings. */
      callsForEvals?(path: string): boolean;
      /** Loads what runs, once it is known that something may be. */
      open(change: Change): Promise<OpenExecution>;
    };

export interface OpenExecution {
  sandbox: SandboxRunner;
  first: readonly ExecutionUnit[];
  /** Wait for what the first report. */
  then: readonly ExecutionUnit[];
}

export interface ExecutionNeeds extends Pick<OpenExecution, "sandbox"> {
  code: Code;
  /** Models that a probe may ask. */
  panel: Panel | null;
  /** What units before it reported; the probe waits for the tests. */
  reports: Promise<readonly Report[]>;
  /** Told what goes on, for people: the unit, and what its programs say. */
  onOutput?(unit: string, text: string): void;
}

export type ExecutionUnit = Unit<ExecutionNeeds>;

export interface ExecutionRun extends Omit<RunFacts, "change" | "limitMs" | "text"> {
  texts: Texts;
  /** What the checks find: secrets among it are covered before a model sees anything. */
  checking: Promise<readonly Report[]>;
  onOutput?(unit: string, text: string): void;
}

/** One unit may run its commands several times: on head, again, on base, and for the proof. */
const runsPerUnit = 8;

export async function execute(
  executing: ExecutionMode | undefined,
  panel: Panel | undefined,
  change: Change,
  code: Code,
  { texts, onOutput, checking, ...run }: ExecutionRun,
): Promise<readonly Report[]> {
  if (!executing) return [];
  if (executing.is === "recorded") return executing.reports;
  const evals = wantsEvals(change, executing);
  if (!touchesCode(change)) {
    if (!evals) return [];
    if (executing.is === "quick" || evalsRefusal(change)) return unrunEvals(change, executing);
  }
  if (executing.is === "quick") return [...quickReports(change), ...(evals ? unrunEvals(change, executing) : [])];
  if (!mayRun(change, executing.asked))
    return [notRun("tests", { kind: "not-mine", what: "tests" }), ...(evals ? unrunEvals(change, executing) : [])];
  const { sandbox, first, then } = await executing.open(change);
  // Files are checked out and packages found, perhaps installed, before a program says anything.
  for (const unit of first) if (unit.when(change) === true) onOutput?.(unit.id, "getting ready");
  const limitMs = change.config.execution.minutes * 60_000 * runsPerUnit;
  const facts: RunFacts = { ...run, change, limitMs, text: texts.read };
  const needs = { sandbox, code, panel: panel ?? null, ...(onOutput && { onOutput }) };
  const before = runUnits("execution", first, { ...needs, reports: Promise.resolve([]) }, facts);
  const reports = Promise.all([checking, before]).then((all) => all.flat());
  const after = runUnits("execution", then, { ...needs, reports }, facts);
  return (await Promise.all([before, after])).flat();
}

/** Whether code of the repository may be run at all. */
export function mayRun(change: Pick<Change, "owned">, asked: boolean): boolean {
  return asked || change.owned.is === "mine";
}

const nonCodeLanguages = ["Markdown", "YAML", "JSON", "TOML", "HTML", "CSS"];

function touchesCode({ files }: Pick<Change, "files">): boolean {
  return files.some((file) => isTestable(pathOf(file)));
}

export function isTestable(path: string): boolean {
  const language = languageOf(path);
  return !isDocumentation(path) && language !== null && !nonCodeLanguages.includes(language);
}

/** The tests speak for all that is not run, but for a probe that the change calls for: without it, that is a gap. */
function quickReports(change: Change): Report[] {
  const why = { kind: "quick" } as const;
  const probes = change.owned.is === "mine" && callsForProbe(change, false);
  return [notRun("tests", why), ...(probes ? [notRun("probe", why)] : [])];
}

function wantsEvals(change: Change, executing: ExecutionMode): boolean {
  const own = executing.is === "open" ? executing.callsForEvals : undefined;
  return callsForEvals(change, (path) => isEvalPath(path) || own?.(path) === true);
}

/** Evals that a change calls for matter to the verdict even where nothing may be run (EXE-3). */
function unrunEvals(change: Change, { is }: ExecutionMode): Report[] {
  const why = is === "quick" ? ({ kind: "quick" } as const) : evalsRefusal(change);
  return why === null ? [] : [notRun("evals", why)];
}

function notRun(unit: string, why: Reason): Report {
  return { unit, by: "execution", status: "skipped", why, findings: [], verdicts: [], read: [], ms: 0 };
}
