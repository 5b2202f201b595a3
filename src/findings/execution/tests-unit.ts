// Runs the related tests on head, failures again on head and on base, and for a bugfix its own tests without the fix.
import type { Change } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { CommandResult, UnitResult } from "../report.ts";
import type { Reason } from "../reason.ts";
import { classifyFailures, newlyPassing } from "./differential.ts";
import type { FixRevertProof, TestEvidence, RunnerTests } from "./evidence.ts";
import { isTestable, type ExecutionNeeds, type ExecutionUnit } from "./execute.ts";
import { isCollectedIn, noTests, proveFix, type FixPlace } from "./fix-revert.ts";
import { isBugfix } from "./is-bugfix.ts";
import { NotExecuted } from "./not-executed.ts";
import { readProject } from "./read-project.ts";
import type { Project, Runner } from "./runner.ts";
import {
  countResults,
  testFiles,
  runSelection,
  type SelectionRun,
  type SelectionOptions,
  type SelectionEnd,
} from "./run-selection.ts";
import { selectTests, type SelectedTests } from "./select-tests.ts";
import { testFindings } from "./test-findings.ts";
import { testsToProveFix, testOnlyPaths } from "./test-only-paths.ts";

export function testsUnit(runners: (change: Change) => readonly Runner[]): ExecutionUnit {
  return {
    id: "tests",
    title: "Runs the tests that the change concerns",
    passes: ["tests"],
    when: whenTests,
    run: (change, needs, stop) => runTests(change, runners(change), needs, stop),
  };
}

function whenTests({ config, files }: Change): true | Reason {
  if (!config.execution.tests) return { kind: "turned-off" };
  return files.some((file) => isTestable(pathOf(file))) || { kind: "nothing-to-check", what: "no code changed" };
}

async function runTests(
  change: Change,
  runners: readonly Runner[],
  { sandbox, code, onOutput }: ExecutionNeeds,
  stop: AbortSignal,
): Promise<UnitResult> {
  const [head, base] = await Promise.all([readProject(code.head), readProject(code.base)]);
  const changed = change.files.flatMap(({ newPath }) => (newPath === null ? [] : [newPath]));
  const selected = await selectTests(runners, head, changed);
  if (selected === null) return emptyResult("no test runner that is known here was found in the project");
  if (selected.length === 0) return emptyResult("no test concerns the changed files");
  const ran: CommandResult[] = [];
  const running: SelectionOptions = {
    sandbox,
    stop,
    ms: change.config.execution.minutes * 60_000,
    ended: (result) => ran.push(result),
    ...(onOutput && { onOutput: (text: string) => onOutput("tests", text) }),
  };
  const ends: RunnerEnd[] = [];
  for (const one of selected) ends.push(await runOne(one, { head, base }, running));
  const notRun = ends.map(({ tests }) => tests.trouble).find((trouble) => trouble?.is === "not-run");
  if (notRun?.is === "not-run" && ends.every(({ tests }) => tests.trouble !== null)) throw new NotExecuted(notRun.why);
  const changedTests = changed.filter((path) => ends.some((place) => isCollectedIn(path, place)));
  const proof = isBugfix(change) ? await fixProof(change, changedTests, { ends, head }, running) : null;
  const evidence: TestEvidence = {
    tests: ends.map(({ tests }) => tests),
    proof,
    did: ends.find(({ ranOnHead }) => ranOnHead !== null)?.ranOnHead?.did ?? null,
  };
  const failed = evidence.tests.flatMap((of) => of.failed);
  return {
    findings: await testFindings(failed, proof, changedTests, change, code),
    verdicts: [],
    read: [],
    ran,
    tests: evidence,
  };
}

function emptyResult(note: string): UnitResult {
  return { findings: [], verdicts: [], read: [], notes: [note], tests: { tests: [], proof: null, did: null } };
}

