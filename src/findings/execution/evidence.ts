// Defines what the executed programs showed. The decision, the verification summary and findings are derived from it.
import type { TestResult } from "./runner.ts";
import type { ExecutionSetup, NotRun } from "./sandbox-runner.ts";

/** Result on base of a test that fails on head. */
export type OnBase = "passed" | "failed" | "absent" | "not-run";

/** A failing test. New: it passes on base or is absent there. Unknown: the sandbox may be the cause, or base could not run. */
export interface FailedTest {
  test: TestResult;
  since: "new" | "before" | "flaky" | "unknown";
  onBase: OnBase;
}

/** Results of one runner in one folder. */
export interface RunnerTests {
  runner: string;
  cwd: string;
  command: readonly string[];
  /** Count on head, after reruns. */
  passed: number;
  /** Files with a test that passed on head; absent if the runner does not report files. */
  passedFiles?: readonly string[];
  failed: readonly FailedTest[];
  skipped: number;
  /** Names of tests that fail on base and pass on head. */
  newlyPassing: readonly string[];
  ms: number;
  /** Why there are no results: it could not run, or they could not be read. */
  trouble: TestTrouble | null;
}

export type TestTrouble = { is: "not-run"; why: NotRun } | { is: "broken"; why: string; output: string };

/** Whether the changed tests prove the fix. */
export type FixRevertProof =
  | { is: "proven"; tests: readonly string[]; onBase: TestRunSummary; onHead: TestRunSummary }
  /** They pass on base as well. */
  | { is: "not-proven"; tests: readonly string[]; onBase: TestRunSummary; onHead: TestRunSummary }
  | { is: "not-run"; why: "no-tests" | "head-fails" | "could-not-run"; message: string | null };

/** Result of the tests on one end, with the end of the output. */
export interface TestRunSummary {
  passed: number;
  failed: number;
  output: string;
}

export interface TestEvidence {
  tests: readonly RunnerTests[];
  /** Null unless the change is a bugfix. */
  proof: FixRevertProof | null;
  /** Null if nothing ran. */
  did: ExecutionSetup | null;
}

/** Results of evals, which need keys and a network. */
export interface EvalEvidence {
  command: readonly string[];
  scenarios: readonly {
    name: string;
    file: string | null;
    /** It exists on base. */
    existing: boolean;
    is: "passed" | "failed" | "flaky";
    message: string | null;
    /** Result on base; only for existing scenarios that fail. */
    onBase?: OnBase;
  }[];
  runs: number;
  ms: number;
}
