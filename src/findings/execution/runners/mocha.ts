// Runs Mocha on the related tests and reads its JSON report.
import { oncePer } from "../../../change/symbols/once-per.ts";
import { asObject, type JsonObject } from "../../../change/symbols/repository-files.ts";
import { testsMs } from "../runner.ts";
import type { Project, Runner, Selection, TestResult, TestReading, RunnerUse } from "../runner.ts";
import { reportFolder, type CommandEnd } from "../sandbox-runner.ts";
import { fileArgument } from "./js/file-argument.ts";
import { beforeStack, framesIn, framePath } from "./js/stack-frames.ts";
import { keptFlags, nodeFlags, type KeptFlags } from "./js/invocations.ts";
import { mochaConfig, mochaOptions } from "./js/mocha-config.ts";
import { relatedJsTests } from "./js/related-tests.ts";
import {
  asMs,
  asText,
  joinNames,
  parseJsonReport,
  reportOf,
  readingOfResults,
  unreadableTests,
} from "./js/js-results.ts";
import { clipMessage, plainText } from "./reports/plain-text.ts";
import { namedTests, plainWords } from "./js/spec-patterns.ts";
import { javaScriptRunner, mochaCollects, ownTests } from "./js/test-files.ts";
import { invocationOf, belongsTo, findRunnerUses, type RunnerSigns } from "./js/runner-folders.ts";

const reportName = "mocha.json";

const traces: RunnerSigns = { runner: "mocha", configs: mochaConfig, field: "mocha", dependency: /^mocha$/ };

const kept: KeptFlags = {
  bare: new RegExp(
    `${nodeFlags.bare.source}|^--(?:check-leaks|inline-diffs|no-config|no-package|async-only|full-trace)$`,
  ),
  valued: new RegExp(
    `${nodeFlags.valued.source}|^(?:--config|--package|--ui|-u|--timeout|-t|--extension|--file|--node-option|-n|--global|--retries|--slow)$`,
  ),
};

/** Flags whose values are not test files. */
const otherThanFiles = new RegExp(
  `${kept.valued.source}|^(?:--reporter|-R|--reporter-options?|-O|--ignore|--watch-files)$`,
);

const detected = oncePer((project: Project) => findRunnerUses(project, traces));

async function mochaSetup(used: RunnerUse, project: Project) {
  const invocation = await invocationOf(project, used, "mocha");
  const { flags, specs } = await mochaOptions(project, used.cwd, keptFlags(invocation?.words ?? [], kept));
  return { invocation, flags, patterns: [...specs, ...plainWords(invocation?.words ?? [], otherThanFiles)] };
}

async function selection(used: RunnerUse, files: readonly string[], project: Project): Promise<Selection | null> {
  if (files.length === 0) return null;
  const { invocation, flags } = await mochaSetup(used, project);
  return {
    command: {
      words: [
        "mocha",
        ...flags,
        "--reporter",
        "json",
        "--reporter-option",
        `output=${reportFolder}/${reportName}`,
        "--no-color",
        // Open handles must not lose all results.
        "--exit",
        ...files.map((path) => fileArgument(used.cwd, path)),
      ],
      cwd: used.cwd,
      env: { ...invocation?.env, CI: "true", NO_COLOR: "1" },
      reports: [`${reportFolder}/${reportName}`],
      ms: testsMs,
    },
    files,
  };
}

/** Tests that the project itself runs in this folder. */
async function testsAmong(paths: readonly string[], used: RunnerUse, project: Project): Promise<readonly string[]> {
  const isOwn = belongsTo(await detected(project), used);
  const { patterns } = await mochaSetup(used, project);
  const tests = paths.filter((path) => mochaCollects(path, used.cwd) && isOwn(path));
  return namedTests(tests, patterns, used.cwd, project);
}