interface RunnerEnd extends FixPlace {
  tests: RunnerTests;
  ranOnHead: SelectionRun | null;
}

async function runOne(
  one: SelectedTests,
  projects: { head: Project; base: Project },
  running: SelectionOptions,
): Promise<RunnerEnd> {
  const { runner, used, selection } = one;
  const first = await runSelection(one, selection, { of: "head" }, "on the change", running);
  const about = { runner: runner.id, cwd: used.cwd, command: selection.command.words };
  if (first.is !== "ran")
    return { runner, used, tests: { ...about, ...uncounted, ...troubleOf(first) }, ranOnHead: null };
  const { passed, skipped } = countResults(first.results);
  const more = await rerunFailures(one, first, projects, running);
  const paths = [...projects.head.paths, ...projects.base.paths];
  const runs = { head: first.results, paths, ...more };
  const failed = classifyFailures(runs);
  return {
    runner,
    used,
    tests: {
      ...about,
      passed,
      skipped,
      failed,
      newlyPassing: newlyPassing(runs),
      passedFiles: passedFiles(first),
      ms: first.end.ms,
      trouble: null,
    },
    ranOnHead: first,
  };
}

function passedFiles({ results }: SelectionRun): string[] {
  return [...new Set(results.flatMap(({ status, file }) => (status === "passed" && file !== null ? [file] : [])))];
}

const uncounted = { passed: 0, failed: [], skipped: 0, newlyPassing: [] } as const;

function troubleOf(end: Exclude<SelectionEnd, SelectionRun>): Pick<RunnerTests, "ms" | "trouble"> {
  if (end.is === "not-run") return { ms: 0, trouble: { is: "not-run", why: end.why } };
  return { ms: end.end.ms, trouble: { is: "broken", why: end.why, output: end.end.output.slice(-4_000) } };
}

/** Reruns failures on head and on base. */
async function rerunFailures(
  one: SelectedTests,
  first: SelectionRun,
  { head, base }: { head: Project; base: Project },
  running: SelectionOptions,
): Promise<{ again: SelectionRun["results"] | null; base: SelectionRun["results"] | null }> {
  const failed = first.results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return { again: null, base: null };
  const files = testFiles(failed, head);
  const exactly = files.length === 0 ? one.selection : await one.runner.exactly(one.used, files, head);
  const again = await runSelection(one, exactly ?? one.selection, { of: "head" }, "the failing ones again", running);
  const there = files.filter((path) => base.paths.includes(path));
  // New files cannot have failed on base.
  if (files.length > 0 && there.length === 0) return { again: resultsOf(again), base: [] };
  const onBase = files.length === 0 ? one.selection : await one.runner.exactly(one.used, there, base);
  const before = await runSelection(
    one,
    onBase ?? one.selection,
    { of: "base" },
    "the failing ones on the base",
    running,
  );
  return { again: resultsOf(again), base: resultsOf(before) };
}

function resultsOf(end: SelectionEnd): SelectionRun["results"] | null {
  return end.is === "ran" ? end.results : null;
}

async function fixProof(
  change: Change,
  changedTests: readonly string[],
  { ends, head }: { ends: readonly RunnerEnd[]; head: Project },
  running: SelectionOptions,
): Promise<FixRevertProof> {
  const withHead = testOnlyPaths(change.files, changedTests);
  const altered = withHead.filter((path) => head.paths.includes(path));
  const tests = testsToProveFix(changedTests, altered, filesThatRan(ends));
  const proof = await proveFix({ tests, withHead, places: ends, project: head }, running);
  // Unaltered tests may prove the fix, but need not.
  return changedTests.length === 0 && proof.is !== "proven" ? noTests : proof;
}

function filesThatRan(ends: readonly RunnerEnd[]): string[] {
  const results = ends.flatMap(({ ranOnHead }) => ranOnHead?.results ?? []);
  return [...new Set(results.flatMap(({ file }) => file ?? []))];
}
