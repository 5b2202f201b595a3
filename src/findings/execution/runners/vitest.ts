// Runs Vitest, which finds related tests itself and writes its results as JSON. Failures outside of tests are read from
// its printed output.
import { resolveFrom } from "../../../change/paths.ts";
import { fileSet, oncePer } from "../../../change/symbols/once-per.ts";
import { testsMs, type Project, type Runner, type RunnerUse } from "../runner.ts";
import { reportFolder, type CommandLine } from "../sandbox-runner.ts";
import { fileArgument } from "./js/file-argument.ts";
import { readAssertions } from "./js/assertion-report.ts";
import { changedModules } from "./js/changed-modules.ts";
import { keptFlags, type KeptFlags } from "./js/invocations.ts";
import { parseJsonReport, reportOf, readingOfResults, unreadableTests } from "./js/js-results.ts";
import { javaScriptRunner, vitestCollects, isScript, ownTests } from "./js/test-files.ts";
import { invocationOf, belongsTo, findRunnerUses, type RunnerSigns } from "./js/runner-folders.ts";
import { unhandledErrors, withPrintedFailures } from "./js/vitest-output.ts";

const report = "vitest.json";
const ownConfig = /^vitest\.(?:config|workspace|projects)\.(?:[cm]?[jt]s|json)$/;

const traces: RunnerSigns = {
  runner: "vitest",
  configs: ownConfig,
  field: null,
  dependency: /^(?:vitest|vite-plus)$/,
  shared: { configs: /^vite\.config\.[cm]?[jt]s$/, says: /["']vitest(?:\/config|\/node)?["']|\btest\s*:\s*\{/ },
  projects: {
    configs: /^(?:vitest\.(?:config|workspace|projects)\.(?:[cm]?[jt]s|json)|vite\.config\.[cm]?[jt]s)$/,
    says: /\b(?:projects|workspace)\s*:|\bdefineWorkspace\b|^\s*\[|\bexport default \[/,
  },
};

const kept: KeptFlags = {
  bare: /^--(?:globals|dom|no-isolate|no-file-parallelism|no-threads|no-experimental-[\w-]+)$/,
  valued: /^(?:--config|-c|--root|-r|--project|--environment|--pool|--mode|--exclude|--testTimeout|--configLoader)$/,
};

const detected = oncePer((project: Project) => findRunnerUses(project, traces));

async function commandFor(
  used: RunnerUse,
  project: Project,
  way: string,
  files: readonly string[],
): Promise<CommandLine> {
  const invocation = await invocationOf(project, used, "vitest");
  const flags = keptFlags(invocation?.words ?? [], kept);
  return {
    words: [
      "vitest",
      way,
      ...files.map((path) => fileArgument(rootOf(used.cwd, flags), path)),
      ...flags,
      "--run",
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFolder}/${report}`,
      "--coverage.enabled=false",
    ],
    cwd: used.cwd,
    env: { ...invocation?.env, CI: "true", NO_COLOR: "1" },
    reports: [`${reportFolder}/${report}`],
    ms: testsMs,
  };
}

/** File arguments are relative to Vitest's root, which a script may set. */
function rootOf(cwd: string, flags: readonly string[]): string {
  const at = flags.findIndex((flag) => /^(?:--root|-r)(?:=|$)/.test(flag));
  if (at < 0) return cwd;
  const said = flags[at]!.includes("=") ? flags[at]!.slice(flags[at]!.indexOf("=") + 1) : (flags[at + 1] ?? "");
  return said.startsWith("/") ? cwd : (resolveFrom(cwd, said) ?? cwd);
}

export const vitest: Runner = {
  ...javaScriptRunner("vitest", detected, vitestCollects),
  async related(used, changed, project) {
    const files = changedModules(changed, fileSet(project.paths)).filter(belongsTo(await detected(project), used));
    return files.length === 0 ? null : { command: await commandFor(used, project, "related", files), files: null };
  },
  // The config can declare any file a test; the caller knows these are.
  async exactly(used, files, project) {
    const isOwn = belongsTo(await detected(project), used);
    const tests = files.filter((path) => isScript(path, used.cwd) && isOwn(path));
    const own = await ownTests(tests, "vitest", project);
    return own.length === 0 ? null : { command: await commandFor(used, project, "run", own), files: own };
  },
  read(end, used) {
    if (end.is !== "ended") return unreadableTests(end);
    const files = readAssertions(parseJsonReport(reportOf(end, report)), used.cwd);
    if (files === null) return unreadableTests(end);
    return readingOfResults(
      [...withPrintedFailures(files, end.output, used.cwd), ...unhandledErrors(end, used.cwd)],
      end,
    );
  },
};
