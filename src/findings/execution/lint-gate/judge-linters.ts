// Runs all linters on head, and on base those whose findings depend on it: formatters and type checkers.
import type { Change } from "../../../change/change.ts";
import type { FileDiff } from "../../../change/diff.ts";
import type { NotRun, RunOptions, SandboxRunner } from "../sandbox-runner.ts";
import type { LintProblem } from "../linter.ts";
import type { Project } from "../runner.ts";
import { alteredLines } from "./altered-lines.ts";
import type { LintJob } from "./lint-jobs.ts";
import {
  judgeFormat,
  pathBefore,
  findUnformatted,
  withoutByteOrderMark,
  type UnformattedFile,
} from "./judge-format.ts";
import { judgeLint } from "./judge-lint.ts";
import { judgeTypes } from "./judge-types.ts";
import { noLintProblems, shortenText, type HeadLines, type JudgedLint } from "./judged-lint.ts";
import { unreadableLint } from "../linters/lint-output.ts";
import { runLintTasks, type LintTask, type LintTaskEnd } from "./run-lint-tasks.ts";

export interface LintJobEnd {
  job: LintJob;
  command: readonly string[];
  ms: number;
  judged: JudgedLint;
  /** Why nothing ran. */
  because: NotRun | null;
}

export interface LintContext {
  change: Change;
  base: Project;
  head: Project;
  lines: HeadLines;
  nonNullForbidden: boolean;
  /** Files covered by several formatters; only the file at base shows which one applies. */
  contested: ReadonlySet<string>;
}

export interface LintRunOptions {
  sandbox: SandboxRunner;
  options: RunOptions;
}

export async function judgeLinters(
  jobs: readonly LintJob[],
  known: LintContext,
  means: LintRunOptions,
): Promise<LintJobEnd[]> {
  const tasks = jobs.map((job): LintTask => ({ job, paths: job.files.map(({ newPath }) => newPath!) }));
  const changed = [
    ...new Set(known.change.files.flatMap(({ oldPath, newPath }) => [oldPath ?? [], newPath ?? []].flat())),
  ];
  const ends = await runLintTasks(tasks, { of: "head", changed }, means.sandbox, means.options);
  const first = await Promise.all(ends.map((end) => judgeOnHead(end, known)));
  const again = first.flatMap(({ again: task }) => (task ? [task] : []));
  const onBase =
    again.length === 0 ? [] : await runLintTasks(again, { of: "base", changed }, means.sandbox, means.options);
  return await Promise.all(
    first.map(async ({ end, settle }) => {
      const before = onBase.find(({ job }) => job === end.job) ?? null;
      return {
        job: end.job,
        command: end.command,
        ms: end.ms + (before?.ms ?? 0),
        judged: discountOldConfig(end.job, await settle(before)),
        because: end.reading.is === "not-run" ? end.reading.because : null,
      };
    }),
  );
}

interface PendingLint {
  end: LintTaskEnd;
  /** Task to run on base before it can be judged. */
  again: LintTask | null;
  settle(onBase: LintTaskEnd | null): Promise<JudgedLint>;
}

async function judgeOnHead(end: LintTaskEnd, known: LintContext): Promise<PendingLint> {
  const { job, reading: word } = end;
  const settled = (judged: JudgedLint | Promise<JudgedLint>): PendingLint => ({
    end,
    again: null,
    settle: async () => await judged,
  });
  if (word.is === "not-run") return settled({ ...noLintProblems, trouble: notRunReason(word.because) });
  if (word.is === "unreadable") return settled({ ...noLintProblems, trouble: shortenText(word.why, 300) });
  switch (job.linter.kind) {
    case "lint":
      return settled(judgeLint(job, word.problems, known.lines, known.nonNullForbidden));
    case "types":
      if (word.problems.length === 0) return settled(noLintProblems);
      return { end, again: { job, paths: [] }, settle: (onBase) => settleTypes(end, word.problems, onBase, known) };
    case "format":
      return await judgeFormatOnHead(end, word.problems, known);
  }
}

async function judgeFormatOnHead(
  end: LintTaskEnd,
  problems: readonly LintProblem[],
  known: LintContext,
): Promise<PendingLint> {
  const { job } = end;
  const found = await findUnformatted(job, problems, known.lines);
  // A formatter that failed and changed nothing has no result.
  if (end.failed !== null && found.length === 0) {
    const { why } = unreadableLint(end.failed);
    return { end, again: null, settle: async () => ({ ...noLintProblems, trouble: shortenText(why, 300) }) };
  }
  const { cwd } = job.used;
  const paths = found.flatMap(({ file, line }) => {
    const path = line === null ? null : pathBefore(file);
    return path !== null && (cwd === "" || path.startsWith(`${cwd}/`)) ? [path] : [];
  });
  const again = paths.length === 0 ? null : { job, paths };
  return { end, again, settle: (onBase) => settleFormat(job, found, onBase, known) };
}

async function settleFormat(
  job: LintJob,
  found: readonly UnformattedFile[],
  onBase: LintTaskEnd | null,
  { base, lines, contested }: LintContext,
): Promise<JudgedLint> {
  const problems = onBase?.reading.is === "problems" ? onBase.reading.problems : [];
  const left = new Map(problems.map(({ path, text }) => [path, text]));
  const before = async (file: FileDiff): Promise<boolean | null> => {
    const path = pathBefore(file);
    if (path === null) return !contested.has(file.newPath!);
    const was = await base.read(path);
    const text = left.get(path);
    return was === null || text === undefined
      ? null
      : alteredLines(withoutByteOrderMark(was), withoutByteOrderMark(text)).length === 0;
  };
  return await judgeFormat(job, found, before, lines);
}

async function settleTypes(
  { job }: LintTaskEnd,
  problems: readonly LintProblem[],
  onBase: LintTaskEnd | null,
  { change, head, lines }: LintContext,
): Promise<JudgedLint> {
  if (onBase?.reading.is !== "problems")
    return { ...noLintProblems, trouble: "base could not be checked, so which errors are new is not known" };
  const renamed = new Map(change.files.map((file) => [file.newPath ?? "", file]));
  return await judgeTypes(job, { head: problems, base: onBase.reading.problems }, renamed, { project: head, lines });
}

/**
 * If the change alters the config of a formatter or type checker, problems by the old config do not count: the code may
 * follow the new one.
 */
function discountOldConfig({ linter, touched }: LintJob, judged: JudgedLint): JudgedLint {
  const changed = touched.find((path) => !path.endsWith("ignore"));
  if (linter.kind === "lint" || changed === undefined || judged.onChanged + judged.elsewhere === 0) return judged;
  return {
    ...judged,
    findings: [],
    onChanged: 0,
    elsewhere: judged.onChanged + judged.elsewhere,
    trouble: `the change alters ${shortenText(changed, 200)}, and what it says by the config of base may be no fault`,
  };
}

function notRunReason(not: NotRun): string {
  switch (not.why) {
    case "no-sandbox":
      return `there is no sandbox: ${shortenText(not.message, 200)}`;
    case "no-program":
      return `${shortenText(not.program, 100)} is not installed here`;
    case "no-dependencies":
      return `its dependencies are missing: ${shortenText(not.message, 200)}`;
    case "too-large":
      return `the files exceed the sandbox limit (${not.files})`;
  }
}
