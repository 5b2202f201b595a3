// Runs Node's test runner on the related tests with a reporter of our own.
import { oncePer } from "../../../change/symbols/once-per.ts";
import { testsMs, type Project, type Runner, type Selection, type TestResult, type RunnerUse } from "../runner.ts";
import { reportFolder } from "../sandbox-runner.ts";
import { fileArgument } from "./js/file-argument.ts";
import { beforeStack, framesIn } from "./js/stack-frames.ts";
import { keptFlags, nodeFlags, type Invocation } from "./js/invocations.ts";
import { eventReporter, parseNodeEvents, type Events, type TestEvent } from "./js/node-events.ts";
import { dependsOn, jsPackageAt } from "./js/js-packages.ts";
import { relatedJsTests } from "./js/related-tests.ts";
import { joinNames, reportOf, readingOfResults, unreadableTests } from "./js/js-results.ts";
import { clipMessage } from "./reports/plain-text.ts";
import { namedTests, plainWords } from "./js/spec-patterns.ts";
import { javaScriptRunner, mochaCollects, ownTests } from "./js/test-files.ts";
import { invocationOf, belongsTo, findRunnerUses, type RunnerSigns } from "./js/runner-folders.ts";

const report = "node-test.jsonl";

/** No config and no dependency: only scripts show its use. */
const traces: RunnerSigns = { runner: "node-test", configs: null, field: null, dependency: null };

/** Flags whose values are not test files. */
const otherThanFiles = new RegExp(`${nodeFlags.valued.source}|^--(?:test-[\\w-]+|env-file)$`);

const detected = oncePer((project: Project) => findRunnerUses(project, traces));

/** Runs TypeScript sources, not build output. */
function runsTypeScript(invocation: Invocation | null): boolean {
  const words = invocation?.words ?? [];
  if (
    words.some((word) =>
      /\.[cm]?tsx?\b|[{,][cm]?ts[},]|tsx|ts-node|(?:strip|transform)-types|swc|esbuild|sucrase|jiti/.test(word),
    )
  )
    return true;
  return !words.some(
    (word) => !word.startsWith("-") && /\.[cm]?jsx?\b|(?:^|\/)(?:dist|build|out|lib)(?:\/|$)/.test(word),
  );
}

/** With another runner present, a test must import `node:test`. */
async function isShared(used: RunnerUse, project: Project): Promise<boolean> {
  const own = await jsPackageAt(project, used.cwd);
  if (own === null) return false;
  return (
    own.invocations.some(({ program }) => program !== "node-test") || dependsOn(own, /^(?:vitest|jest|mocha|ava|tap)$/)
  );
}

async function selection(used: RunnerUse, tests: readonly string[], project: Project): Promise<Selection | null> {
  const invocation = await invocationOf(project, used, "node-test");
  const can = tests.filter((path) => !/ts$/.test(path) || runsTypeScript(invocation));
  const files = await ownTests(can, "node-test", project, await isShared(used, project));
  if (files.length === 0) return null;
  return {
    command: {
      words: [
        "node",
        ...keptFlags(invocation?.words ?? [], nodeFlags),
        "--test",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        `--test-reporter=${eventReporter}`,
        `--test-reporter-destination=${reportFolder}/${report}`,
        ...files.map((path) => literal(fileArgument(used.cwd, path))),
      ],
      cwd: used.cwd,
      env: { ...invocation?.env, CI: "true", NO_COLOR: "1" },
      reports: [`${reportFolder}/${report}`],
      ms: testsMs,
    },
    files,
  };
}

