// Defines a test runner: how it is detected, told which tests to run, and read. Pure.
import type { CommandEnd, CommandLine, Ecosystem } from "./sandbox-runner.ts";

/** The files of one end of the change. */
export interface Project {
  paths: readonly string[];
  /** Null if the file is missing or binary. */
  read(path: string): Promise<string | null>;
}

export interface RunnerUse {
  runner: string;
  /** "" is the root. */
  cwd: string;
  /** Paths by the names that results use: Go modules, Cargo packages, Java classes. */
  names?: ReadonlyMap<string, string>;
}

export interface Selection {
  command: CommandLine;
  /** Selected test files; null if the runner selects them itself. */
  files: readonly string[] | null;
}

export interface TestResult {
  /** Path from the root; null if the runner does not report it. */
  file: string | null;
  /** Groups and test name, joined by " > "; "" for a file that did not load. */
  name: string;
  status: "passed" | "failed" | "skipped";
  /** The failing assertion. */
  message: string | null;
  /** Stack frames in the project, innermost first. */
  frames: readonly { path: string; line: number }[];
  ms: number | null;
}

/** Results, or why they could not be read. */
export type TestReading = { is: "results"; results: readonly TestResult[] } | { is: "unreadable"; why: string };

export interface Runner {
  id: string;
  ecosystem: Ecosystem;
  /** Folders in which it is used: by config, dependency or files that only it reads. */
  detect(project: Project): Promise<readonly RunnerUse[]>;
  /** Tests related to the changed files, or null. Paths exist at head. */
  related(used: RunnerUse, changed: readonly string[], project: Project): Promise<Selection | null>;
  /** Exactly these test files; null if the runner cannot select them. */
  exactly(used: RunnerUse, files: readonly string[], project: Project): Promise<Selection | null>;
  /** Whether the runner treats the file as a test, by name and folder. */
  collects(path: string, used: RunnerUse): boolean;
  read(end: CommandEnd, used: RunnerUse): TestReading;
}

/** Identifies a test at both ends of the change. */
export function testKey({ file, name }: Pick<TestResult, "file" | "name">): string {
  return `${file ?? ""} > ${name}`;
}

/** Default timeout of a test run. */
export const testsMs = 300_000;
