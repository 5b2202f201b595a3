// Defines a test runner: how it is detected, told which tests to run, and read. Pure.
import type { CommandEnd, CommandLine, Ecosystem } from "./sandbox-runner.ts";

/** The files of one end of the change. */
export interface Project {
  paths: readonly string[];
  /** Null where there is no such file, or it is no text. */
  read(path: string): Promise<string | null>;
}

/** A folder of the project in which a runner is used. */
export interface RunnerUse {
  runner: string;
  /** "" is the root. */
  cwd: string;
  /** What results call things of the project, and their paths: Go's modules, Cargo's packages, files of Java's classes. */
  names?: ReadonlyMap<string, string>;
}

export interface Selection {
  command: CommandLine;
  /** The test files it was pointed at; null where the runner chooses them by the changed files. */
  files: readonly string[] | null;
}

export interface TestResult {
  /** From the root of the tree; null where the runner does not say. */
  file: string | null;
  /** The test with the groups it stands in, joined by " > "; "" for a file that could not be loaded at all. */
  name: string;
  status: "passed" | "failed" | "skipped";
  /** The failing assertion, as the runner says it. */
  message: string | null;
  /** Places of the project in the trace, innermost first; paths from the root of the tree. */
  frames: readonly { path: string; line: number }[];
  ms: number | null;
}

/** Unreadable: it ended without results that could be read, and why. */
export type TestReading = { is: "results"; results: readonly TestResult[] } | { is: "unreadable"; why: string };

export interface Runner {
  id: string;
  ecosystem: Ecosystem;
  /** Where in the project it is used: by its own config, its dependency in a manifest, or files that only it reads. */
  detect(project: Project): Promise<readonly RunnerUse[]>;
  /** The tests that the changed files concern; null where there are none. Paths are from the root and exist at head. */
  related(used: RunnerUse, changed: readonly string[], project: Project): Promise<Selection | null>;
  /** Just these test files; null where the runner cannot be pointed at files like these. */
  exactly(used: RunnerUse, files: readonly string[], project: Project): Promise<Selection | null>;
  /** Whether this runner collects the file as one of tests, by its name and folder. */
  collects(path: string, used: RunnerUse): boolean;
  read(end: CommandEnd, used: RunnerUse): TestReading;
}

/** The same test at another end of the change. */
export function testKey({ file, name }: Pick<TestResult, "file" | "name">): string {
  return `${file ?? ""} > ${name}`;
}

/** How long one run of tests may take unless config says otherwise. */
export const testsMs = 300_000;
