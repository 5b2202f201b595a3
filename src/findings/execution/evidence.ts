// Defines what the executed programs showed. The decision, the verification summary and findings are derived from it.
import type { TestResult } from "./runner.ts";
import type { ExecutionSetup, NotRun } from "./sandbox-runner.ts";

/** How a test that fails on head did on base: also not there at all, or base could not be run. */
export type OnBase = "passed" | "failed" | "absent" | "not-run";

/** A failing test, and since when. New: it passes on base, or is not there. Unknown: it may be the sandbox that it fails of, or base could not be run. */
export interface FailedTest {
  test: TestResult;
  since: "new" | "before" | "flaky" | "unknown";
  onBase: OnBase;
}

/** One runner in one folder. */
export interface RunnerTests {
  runner: string;
  cwd: string;
  command: readonly string[];
  /** Counted on head, after reruns. */
  passed: number;
  /** The files with a test that passed on head, from the root; absent where the runner does not say. */
  passedFiles?: readonly string[];
  failed: readonly FailedTest[];
  skipped: number;
  /** Fail on base and pass on head: names, where base was run. */
  newlyPassing: readonly string[];
  ms: number;
  /** Why there is nothing to count: it could not be run, or its results could not be read. */
  trouble: TestTrouble | null;
}

export type TestTrouble = { is: "not-run"; why: NotRun } | { is: "broken"; why: string; output: string };

/** BEY-1. */
export type FixRevertProof =
  | { is: "proven"; tests: readonly string[]; onBase: TestRunSummary; onHead: TestRunSummary }
  /** They pass on base too: they do not show the fix. */
  | { is: "not-proven"; tests: readonly string[]; onBase: TestRunSummary; onHead: TestRunSummary }
  | { is: "not-run"; why: "no-tests" | "head-fails" | "could-not-run"; message: string | null };

/** What was run on one side, and the end of what it said. */
export interface TestRunSummary {
  passed: number;
  failed: number;
  output: string;
}

export interface TestEvidence {
  tests: readonly RunnerTests[];
  /** Null where the change is no bugfix. */
  proof: FixRevertProof | null;
  /** Null where nothing was run. */
  did: ExecutionSetup | null;
}

/** EXE-3: scenarios that need keys and a network. */
export interface EvalEvidence {
  command: readonly string[];
  scenarios: readonly {
    name: string;
    file: string | null;
    /** Whether it was there at base. */
    existing: boolean;
    is: "passed" | "failed" | "flaky";
    message: string | null;
    /** How one that was there and fails does on the base; absent of all others. */
    onBase?: OnBase;
  }[];
  runs: number;
  ms: number;
}
