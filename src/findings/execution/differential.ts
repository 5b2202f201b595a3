// Classifies failing tests by the runs on head and base: new, failing before, flaky or unknown. Pure.
import type { FailedTest, OnBase } from "./evidence.ts";
import { testKey, type TestResult } from "./runner.ts";

export interface TestRuns {
  head: readonly TestResult[];
  /** Of the files with failures; null where nothing failed, or it could not be run. */
  again: readonly TestResult[] | null;
  /** Null where base could not be run. */
  base: readonly TestResult[] | null;
  /** The files of both ends, by which a module of the project's is told from one that is not installed. */
  paths?: readonly string[];
}

export function classifyFailures({ head, again, base, paths = [] }: TestRuns): FailedTest[] {
  const passedAgain = passingTests(again ?? []);
  const judgeBase = base === null ? () => "not-run" as const : baseStatus(base);
  return head
    .filter(({ status }) => status === "failed")
    .map((test) => {
      const onBase = judgeBase(test);
      const excused = isSandboxLimit(test.message ?? "") || lacksPackage(test.message ?? "", paths);
      return { test, onBase, since: failureSince(onBase, passedAgain.has(testKey(test)), excused) };
    });
}

function failureSince(onBase: OnBase, passedAgain: boolean, excused: boolean): FailedTest["since"] {
  if (passedAgain) return "flaky";
  if (onBase === "failed") return "before";
  return onBase === "not-run" || excused ? "unknown" : "new";
}

/** A file that could not be loaded on base failed there with every test in it. */
function baseStatus(base: readonly TestResult[]): (test: TestResult) => OnBase {
  const byKey = Map.groupBy(base, testKey);
  const unloaded = new Set(base.filter(isUnloaded).map(({ file }) => file));
  const files = new Set(base.map(({ file }) => file));
  return (test) => {
    const same = byKey.get(testKey(test));
    if (same) return same.some(({ status }) => status === "failed") ? "failed" : "passed";
    if (unloaded.has(test.file)) return "failed";
    // A file that could be loaded on base and cannot now: its tests passed, whatever they are called.
    return test.name === "" && files.has(test.file) ? "passed" : "absent";
  };
}

export function isUnloaded({ name, status }: TestResult): boolean {
  return name === "" && status === "failed";
}

/** Tests that fail on base and pass on head, by name. */
export function newlyPassing({ head, base }: Pick<TestRuns, "head" | "base">): string[] {
  if (base === null) return [];
  const passes = passingTests(head);
  return base.filter((test) => test.status === "failed" && passes.has(testKey(test))).map(testKey);
}

/** A test that two runs name alike passes only where all of them do. */
function passingTests(results: readonly TestResult[]): Set<string> {
  const groups = Map.groupBy(results, testKey);
  return new Set([...groups].filter(([, same]) => same.every(({ status }) => status === "passed")).map(([key]) => key));
}

const noNetwork =
  /\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETDOWN)\b|network is unreachable|temporary failure in name resolution|could not resolve host|name or service not known|no such host|failed to lookup address|UnknownHostException/i;
const noServer = /\bECONNREFUSED\b|connection refused|could not connect to server|ConnectException/i;
const noRoom = /\b(?:EROFS|ENOSPC)\b|read-only file ?system|no space left on device/i;

/** What fails for want of a network, a server or room may pass outside: nobody is blamed for it. */
export function isSandboxLimit(message: string): boolean {
  return noNetwork.test(message) || noServer.test(message) || noRoom.test(message);
}

const pythonModule = /(?:ModuleNotFoundError|ImportError): No module named '?([A-Za-z0-9_]+)/;

/** Python's packages are those of the machine: one that the change begins to use may not be there yet. */
function lacksPackage(message: string, paths: readonly string[]): boolean {
  const name = pythonModule.exec(message)?.[1];
  if (name === undefined) return false;
  const isOwn = (path: string) => path.split("/").some((part) => part === name || part === `${name}.py`);
  return !paths.some(isOwn);
}
