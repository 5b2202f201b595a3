// Runs all linters on head, and on base those whose word needs it: whether a file was formatted before, and which errors
// were there.
import type { Change } from "../../../change/change.ts";
import type { FileDiff } from "../../../change/diff.ts";
import type { NotRun, RunOptions, SandboxRunner } from "../sandbox-runner.ts";
import type { LintProblem } from "../linter.ts";
import type { Project } from "../runner.ts";
import { alteredLines } from "./altered-lines.ts";
import type { LintJob } from "./lint-jobs.ts";
import { judgeFormat, pathBefore, unformatted, withoutMark, type Unformatted } from "./judge-format.ts";
import { judgeLint } from "./judge-lint.ts";
import { judgeTypes } from "./judge-types.ts";
import { nothingFound, shortenedText, type HeadLines, type JudgedLint } from "./judged-lint.ts";
import { unreadableLint } from "../linters/lint-output.ts";
import { runTasks, type Task, type TaskEnd } from "./run-lint-tasks.ts";

export interface LintJobEnd {
  job: LintJob;
  command: readonly string[];
  ms: number;
  judged: JudgedLint;
  /** Why nothing at all was run. */
  because: NotRun | null;
}

export interface KnownProblems {
  change: Change;
  base: Project;
  head: Project;
  lines: HeadLines;
  nonNullForbidden: boolean;
  /** Files that several formatters look at: whose word counts, only a file that was there before can tell. */
  contested: ReadonlySet<string>;
}

export interface LintMeans {
  sandbox: SandboxRunner;
  options: RunOptions;
}

export async function judgeAll(
  jobs: readonly LintJob[],
  known: KnownProblems,
  means: LintMeans,
): Promise<LintJobEnd[]> {
  const tasks = jobs.map((job): Task => ({ job, paths: job.files.map(({ newPath }) => newPath!) }));
  const changed = [
    ...new Set(known.change.files.flatMap(({ oldPath, newPath }) => [oldPath ?? [], newPath ?? []].flat())),
  ];
  const ends = await runTasks(tasks, { of: "head", changed }, means.sandbox, means.options);
  const first = await Promise.all(ends.map((end) => look(end, known)));
  const again = first.flatMap(({ again: task }) => (task ? [task] : []));
  const onBase = again.length === 0 ? [] : await runTasks(again, { of: "base", changed }, means.sandbox, means.options);
  return await Promise.all(
    first.map(async ({ end, settle }) => {
      const before = onBase.find(({ job }) => job === end.job) ?? null;
      return {
        job: end.job,
        command: end.command,
        ms: end.ms + (before?.ms ?? 0),
        judged: ofOldConfig(end.job, await settle(before)),
        because: end.said.is === "not-run" ? end.said.because : null,
      };
    }),
  );
}

interface Look {
  end: TaskEnd;
  /** What has to be run on base before it is settled. */
  again: Task | null;
  settle(onBase: TaskEnd | null): Promise<JudgedLint>;
}

async function look(end: TaskEnd, known: KnownProblems): Promise<Look> {
  const { job, said: word } = end;
  const settled = (judged: JudgedLint | Promise<JudgedLint>): Look => ({
    end,
    again: null,
    settle: async () => await judged,
  });
  if (word.is === "not-run") return settled({ ...nothingFound, trouble: sayNotRun(word.because) });
  if (word.is === "unreadable") return settled({ ...nothingFound, trouble: shortenedText(word.why, 300) });
  switch (job.linter.kind) {
    case "lint":
      return settled(judgeLint(job, word.problems, known.lines, known.nonNullForbidden));
    case "types":
      if (word.problems.length === 0) return settled(nothingFound);
      return { end, again: { job, paths: [] }, settle: (onBase) => settleTypes(end, word.problems, onBase, known) };
    case "format":
      return await lookAtFormat(end, word.problems, known);
  }
}

async function lookAtFormat(end: TaskEnd, problems: readonly LintProblem[], known: KnownProblems): Promise<Look> {
  const { job } = end;
  const found = await unformatted(job, problems, known.lines);
  // One that failed and changed nothing has said no more than that.
  if (end.failed !== null && found.length === 0) {
    const { why } = unreadableLint(end.failed);
    return { end, again: null, settle: async () => ({ ...nothingFound, trouble: shortenedText(why, 300) }) };
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
  found: readonly Unformatted[],
  onBase: TaskEnd | null,
  { base, lines, contested }: KnownProblems,
): Promise<JudgedLint> {
  const problems = onBase?.said.is === "problems" ? onBase.said.problems : [];
  const left = new Map(problems.map(({ path, text }) => [path, text]));
  const before = async (file: FileDiff): Promise<boolean | null> => {
    const path = pathBefore(file);
    if (path === null) return !contested.has(file.newPath!);
    const was = await base.read(path);
    const text = left.get(path);
    return was === null || text === undefined ? null : alteredLines(withoutMark(was), withoutMark(text)).length === 0;
  };
  return await judgeFormat(job, found, before, lines);
}

async function settleTypes(
  { job }: TaskEnd,
  problems: readonly LintProblem[],
  onBase: TaskEnd | null,
  { change, head, lines }: KnownProblems,
): Promise<JudgedLint> {
  if (onBase?.said.is !== "problems")
    return { ...nothingFound, trouble: "base could not be checked, so which errors are new is not known" };
  const renamed = new Map(change.files.map((file) => [file.newPath ?? "", file]));
  return await judgeTypes(job, { head: problems, base: onBase.said.problems }, renamed, { project: head, lines });
}

/**
 * Where the change alters the config of a formatter or of the types, what is said by the old one is no fault of the code:
 * it may follow the new one.
 */
function ofOldConfig({ linter, touched }: LintJob, judged: JudgedLint): JudgedLint {
  const changed = touched.find((path) => !path.endsWith("ignore"));
  if (linter.kind === "lint" || changed === undefined || judged.onChanged + judged.elsewhere === 0) return judged;
  return {
    ...judged,
    findings: [],
    onChanged: 0,
    elsewhere: judged.onChanged + judged.elsewhere,
    trouble: `the change alters ${shortenedText(changed, 200)}, and what it says by the config of base may be no fault`,
  };
}

function sayNotRun(not: NotRun): string {
  switch (not.why) {
    case "no-sandbox":
      return `there is no sandbox: ${shortenedText(not.message, 200)}`;
    case "no-program":
      return `${shortenedText(not.program, 100)} is not installed here`;
    case "no-dependencies":
      return `what it depends on is not here: ${shortenedText(not.message, 200)}`;
    case "too-large":
      return `the files are more than a sandbox takes (${not.files})`;
  }
}
