// Proves a bugfix: the tests it adds or alters must fail on the base's source and pass on head's.
import type { FixRevertProof, TestRunSummary } from "./evidence.ts";
import { isUnloaded } from "./differential.ts";
import { testKey, type Project, type TestResult } from "./runner.ts";
import {
  countResults,
  runSelection,
  type SelectionRun,
  type SelectionOptions,
  type SelectionEnd,
} from "./run-selection.ts";
import type { SelectedTests } from "./select-tests.ts";

export interface Fix {
  /** Added or altered test files; they exist at head. */
  tests: readonly string[];
  /** Files taken from head with them, such as fixtures and helpers, including removed ones. */
  withHead: readonly string[];
  places: readonly FixPlace[];
  project: Project;
}

export interface FixPlace extends Pick<SelectedTests, "runner" | "used"> {
  /** An earlier run on head, if any. */
  ranOnHead?: SelectionRun | null;
}

export async function proveFix(fix: Fix, running: SelectionOptions): Promise<FixRevertProof> {
  const proofs: FixRevertProof[] = [];
  for (const place of fix.places) {
    const tests = fix.tests.filter((path) => isCollectedIn(path, place));
    const selection = tests.length === 0 ? null : await place.runner.exactly(place.used, tests, fix.project);
    if (selection === null) continue;
    const runOn = (of: "base" | "head") =>
      runSelection(place, selection, of === "head" ? { of } : { of, withHead: fix.withHead }, labels[of], running);
    proofs.push(await compare(runOn, resultsOfFiles(place.ranOnHead ?? null, tests)));
  }
  // One runner that proves the fix is enough.
  return ranks.flatMap((is) => proofs.filter((proof) => proof.is === is))[0] ?? noTests;
}

const ranks = ["proven", "not-proven", "not-run"] as const;
export const noTests: FixRevertProof = { is: "not-run", why: "no-tests", message: null };
const labels = {
  base: "the changed tests on the base's source",
  head: "the changed tests on the head's source",
} as const;

/** Reuses the results of a wider run if all these files passed there. */
function resultsOfFiles(ran: SelectionRun | null, tests: readonly string[]): SelectionRun | null {
  const results = ran?.results.filter(({ file }) => file !== null && tests.includes(file)) ?? [];
  const isThere = (path: string) => results.some(({ file, status }) => file === path && status === "passed");
  if (ran === null || results.some(({ status }) => status === "failed") || !tests.every(isThere)) return null;
  return { ...ran, results };
}

async function compare(
  runOn: (of: "base" | "head") => Promise<SelectionEnd>,
  ranOnHead: SelectionRun | null,
): Promise<FixRevertProof> {
  const head = ranOnHead ?? (await runOn("head"));
  if (head.is !== "ran") return couldNotRun(head);
  const base = await runOn("base");
  if (base.is !== "ran") return couldNotRun(base);
  const shown = testsProvingFix(head.results, base.results);
  if (shown.length === 0) return notProven(base, head);
  // Run again, to rule out a flaky failure.
  const again = await runOn("base");
  if (again.is !== "ran") return couldNotRun(again);
  const steady = testsProvingFix(head.results, again.results).filter((test) => shown.includes(test));
  return steady.length === 0 ? notProven(again, head) : { is: "proven", tests: steady, ...runSummaries(base, head) };
}

function notProven(base: SelectionRun, head: SelectionRun): FixRevertProof {
  const { passed, failed } = countResults(head.results);
  // No file loaded: something they need is missing, such as build output.
  if (failed > 0 && head.results.every(isUnloaded))
    return { is: "not-run", why: "could-not-run", message: head.results[0]?.message ?? null };
  if (failed > 0) return { is: "not-run", why: "head-fails", message: null };
  if (passed === 0) return noTests;
  return { is: "not-proven", tests: head.results.map(testKey), ...runSummaries(base, head) };
}

/** Tests that pass on head and fail on base. A file that does not load on base fails as a whole. */
export function testsProvingFix(head: readonly TestResult[], base: readonly TestResult[]): string[] {
  const failed = new Set(base.filter(({ status }) => status === "failed").map(testKey));
  const unloaded = new Set(base.filter(isUnloaded).map(({ file }) => file));
  return head
    .filter((test) => test.status === "passed" && (failed.has(testKey(test)) || unloaded.has(test.file)))
    .map(testKey);
}

function couldNotRun(end: Exclude<SelectionEnd, SelectionRun>): FixRevertProof {
  return { is: "not-run", why: "could-not-run", message: end.is === "broken" ? end.why : null };
}

function runSummaries(base: SelectionRun, head: SelectionRun): { onBase: TestRunSummary; onHead: TestRunSummary } {
  return { onBase: summarizeRun(base), onHead: summarizeRun(head) };
}

const maxOutput = 2_000;

function summarizeRun({ end, results }: SelectionRun): TestRunSummary {
  const { passed, failed } = countResults(results);
  const messages = results.flatMap(({ name, status, message }) =>
    status === "failed" && message ? [`${name === "" ? "" : `${name}: `}${message}`] : [],
  );
  const output = messages.length > 0 ? messages.join("\n").slice(0, maxOutput) : end.output.slice(-maxOutput);
  return { passed, failed, output };
}

/** By name, or because it ran as a test: a config can declare any file a test. */
export function isCollectedIn(path: string, { runner, used, ranOnHead }: FixPlace): boolean {
  const isInside = used.cwd === "" || path.startsWith(`${used.cwd}/`);
  return isInside && (runner.collects(path, used) || ranOnHead?.results.some(({ file }) => file === path) === true);
}
