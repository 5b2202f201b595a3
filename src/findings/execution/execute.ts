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
import { reportedTestsUnit } from "./reported-tests.ts";
import type { ReportedTests } from "./reported-tests-schema.ts";
import type { Runner } from "./runner.ts";
import type { SandboxRunner } from "./sandbox-runner.ts";

export type ExecutionMode =
  /** The user wants nothing executed. */
  | { is: "quick" }
  /** A replayed review uses its recorded reports. */
  | { is: "recorded"; reports: readonly Report[] }
  /** Nothing is executed here. Another workflow ran the tests; null: none did, or its report cannot be believed. */
  | { is: "reported"; tests: ReportedTests | null }
  | {
      is: "open";
      /** The user asked for it (`--run-tests`), even if the repository is not theirs. */
      asked: boolean;
      /** The user asked for a probe (`--probe`). */
      probe?: boolean;
      /** A changed file calls for evals by the user's settings. */
      callsForEvals?(path: string): boolean;
      /** Loads the units, once something may run. */
      open(change: Change): Promise<OpenExecution>;
    };

export interface OpenExecution {
  sandbox: SandboxRunner;
  /** For runs with a fix applied. */
  runners: readonly Runner[];
  first: readonly ExecutionUnit[];
  /** Run after the reports of `first`. */
  then: readonly ExecutionUnit[];
}

export interface ExecutionNeeds extends Pick<OpenExecution, "sandbox"> {
  code: Code;
  /** Models for the probe. */
  panel: Panel | null;
  /** Reports of earlier units; the probe waits for the tests. */
  reports: Promise<readonly Report[]>;
  /** Receives the output of a unit's programs, for display. */
  onOutput?(unit: string, text: string): void;
}

export type ExecutionUnit = Unit<ExecutionNeeds>;

export interface ExecutionRun extends Omit<RunFacts, "change" | "limitMs" | "text"> {
  texts: Texts;
  /** Reports of the checks: secrets they found are redacted before a model sees anything. */
  checking: Promise<readonly Report[]>;
  onOutput?(unit: string, text: string): void;
}

/** A unit may run its commands several times: on head, again, on base, and for the proof. */
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
    if (executing.is !== "open" || evalsRefusal(change)) return unrunEvals(change, executing);
  }
  if (executing.is === "reported") {
    const { tests } = executing;
    const facts: RunFacts = { ...run, change, limitMs: 60_000, text: texts.read };
    const reported = tests === null ? [] : await runUnits("execution", [reportedTestsUnit(tests)], { code }, facts);
    return [notRun("tests", { kind: "runs-nothing" }), ...reported, ...(evals ? unrunEvals(change, executing) : [])];
  }
  if (executing.is === "quick") return [...quickReports(change), ...(evals ? unrunEvals(change, executing) : [])];
  if (!mayRun(change, executing.asked))
    return [
      notRun("tests", { kind: "not-mine", what: "tests" }),
      ...(executing.probe ? [notRun("probe", { kind: "not-mine", what: "probe" })] : []),
      ...(evals ? unrunEvals(change, executing) : []),
    ];
  const { sandbox, first, then } = await executing.open(change);
  // Checkout and install take time before the first output.
  for (const unit of first) if (unit.when(change) === true) onOutput?.(unit.id, "getting ready");
  const limitMs = change.config.execution.minutes * 60_000 * runsPerUnit;
  const facts: RunFacts = { ...run, change, limitMs, text: texts.read };
  const needs = { sandbox, code, panel: panel ?? null, ...(onOutput && { onOutput }) };
  const before = runUnits("execution", first, { ...needs, reports: Promise.resolve([]) }, facts);
  const reports = Promise.all([checking, before]).then((all) => all.flat());
  const after = runUnits("execution", then, { ...needs, reports }, facts);
  return (await Promise.all([before, after])).flat();
}

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

/** One report for everything that was not run; a missing probe is a gap of its own. */
function quickReports(change: Change): Report[] {
  const why = { kind: "quick" } as const;
  const probes = change.owned.is === "mine" && callsForProbe(change, false);
  return [notRun("tests", why), ...(probes ? [notRun("probe", why)] : [])];
}

function wantsEvals(change: Change, executing: ExecutionMode): boolean {
  const own = executing.is === "open" ? executing.callsForEvals : undefined;
  return callsForEvals(change, (path) => isEvalPath(path) || own?.(path) === true);
}

/** Missing evals count in the verdict even if nothing may run. */
function unrunEvals(change: Change, { is }: ExecutionMode): Report[] {
  const whys = { quick: { kind: "quick" }, reported: { kind: "runs-nothing" } } as const;
  const why = is === "quick" || is === "reported" ? whys[is] : evalsRefusal(change);
  return why === null ? [] : [notRun("evals", why)];
}

function notRun(unit: string, why: Reason): Report {
  return { unit, by: "execution", status: "skipped", why, findings: [], verdicts: [], read: [], ms: 0 };
}
