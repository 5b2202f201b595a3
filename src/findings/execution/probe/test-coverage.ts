// Finds which tests cover a file, and which of those ran in this review and passed.
import type { Code } from "../../../change/change.ts";
import { fileName } from "../../../change/paths.ts";
import type { RunnerTests } from "../evidence.ts";
import type { Report } from "../../report.ts";
import { isTest } from "../../../change/file-kinds.ts";
import type { BreakPoint } from "./break-point.ts";
import type { ProbeContext } from "./find-callers.ts";
import { familyOf } from "./probe-sources.ts";

export interface Coverage {
  /** Test files that import the file, ran and passed. */
  passed: readonly string[];
  /** Test files that import it and did not run or pass. */
  notRun: readonly string[];
  /** A passed test names the changed function. */
  namesFunction: boolean;
  /** Files imported by the passed tests. */
  reaches: ReadonlySet<string>;
  /** Executed commands, as reported. */
  evidence: readonly { command: string; output: string }[];
}

export const noCoverage: Coverage = { passed: [], notRun: [], namesFunction: false, reaches: new Set(), evidence: [] };

const most = 60;

/** For each affected file, with one search for all. */
export async function findCoverage(
  places: readonly BreakPoint[],
  { code, sources, modules }: ProbeContext & { code: Pick<Code, "uses" | "head"> },
  reports: readonly Report[],
): Promise<ReadonlyMap<string, Coverage>> {
  const files = [...Map.groupBy(places, ({ path }) => path)];
  const uses = await code.uses([...new Set(places.flatMap(searchWords))]);
  const ran = passedTestRuns(reports);
  const found = new Map<string, Coverage>();
  for (const [path, all] of files) {
    const saying = new Set(
      all
        .flatMap(({ location }) => (location?.declared ? (uses.get(location.declared.name)?.at ?? []) : []))
        .map((use) => use.path),
    );
    const candidates = new Set(
      all
        .flatMap(searchWords)
        .flatMap((word) => uses.get(word)?.at ?? [])
        .map((use) => use.path),
    );
    for (const sibling of modules.siblings(path)) if (saying.has(sibling)) candidates.add(sibling);
    const tests: string[] = [];
    for (const test of [...candidates]
      .filter((one) => isTest(one) && familyOf(one) === familyOf(path))
      .slice(0, most)) {
      const source = await sources.of(test);
      // Within a package no import is needed, so the test must name it.
      const isMeant = saying.has(test) || !modules.isSamePackage(test, path);
      if (source && isMeant && (await modules.leadsTo(source, path))) tests.push(test);
    }
    const passed = tests.filter((test) => ran.some((one) => hasPassed(one, test)));
    found.set(path, {
      passed,
      notRun: tests.filter((test) => !passed.includes(test)),
      namesFunction: passed.some((test) => saying.has(test)),
      reaches: await filesImportedBy(passed, { sources, modules }),
      evidence: ran.filter((one) => passed.some((test) => hasPassed(one, test))).map(evidenceOf),
    });
  }
  return found;
}

/** The function's name and the module's import name. */
function searchWords({ path, location }: BreakPoint): string[] {
  const file = fileName(path).replace(/\.[^.]+$/, "");
  const module = ["index", "mod", "__init__"].includes(file) ? (path.split("/").at(-2) ?? file) : file;
  return [...(location?.declared ? [location.declared.name] : []), module].filter(
    (word) => word !== "" && !word.includes("\n"),
  );
}

async function filesImportedBy(
  tests: readonly string[],
  { sources, modules }: Pick<ProbeContext, "sources" | "modules">,
): Promise<Set<string>> {
  const reached = new Set<string>();
  for (const test of tests) {
    const source = await sources.of(test);
    for (const imported of source?.symbols.imports ?? [])
      for (const path of await modules.filesOf(imported, test)) reached.add(path);
    for (const sibling of modules.siblings(test)) if (!isTest(sibling)) reached.add(sibling);
  }
  return reached;
}

function passedTestRuns(reports: readonly Report[]): readonly RunnerTests[] {
  return reports
    .flatMap(({ status, tests }) => (status === "ran" ? (tests?.tests ?? []) : []))
    .filter(({ trouble, passed }) => trouble === null && passed > 0);
}

function hasPassed(of: RunnerTests, test: string): boolean {
  if (of.failed.some(({ test: { file } }) => file === test || file === null)) return false;
  return of.passedFiles ? of.passedFiles.includes(test) : isNamedBy(of, test);
}

/** For runners that do not report files: the test or its Go package is named in the command. */
function isNamedBy({ command, cwd }: RunnerTests, test: string): boolean {
  const inside = cwd === "" ? test : test.startsWith(`${cwd}/`) ? test.slice(cwd.length + 1) : null;
  if (inside === null) return false;
  const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
  return command.slice(1).some((word) => {
    const named = word.replace(/^\.\//, "").replace(/\/$/, "");
    return (
      named === inside ||
      (inside.endsWith("_test.go") && word.startsWith(".") && (named === "." ? "" : named) === folder)
    );
  });
}

function evidenceOf({ command, passed, failed, skipped }: RunnerTests): { command: string; output: string } {
  return { command: command.join(" "), output: `${passed} passed, ${failed.length} failed, ${skipped} skipped` };
}
