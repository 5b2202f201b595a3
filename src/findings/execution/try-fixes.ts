// Runs the tests that a change concerns with the fix of a finding applied, so that a fix which breaks them is not offered.
import type { Change, Code } from "../../change/change.ts";
import { hasUsableFix, type JudgedFinding, type Mark } from "../finding.ts";
import type { Report } from "../report.ts";
import { mayRun, type ExecutionMode } from "./execute.ts";
import { readProject } from "./read-project.ts";
import { countResults, runSelection, type SelectionEnd } from "./run-selection.ts";
import { testKey, type Project, type Runner } from "./runner.ts";
import type { LineEdit, SandboxRunner } from "./sandbox-runner.ts";
import { selectTests } from "./select-tests.ts";

/** Each is a run of its own. */
const mostFixes = 3;

export interface FixTrialNeeds {
  sandbox: SandboxRunner;
  runners: readonly Runner[];
  /** Keys of tests that fail at head without the fix. */
  failing: ReadonlySet<string>;
  ms: number;
  stop: AbortSignal;
}

/** With a mark for every fix that was tried; without known tests, none is. */
export async function tryFixes(
  judged: readonly JudgedFinding[],
  change: Change,
  code: Code,
  reports: readonly Report[],
  executing: ExecutionMode | undefined,
  stop: AbortSignal,
): Promise<JudgedFinding[]> {
  const tests = reports.flatMap((report) => report.tests?.tests ?? []);
  const offered = judged.filter(isOffered).slice(0, mostFixes);
  const isOpen = executing?.is === "open" && mayRun(change, executing.asked);
  if (!isOpen || offered.length === 0 || !tests.some(({ passed }) => passed > 0)) return [...judged];
  const { sandbox, runners } = await executing.open(change);
  const failing = new Set(tests.flatMap(({ failed }) => failed.map(({ test }) => testKey(test))));
  const needs = { sandbox, runners, failing, ms: change.config.execution.minutes * 60_000, stop };
  const project = await readProject(code.head);
  const marks = new Map<JudgedFinding, Mark | null>();
  for (const one of offered) marks.set(one, await tryFix(one, project, needs));
  return judged.map((one) => {
    const mark = marks.get(one) ?? null;
    return mark === null ? one : { ...one, marks: [...one.marks, mark] };
  });
}

function isOffered(one: JudgedFinding): boolean {
  return one.outcome === "inline" && hasUsableFix(one) && one.finding.fix?.at.side === "head";
}

/** Null if nothing was found out: no test concerns the file, or none could be run. */
export async function tryFix(
  { finding }: Pick<JudgedFinding, "finding">,
  project: Project,
  { sandbox, runners, failing, ms, stop }: FixTrialNeeds,
): Promise<Mark | null> {
  const edit = editOf(finding.fix!);
  let passed = 0;
  let ranBy = "";
  for (const one of (await selectTests(runners, project, [edit.path])) ?? []) {
    const { id } = one.runner;
    const running = { sandbox, stop, ms, ended: () => {} };
    const end: SelectionEnd = await runSelection(one, one.selection, { of: "head", edit }, "with the fix", running);
    if (end.is === "not-run") continue;
    if (end.is === "broken") return { by: "fix", why: { kind: "fix-breaks", runner: id, test: "the run" } };
    const broken = end.results.find((test) => test.status === "failed" && !failing.has(testKey(test)));
    if (broken !== undefined)
      return { by: "fix", why: { kind: "fix-breaks", runner: id, test: broken.name || (broken.file ?? "a test") } };
    passed += countResults(end.results).passed;
    ranBy ||= id;
  }
  return passed === 0 ? null : { by: "fix", why: { kind: "fix-tested", runner: ranBy, passed } };
}

function editOf({ at, text }: NonNullable<JudgedFinding["finding"]["fix"]>): LineEdit {
  const replaced = text.replace(/\r?\n$/, "").replaceAll("\r\n", "\n");
  return { path: at.path, start: at.start, end: at.end, text: replaced === "" ? null : replaced };
}