/** Node parses arguments as globs: `[id].test.ts` would be one. */
function literal(path: string): string {
  return path.replaceAll(/[*?[{]/g, "[$&]");
}

/** Node does not support JSX. */
function nodeCollects(path: string, cwd: string): boolean {
  return mochaCollects(path, cwd) && !path.endsWith("x");
}

/** Tests that the project itself runs in this folder. */
async function testsAmong(paths: readonly string[], used: RunnerUse, project: Project): Promise<readonly string[]> {
  const isOwn = belongsTo(await detected(project), used);
  const words = (await invocationOf(project, used, "node-test"))?.words ?? [];
  const tests = paths.filter((path) => nodeCollects(path, used.cwd) && isOwn(path));
  return namedTests(tests, plainWords(words, otherThanFiles), used.cwd, project);
}

export const nodeTest: Runner = {
  ...javaScriptRunner("node-test", detected, nodeCollects),
  async related(used, changed, project) {
    const tests = await testsAmong(project.paths, used, project);
    return await selection(used, await relatedJsTests(changed, tests, project), project);
  },
  async exactly(used, files, project) {
    return await selection(used, await testsAmong(files, used, project), project);
  },
  read(end, used) {
    if (end.is !== "ended") return unreadableTests(end);
    const events = parseNodeEvents(reportOf(end, report) ?? "", used.cwd);
    return events === null ? unreadableTests(end) : readingOfResults(resultsOf(events, used.cwd), end);
  },
};

interface Node {
  event: TestEvent;
  children: Node[];
}

/** Children are reported before their parent. */
function treeOf(events: readonly TestEvent[]): Node[] {
  const waiting: Node[] = [];
  for (const event of events) {
    let first = waiting.length;
    while (first > 0 && isInside(waiting[first - 1]!.event, event)) first--;
    waiting.push({ event, children: waiting.splice(first) });
  }
  return waiting;
}

function isInside(inner: TestEvent, outer: TestEvent): boolean {
  return inner.nesting > outer.nesting && inner.file === outer.file;
}

function resultsOf({ tests, errors }: Events, cwd: string): TestResult[] {
  const results: TestResult[] = [];
  const visit = ({ event, children }: Node, groups: readonly string[], hook: TestEvent | null) => {
    const names = [...groups, event.name];
    const ownHook = event.why === "hookFailed" ? event : hook;
    for (const child of children) visit(child, names, ownHook);
    // A failed hook is reported by each test it cancelled.
    const isTold = children.some((child) => child.event.why === "cancelledByParent");
    if (isOfChildren(event, children) || (event.why === "hookFailed" && isTold)) return;
    const cause = event.why === "cancelledByParent" && hook !== null ? hook : event;
    results.push(event.isFile ? fileResult(event, errors, cwd) : resultOf(event, joinNames(names), cause, cwd));
  };
  for (const node of treeOf(tests)) visit(node, [], null);
  return results;
}

/** Its children say it all. */
function isOfChildren(event: TestEvent, children: readonly Node[]): boolean {
  return event.why === "subtestsFailed" || (event.isSuite && event.passed && (children.length > 0 || !event.isSkipped));
}

function resultOf(event: TestEvent, name: string, cause: TestEvent, cwd: string): TestResult {
  const status = event.isSkipped ? "skipped" : event.passed ? "passed" : "failed";
  const isFailed = status === "failed";
  return {
    file: event.file,
    name: name || "(no name)",
    status,
    message: isFailed ? clipMessage(beforeStack(cause.stack) || cause.said) : null,
    frames: isFailed ? framesIn(cause.stack, cwd) : [],
    ms: event.ms,
  };
}

/** A file is a result if it has no tests or crashes. */
function fileResult(event: TestEvent, errors: Events["errors"], cwd: string): TestResult {
  const said = errors.get(event.file ?? "") ?? "";
  const whole = resultOf(event, "", event, cwd);
  const isFailed = whole.status === "failed";
  return {
    ...whole,
    name: "",
    message: isFailed ? clipMessage(beforeStack(withoutNode(said)) || event.said) : null,
    frames: isFailed ? framesIn(said, cwd) : [],
  };
}

/** Removes the location in Node's internals. */
function withoutNode(said: string): string {
  return said.replace(/^node:internal[^\n]*\n[^\n]*\n\s*\^\s*\n/, "");
}
