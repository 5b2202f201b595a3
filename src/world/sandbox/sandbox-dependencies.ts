// Defines what a sandboxed command gets to run with: a toolchain and the project's dependencies.
import type { ExecutionSetup, Ecosystem, NotRun } from "../../findings/execution/sandbox-runner.ts";

export interface SandboxDependencies {
  /** Mounted read-only. */
  readOnly: readonly { from: string; to: string }[];
  env: Readonly<Record<string, string>>;
  /** Folders to put first on the PATH. */
  path: readonly string[];
  /** Symbolic links to create in the copy; `at` is relative to the tree. */
  links: readonly { at: string; to: string }[];
  did: ExecutionSetup["dependencies"][number];
}

/** The parts of this machine that may be used. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** The user's clone; packages installed there may be used. */
  clone: string | null;
  /** Folder for cached installs. */
  cache: string;
  node: string;
  stop: AbortSignal;
}

/** The checked-out files outside the sandbox. */
export interface StagedTree {
  folder: string;
  paths: readonly string[];
  /** Null if there is no such file. */
  read(path: string): Promise<string | null>;
}

export type ProvideDependencies = (
  ecosystem: Ecosystem,
  cwd: string,
  tree: StagedTree,
  machine: Machine,
) => Promise<SandboxDependencies | ({ is: "not-run" } & NotRun)>;
