// Runs selected tests on one tree and reads the results.
import type { CommandResult } from "../report.ts";
import type { Project, Selection, TestResult } from "./runner.ts";
import { unfinishedReason } from "./runners/reports/unfinished-reason.ts";
import type { SelectedTests } from "./select-tests.ts";
import type { CommandEnd, ExecutionSetup, NotRun, RunOptions, TreeSpec, SandboxRunner } from "./sandbox-runner.ts";

export interface SelectionRun {
  is: "ran";
  results: readonly TestResult[];
  end: CommandEnd;
  did: ExecutionSetup;
}

export type SelectionEnd =
  | SelectionRun
  | { is: "broken"; why: string; end: CommandEnd; did: ExecutionSetup }
  | { is: "not-run"; why: NotRun };

export interface SelectionOptions extends RunOptions {
  sandbox: SandboxRunner;
  /** Timeout of one command. */
  ms: number;
  /** Called after each command. */
  ended(result: CommandResult): void;
}

/** `label` describes the run, such as "on base". */
export async function runSelection(
  { runner, used }: Pick<SelectedTests, "runner" | "used">,
  selection: Selection,
  tree: TreeSpec,
  label: string,
  running: SelectionOptions,
): Promise<SelectionEnd> {
  const command = { ...selection.command, ms: running.ms };
  const { stop, onOutput } = running;
  const done = await running.sandbox.run(tree, [runner.ecosystem], [command], { stop, ...(onOutput && { onOutput }) });
  if (done.is === "not-run") return { is: "not-run", why: done };
  const end = done.ends[0];
  if (!end) throw new Error("the sandbox ran one command and reported none");
  const unfinished = unfinishedReason(end);
  const read = unfinished === null ? runner.read(end, used) : { is: "unreadable" as const, why: unfinished };
  const ran: SelectionEnd =
    read.is === "unreadable"
      ? { is: "broken", why: read.why, end, did: done.did }
      : { is: "ran", results: read.results, end, did: done.did };
  if (end.is === "not-started") return { is: "not-run", why: { why: "no-program", program: command.words[0] } };
  running.ended(commandResult(command.words, ran, label));
  return ran;
}

function commandResult(
  command: readonly string[],
  ran: Exclude<SelectionEnd, { is: "not-run" }>,
  label: string,
): CommandResult {
  const { ms } = ran.end;
  if (ran.is === "broken") return { command, result: "failed", ms, summary: `${label}: ${ran.why}` };
  const { passed, failed } = countResults(ran.results);
  const summary = `${label}: ${passed} of ${passed + failed} passed`;
  return { command, result: failed > 0 ? "failed" : "passed", ms, summary };
}

export function countResults(results: readonly TestResult[]): { passed: number; failed: number; skipped: number } {
  const count = (status: TestResult["status"]) => results.filter((one) => one.status === status).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** Test files of the results that exist in the project. */
export function testFiles(results: readonly TestResult[], project: Project): string[] {
  const known = new Set(project.paths);
  return [...new Set(results.flatMap(({ file }) => (file !== null && known.has(file) ? [file] : [])))];
}
