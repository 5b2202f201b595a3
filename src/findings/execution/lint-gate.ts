// Runs the project's own linters, formatters and type checker on the changed files, as configured at base. Problems on
// changed lines are proven findings; the rest is counted.
import type { Change, Code } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { RawFinding } from "../build-finding.ts";
import type { Reason } from "../reason.ts";
import type { CommandResult, UnitResult } from "../report.ts";
import { mayRun, type ExecutionNeeds, type ExecutionUnit } from "./execute.ts";
import type { LinterResult } from "./linter.ts";
import { forbidsNonNullAssertions } from "./lint-gate/house-rules.ts";
import { contestedFiles, planLintJobs, lintableFiles, type LintJob } from "./lint-gate/lint-jobs.ts";
import { judgeLinters, type LintJobEnd } from "./lint-gate/judge-linters.ts";
import { shortenText, lintUnit } from "./lint-gate/judged-lint.ts";
import { linters } from "./linters/index.ts";
import { NotExecuted } from "./not-executed.ts";
import { readProject } from "./read-project.ts";

/** `asked`: the user asked to run programs, even if the repository is not theirs. */
export function lintGate(asked: boolean): ExecutionUnit {
  return {
    id: lintUnit.id,
    title: "The project's own linters on what changed",
    passes: lintUnit.passes,
    when: (change) => whenLint(change, asked),
    run: runLinters,
  };
}

function whenLint(change: Change, asked: boolean): true | Reason {
  if (!change.config.execution.lint) return { kind: "turned-off" };
  if (change.triage.archetype.is === "docs" || !hasWork(change))
    return { kind: "nothing-to-check", what: "no file that a linter looks at was changed" };
  return mayRun(change, asked) ? true : { kind: "not-mine", what: "lint" };
}

/** Removed files can break types too. */
function hasWork(change: Change): boolean {
  const types = linters.filter(({ kind }) => kind === "types");
  return (
    lintableFiles(change).some(({ newPath }) => linters.some((linter) => linter.takes(newPath!))) ||
    change.files.some((file) => types.some((linter) => linter.takes(pathOf(file))))
  );
}

async function runLinters(change: Change, needs: ExecutionNeeds, stop: AbortSignal): Promise<UnitResult> {
  const { code, sandbox, onOutput } = needs;
  const [base, head] = await Promise.all([readProject(code.base), readProject(code.head)]);
  const jobs = await planLintJobs(linters, change, { base, head });
  if (jobs.length === 0)
    return emptyResult("at base, the project has no linter known here that looks at what was changed");
  const troubled = jobs.filter(({ used }) => used.trouble !== undefined);
  const ends = await judgeLinters(
    jobs.filter(({ used }) => used.trouble === undefined),
    {
      change,
      base,
      head,
      nonNullForbidden: await forbidsNonNullAssertions(base),
      contested: contestedFiles(jobs),
      lines: headLines(code),
    },
    { sandbox, options: { stop, ...(onOutput && { onOutput: (text: string) => onOutput(lintUnit.id, text) }) } },
  );
  const notRun = ends.find(({ because }) => because !== null)?.because;
  if (notRun && troubled.length === 0 && ends.every(({ because }) => because !== null)) throw new NotExecuted(notRun);
  const lint = [...ends.map(linterResult), ...troubled.map(troubledLinter)];
  return {
    findings: uniqueFindings(ends.flatMap(({ judged }) => judged.findings)),
    // A linter covers no pass, and its files do not count as read.
    verdicts: [],
    read: [],
    ran: ends.map(commandResultOf),
    lint,
    notes: [
      ...lint.flatMap(troubleNotes),
      ...ends.flatMap(({ job, judged }) => (judged.note ? [`${job.linter.id}: ${judged.note}`] : [])),
    ],
  };
}

/** A file covered by two configs is reported once. */
function uniqueFindings(findings: readonly RawFinding[]): RawFinding[] {
  const key = ({ kind, at, title }: RawFinding) => [kind, at.path, at.start, title].join("\0");
  return [...new Map(findings.map((one) => [key(one), one])).values()];
}

function emptyResult(note: string): UnitResult {
  return { findings: [], verdicts: [], read: [], lint: [], notes: [note] };
}

/** Lines as the quote check compares them. */
function headLines(code: Code) {
  const read = new Map<string, Promise<readonly string[] | null>>();
  return (path: string) => {
    const reading =
      read.get(path) ??
      code.head.read(path).then((bytes) => (bytes === null ? null : new TextDecoder().decode(bytes).split("\n")));
    read.set(path, reading);
    return reading;
  };
}

function linterResult({ job, command, ms, judged }: LintJobEnd): LinterResult {
  const { onChanged, elsewhere, trouble } = judged;
  return { ...jobFields(job), command, onChanged, elsewhere, ms, trouble };
}

function troubledLinter(job: LintJob): LinterResult {
  return { ...jobFields(job), command: [], onChanged: 0, elsewhere: 0, ms: 0, trouble: job.used.trouble! };
}

function jobFields({ linter, used, files }: LintJob) {
  return { linter: linter.id, kind: linter.kind, cwd: used.cwd, files: files.length };
}

function commandResultOf({ job, command, ms, judged }: LintJobEnd): CommandResult {
  const { onChanged, elsewhere, trouble, note } = judged;
  if (trouble !== null) return { command, result: "not-run", ms, summary: trouble };
  const failed = onChanged > 0 || (job.linter.kind === "types" && elsewhere > 0);
  const counts = `${onChanged} on changed lines, ${elsewhere} elsewhere`;
  return { command, result: failed ? "failed" : "passed", ms, summary: note === null ? counts : `${counts}; ${note}` };
}

function troubleNotes({ linter, cwd, trouble }: LinterResult): string[] {
  if (trouble === null) return [];
  const where = cwd === "" ? "" : ` in ${shortenText(cwd, 200)}`;
  return [`${linter} was not run${where}, because ${trouble}`];
}
