// What a program of a change is given to run with: a toolchain, and what the project depends on.
import type { ExecutionSetup, Ecosystem, NotRun } from "../../findings/execution/sandbox-runner.ts";

/** What was found or installed, and how it gets inside. */
export interface SandboxDependencies {
  /** Bound read-only into the sandbox. */
  readOnly: readonly { from: string; to: string }[];
  env: Readonly<Record<string, string>>;
  /** Folders inside that programs are looked for in first, in order. */
  path: readonly string[];
  /** Symbolic links to make inside the copy; `at` is relative to the tree, and its parents are made as needed. */
  links: readonly { at: string; to: string }[];
  did: ExecutionSetup["dependencies"][number];
}

/** What may be used of this machine. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** The user's own clone, if there is one: what is installed there may be used. */
  clone: string | null;
  /** Where what was installed is kept. */
  cache: string;
  node: string;
  stop: AbortSignal;
}

/** The files that are run on, as they lie outside. */
export interface StagedTree {
  folder: string;
  paths: readonly string[];
  /** Null where there is no such file. */
  read(path: string): Promise<string | null>;
}

export type ProvideDependencies = (
  ecosystem: Ecosystem,
  cwd: string,
  tree: StagedTree,
  machine: Machine,
) => Promise<SandboxDependencies | ({ is: "not-run" } & NotRun)>;
