// Classifies failing tests by the runs on head and base: new, failing before, flaky or unknown. Pure.
import type { FailedTest, OnBase } from "./evidence.ts";
import { testKey, type TestResult } from "./runner.ts";

export interface TestRuns {
  head: readonly TestResult[];
  /** Rerun of the files with failures; null if nothing failed or it could not run. */
  again: readonly TestResult[] | null;
  /** Null if base could not run. */
  base: readonly TestResult[] | null;
  /** Files of both ends, to tell a module of the project from a package that is not installed. */
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

/** If a file did not load on base, all of its tests failed there. */
function baseStatus(base: readonly TestResult[]): (test: TestResult) => OnBase {
  const byKey = Map.groupBy(base, testKey);
  const unloaded = new Set(base.filter(isUnloaded).map(({ file }) => file));
  const files = new Set(base.map(({ file }) => file));
  return (test) => {
    const same = byKey.get(testKey(test));
    if (same) return same.some(({ status }) => status === "failed") ? "failed" : "passed";
    if (unloaded.has(test.file)) return "failed";
    // The file loaded on base and does not load now.
    return test.name === "" && files.has(test.file) ? "passed" : "absent";
  };
}

export function isUnloaded({ name, status }: TestResult): boolean {
  return name === "" && status === "failed";
}

/** Names of the tests that fail on base and pass on head. */
export function newlyPassing({ head, base }: Pick<TestRuns, "head" | "base">): string[] {
  if (base === null) return [];
  const passes = passingTests(head);
  return base.filter((test) => test.status === "failed" && passes.has(testKey(test))).map(testKey);
}

/** Tests with the same name pass only if all of them do. */
function passingTests(results: readonly TestResult[]): Set<string> {
  const groups = Map.groupBy(results, testKey);
  return new Set([...groups].filter(([, same]) => same.every(({ status }) => status === "passed")).map(([key]) => key));
}

const noNetwork =
  /\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETDOWN)\b|network is unreachable|temporary failure in name resolution|could not resolve host|name or service not known|no such host|failed to lookup address|UnknownHostException/i;
const noServer = /\bECONNREFUSED\b|connection refused|could not connect to server|ConnectException/i;
const noRoom = /\b(?:EROFS|ENOSPC)\b|read-only file ?system|no space left on device/i;

/** A failure for lack of network, server or disk space may be the sandbox's and does not count against the change. */
export function isSandboxLimit(message: string): boolean {
  return noNetwork.test(message) || noServer.test(message) || noRoom.test(message);
}

const pythonModule = /(?:ModuleNotFoundError|ImportError): No module named '?([A-Za-z0-9_]+)/;

/** Python uses the machine's packages, where a newly required one may be missing. */
function lacksPackage(message: string, paths: readonly string[]): boolean {
  const name = pythonModule.exec(message)?.[1];
  if (name === undefined) return false;
  const isOwn = (path: string) => path.split("/").some((part) => part === name || part === `${name}.py`);
  return !paths.some(isOwn);
}
