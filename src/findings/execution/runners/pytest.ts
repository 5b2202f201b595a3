// Runs pytest with its JUnit report in the xunit1 family, which names files. The project's `addopts` stay, because its
// tests may need them; if a plugin is missing, the run is unreadable.
import { fileName } from "../../../change/paths.ts";
import { testsMs } from "../runner.ts";
import type { Project, Runner, Selection, TestResult, TestReading, RunnerUse } from "../runner.ts";
import { reportFolder, type CommandEnd } from "../sandbox-runner.ts";
import { pytestCollects, pytestFolders } from "./pytest/pytest-folders.ts";
import { relatedPytestFiles } from "./pytest/related-pytest-files.ts";
import { fromFolder, isBelow, nearestFolder } from "./related/folders.ts";
import { readJUnit } from "./reports/read-junit.ts";
import { uniqueFrames, locationAt, pathInProject, type ReportLocation } from "./reports/report-locations.ts";
import { endOfOutput, clipMessage, plainText } from "./reports/plain-text.ts";
import type { RawCase } from "./reports/raw-case.ts";
import { unfinishedReason } from "./reports/unfinished-reason.ts";

const report = `${reportFolder}/pytest.xml`;

export const pytest: Runner = {
  id: "pytest",
  ecosystem: "python",
  detect: async (project) => [...(await pytestFolders(project))].map((cwd) => ({ runner: "pytest", cwd })),
  related: async (used, changed, project) => {
    const tests = await testsOf(used, project);
    return selection(used, await relatedPytestFiles(used.cwd, changed, tests, project));
  },
  exactly: async (used, files, project) => {
    const folders = await pytestFolders(project);
    const own = files.filter((file) => nearestFolder(file, folders) === used.cwd);
    // A file that is no test cannot be selected.
    return own.every(pytestCollects) ? selection(used, own) : null;
  },
  collects: (path, { cwd }) => pytestCollects(path) && isBelow(path, cwd),
  read,
};

/** Tests of the folder, without those of nested ones. */
async function testsOf({ cwd }: RunnerUse, project: Project): Promise<string[]> {
  const folders = await pytestFolders(project);
  return project.paths.filter((path) => pytestCollects(path) && nearestFolder(path, folders) === cwd);
}

function selection({ cwd }: RunnerUse, files: readonly string[]): Selection | null {
  if (files.length === 0) return null;
  // `./` keeps a name from being read as an option.
  const named = files.map((file) => `./${fromFolder(file, cwd)}`);
  const options = [
    "-q",
    "-p",
    "no:cacheprovider",
    `--junitxml=${report}`,
    "-o",
    "junit_family=xunit1",
    "--tb=short",
    // Report paths relative to `cwd`, and run on if a file does not load.
    "--rootdir=.",
    "--continue-on-collection-errors",
  ];
  return {
    command: { words: ["python3", "-m", "pytest", ...named, ...options], cwd, reports: [report], ms: testsMs },
    files,
  };
}

function read(end: CommandEnd, { cwd }: RunnerUse): TestReading {
  const why = unfinishedReason(end);
  if (why !== null) return { is: "unreadable", why };
  const output = plainText(end.output);
  const broken = brokenFixtures(output, cwd);
  if (broken !== null) return { is: "results", results: [broken] };
  const cases = readJUnit(end.reports[0]?.text ?? "");
  // Exit code 5: no tests collected, for example all deselected.
  if (end.code === 5) return { is: "results", results: [] };
  if (cases === null || (cases.length === 0 && end.code !== 0))
    return { is: "unreadable", why: unreadableReason(output, end.code) };
  return { is: "results", results: uniqueResults(cases.map((one) => resultOf(one, cwd))) };
}

/** A broken `conftest.py` leaves no report; the file is named in the output. */
function brokenFixtures(output: string, cwd: string): TestResult | null {
  const found = /^(?:\w+ while loading|\w+ raised while loading) conftest '([^'\n]+)'\.?$/m.exec(output);
  if (!found) return null;
  const detail = output.slice(found.index);
  const file = pathInProject(found[1]!, cwd);
  return { file, name: "", status: "failed", message: clipMessage(detail), frames: frames(detail, cwd), ms: null };
}

function unreadableReason(output: string, code: number | null): string {
  const said = /^(?:ERROR: )?(?:.*error: )?(unrecognized arguments: .*|file or directory not found: .*)$/m.exec(
    output,
  )?.[1];
  if (said !== undefined) return `pytest refused its arguments: ${said.slice(0, 500)}`;
  if (/No module named '?pytest'?/.test(output)) return "pytest is not installed";
  return `pytest ended with ${code ?? "no code"} and without a report: ${endOfOutput(output, 500)}`;
}

function resultOf(raw: RawCase, cwd: string): TestResult {
  const file = raw.file === null ? null : pathInProject(raw.file, cwd);
  const detail = plainText(raw.detail ?? "");
  const failed = raw.status === "failed";
  return {
    file,
    name: raw.classname === "" && raw.message === "collection failure" ? "" : nameIn(raw),
    status: raw.status,
    message: clipMessage(raw.message === "collection failure" ? errorIn(detail) : raw.message),
    frames: failed ? frames(detail, cwd) : [],
    ms: raw.ms,
  };
}

/** The error lines, without the traceback. */
function errorIn(detail: string): string {
  const lines = detail.split("\n").filter((line) => /^E\s/.test(line));
  return lines.length === 0 ? detail : lines.map((line) => line.slice(1)).join("\n");
}

/** `tests.test_foo.TestGroup` is module and classes. */
function nameIn({ file, classname, name }: RawCase): string {
  const module = file === null ? "" : fileName(file).replace(/\.py$/, "");
  const parts = classname.split(".");
  return [...parts.slice(parts.lastIndexOf(module) + 1), name].filter((part) => part !== "").join(" > ");
}

/** Frames are listed outermost first; a syntax error comes last. */
function frames(detail: string, cwd: string): ReportLocation[] {
  const places = [
    ...detail.matchAll(/^(?:E\s+File "([^"\n]+)", line (\d+)|([^\s:][^\n:]*):(\d+): (?:in |[A-Z]\w+))/gm),
  ];
  return uniqueFrames(
    places
      .toReversed()
      .flatMap(([, quoted, quotedLine, plain, line]) =>
        locationAt(pathInProject(quoted ?? plain ?? "", cwd), quotedLine ?? line),
      ),
  );
}

/** A test is listed twice if its teardown fails as well. */
function uniqueResults(results: readonly TestResult[]): TestResult[] {
  const found = new Map<string, TestResult>();
  for (const one of results) {
    const key = `${one.file ?? ""}\n${one.name}`;
    const before = found.get(key);
    if (before === undefined || (before.status !== "failed" && one.status === "failed")) found.set(key, one);
  }
  return [...found.values()];
}