export const mocha: Runner = {
  ...javaScriptRunner("mocha", detected, mochaCollects),
  async related(used, changed, project) {
    const related = await relatedJsTests(changed, await testsAmong(project.paths, used, project), project);
    return await selection(used, await ownTests(related, "mocha", project), project);
  },
  async exactly(used, files, project) {
    const tests = await testsAmong(files, used, project);
    return await selection(used, await ownTests(tests, "mocha", project), project);
  },
  read(end, used) {
    if (end.is !== "ended") return unreadableTests(end);
    const said =
      asObject(parseJsonReport(reportOf(end, reportName))) ?? asObject(parseJsonReport(printedReport(end.output)));
    return said !== null && Array.isArray(said["tests"])
      ? readingOfResults(resultsOf(said, used.cwd), end)
      : notLoaded(end, used);
  },
};

/** Mocha before 9.2 prints the report. */
function printedReport(output: string): string | null {
  const start = output.lastIndexOf('{\n  "stats": {');
  const end = output.lastIndexOf("\n}");
  return start < 0 || end < start ? null : output.slice(start, end + 2);
}

function listed(report: JsonObject, name: string): JsonObject[] {
  const list = report[name];
  return (Array.isArray(list) ? list : []).map(asObject).filter((item) => item !== null);
}

/** Tests in order, then failed hooks. A test is written the same in every list. */
function resultsOf(report: JsonObject, cwd: string): TestResult[] {
  const byKey = (name: string) => new Map(listed(report, name).map((test) => [keyOf(test), test]));
  const [failed, pending] = [byKey("failures"), byKey("pending")];
  const tests = listed(report, "tests").map((test) => {
    const key = keyOf(test);
    const isFailed = failed.delete(key) || Object.keys(asObject(test["err"]) ?? {}).length > 0;
    return resultOf(test, isFailed ? "failed" : pending.has(key) ? "skipped" : "passed", cwd);
  });
  return [...tests, ...[...failed.values()].map((hook) => resultOf(hook, "failed", cwd))];
}

function keyOf(test: JsonObject): string {
  const err = asObject(test["err"]);
  const said = [
    test["title"],
    test["fullTitle"],
    test["file"],
    test["duration"],
    test["speed"],
    err?.["message"],
    err?.["stack"],
  ];
  return said.map((one) => (typeof one === "string" || typeof one === "number" ? String(one) : "")).join("\n");
}

function resultOf(test: JsonObject, status: TestResult["status"], cwd: string): TestResult {
  const err = asObject(test["err"]) ?? {};
  const stack = asText(err["stack"]);
  const said = asText(err["message"]);
  return {
    file: framePath(asText(test["file"]), cwd),
    name: nameOf(asText(test["title"]), asText(test["fullTitle"])),
    status,
    message: status === "failed" ? clipMessage(beforeStack(stack) || said) : null,
    frames: status === "failed" ? framesIn(stack, cwd) : [],
    ms: asMs(test["duration"]),
  };
}

/** Groups come as one string. */
function nameOf(title: string, full: string): string {
  const groups = full.endsWith(title) ? full.slice(0, full.length - title.length).trim() : "";
  return joinNames([groups, title].filter((name) => name !== "")) || "(no name)";
}

/** A file that does not load ends the run; the stack tells which. */
function notLoaded(end: CommandEnd, used: RunnerUse): TestReading {
  const text = plainText(end.output);
  const start = text.search(
    /^[ \t]*(?:Exception during run: |✖ ERROR: |\w*Error(?: \[\w+\])?: |\/work\/[^\n]*:\d+\n|file:\/\/\/work\/)/m,
  );
  const isLoading = /\/mocha\/(?:lib|bin)\/|Exception during run: /.test(text);
  if (end.code === 0 || start < 0 || !isLoading) return unreadableTests(end);
  const said = text.slice(start).replace(/^\s*(?:Exception during run|✖ ERROR): /, "");
  const frames = framesIn(said, used.cwd);
  const places = [...frames.map(({ path }) => path), ...requiredFrom(said, used.cwd)];
  const file = places.findLast((path) => mochaCollects(path, used.cwd)) ?? null;
  return {
    is: "results",
    results: [{ file, name: "", status: "failed", message: clipMessage(beforeStack(said)), frames, ms: null }],
  };
}

/** Lines of `Require stack:`, innermost first. */
function requiredFrom(text: string, cwd: string): string[] {
  return [...text.matchAll(/^- (\/[^\n]{1,1000})$/gm)].flatMap((match) => framePath(match[1]!, cwd) ?? []);
}
