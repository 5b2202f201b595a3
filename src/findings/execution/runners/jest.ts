// Runs Jest, which finds related tests itself and writes its results as JSON.
import { fileSet, oncePer } from "../../../change/symbols/once-per.ts";
import { testsMs, type Project, type Runner, type TestResult, type RunnerUse } from "../runner.ts";
import { reportFolder, type CommandLine } from "../sandbox-runner.ts";
import { fileArgument } from "./js/file-argument.ts";
import { readAssertions, type FileReport } from "./js/assertion-report.ts";
import { changedModules } from "./js/changed-modules.ts";
import { beforeStack, framesIn } from "./js/stack-frames.ts";
import { keptFlags, type KeptFlags } from "./js/invocations.ts";
import { parseJsonReport, reportOf, readingOfResults, unreadableTests } from "./js/js-results.ts";
import { clipMessage, plainText } from "./reports/plain-text.ts";
import { javaScriptRunner, jestCollects, isScript, ownTests } from "./js/test-files.ts";
import { invocationOf, belongsTo, findRunnerUses, type RunnerSigns } from "./js/runner-folders.ts";

const report = "jest.json";

const traces: RunnerSigns = {
  runner: "jest",
  configs: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
  field: "jest",
  dependency: /^jest(?:-cli)?$/,
  projects: { configs: /^jest\.config\.(?:[cm]?[jt]s|json)$/, says: /\bprojects\b/ },
};

const kept: KeptFlags = {
  bare: /^(?:--runInBand|-i|--no-cache|--injectGlobals)$/,
  valued: /^(?:--config|-c|--rootDir|--env|--testEnvironment|--preset|--testTimeout)$/,
};

const detected = oncePer((project: Project) => findRunnerUses(project, traces));

async function commandFor(used: RunnerUse, project: Project, way: readonly string[]): Promise<CommandLine> {
  const invocation = await invocationOf(project, used, "jest");
  return {
    words: [
      "jest",
      ...keptFlags(invocation?.words ?? [], kept),
      "--json",
      `--outputFile=${reportFolder}/${report}`,
      "--passWithNoTests",
      "--ci",
      "--coverage=false",
      "--colors=false",
      "--watchman=false",
      // Replaces the project's own reporters.
      "--reporters=default",
      // Open handles must not lose all results.
      "--forceExit",
      ...way,
    ],
    cwd: used.cwd,
    env: { ...invocation?.env, CI: "true", NO_COLOR: "1" },
    reports: [`${reportFolder}/${report}`],
    ms: testsMs,
  };
}

export const jest: Runner = {
  ...javaScriptRunner("jest", detected, jestCollects),
  async related(used, changed, project) {
    const files = changedModules(changed, fileSet(project.paths)).filter(belongsTo(await detected(project), used));
    if (files.length === 0) return null;
    const way = ["--findRelatedTests", ...files.map((path) => fileArgument(used.cwd, path))];
    return { command: await commandFor(used, project, way), files: null };
  },
  // The config can declare any file a test; the caller knows these are.
  async exactly(used, files, project) {
    const isOwn = belongsTo(await detected(project), used);
    const tests = files.filter((path) => isScript(path, used.cwd) && isOwn(path));
    const own = await ownTests(tests, "jest", project);
    if (own.length === 0) return null;
    const way = ["--runTestsByPath", ...own.map((path) => fileArgument(used.cwd, path))];
    return { command: await commandFor(used, project, way), files: own };
  },
  read(end, used) {
    if (end.is !== "ended") return unreadableTests(end);
    const files = readAssertions(parseJsonReport(reportOf(end, report)), used.cwd);
    return files === null
      ? unreadableTests(end)
      : readingOfResults(
          files.flatMap((file) => resultsOf(file, used.cwd)),
          end,
        );
  },
};

function resultsOf(file: FileReport, cwd: string): TestResult[] {
  const text = file.failed ? failureBesideTests(file) : null;
  if (text === null) return [...file.tests];
  const whole: TestResult = {
    file: file.file,
    name: "",
    status: "failed",
    message: clipMessage(beforeStack(withoutAdvice(text))),
    frames: framesIn(text, cwd),
    ms: null,
  };
  return [whole, ...file.tests];
}

const suiteHeading = "● Test suite failed to run";

/** The part of a file's message that is not its tests': a load error or a failed hook. */
function failureBesideTests({ message, tests }: FileReport): string | null {
  const plain = plainText(message);
  const start = plain.indexOf(suiteHeading);
  if (start < 0) return tests.some(({ status }) => status === "failed") ? null : plain;
  const next = plain.indexOf("\n  ● ", start + suiteHeading.length);
  return plain.slice(start, next < 0 ? undefined : next);
}

/** Removes Jest's heading and its advice before a syntax error. */
function withoutAdvice(message: string): string {
  const plain = message.replace(/^\s*● [^\n]*\n+/, "").replaceAll(/^ {4}/gm, "");
  const details = plain.startsWith("Jest encountered an unexpected token") ? plain.indexOf("Details:\n") : -1;
  return details < 0 ? plain : plain.slice(details + "Details:\n".length);
}
