// Defines the sandbox in which commands of a change run on a copy of its files. `world/sandbox` implements it.

/** Toolchains with dependencies that a command needs. */
const ecosystems = ["node", "python", "go", "rust", "java", "deno"] as const;
export type Ecosystem = (typeof ecosystems)[number];

/** The files of one end of the change, optionally with some from head. */
export interface TreeSpec {
  of: "base" | "head";
  /** Files taken from head, or removed if absent there. */
  withHead?: readonly string[];
  /** Whole lines of a file that are replaced; null deletes them. */
  edit?: LineEdit;
}

export interface LineEdit {
  path: string;
  start: number;
  end: number;
  text: string | null;
}

export interface CommandLine {
  /** Program and arguments, without a shell. Programs of installed packages go by name. */
  words: readonly [string, ...string[]];
  /** Working directory in the tree; "" is the root. Dependencies are searched from there upwards. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Files to read back: absolute in `reportFolder`, or globs below `cwd`. */
  reports?: readonly string[];
  ms: number;
}

/** A folder in the sandbox that is empty when a command starts. */
export const reportFolder = "/tmp/reports";

export interface CommandEnd {
  is: "ended" | "too-slow" | "too-much-output" | "not-started";
  /** Null without an exit code. */
  code: number | null;
  /** Why it did not start, or the signal that ended it. */
  why: string | null;
  /** Both outputs in order; if long, the beginning and the end. Untrusted. */
  output: string;
  reports: readonly { path: string; text: string }[];
  ms: number;
}

/** The environment of the run, for reports. */
export interface ExecutionSetup {
  sandbox: "bubblewrap" | "none";
  dependencies: readonly {
    ecosystem: Ecosystem;
    /** From the user's clone with the same lockfile; installed from the lockfile now or earlier; the machine's own. */
    from: "clone" | "installed" | "kept" | "machine";
    folder: string;
  }[];
}

/** Why nothing ran; `findings/reason.ts` reports it. */
export type NotRun =
  | { why: "no-sandbox"; message: string }
  | { why: "no-program"; program: string }
  | { why: "no-dependencies"; ecosystem: Ecosystem; message: string }
  | { why: "too-large"; files: number; bytes: number };

export type SandboxRunEnd =
  | {
      is: "ran";
      ends: readonly CommandEnd[];
      did: ExecutionSetup;
      /** Refused hosts, as `name:port`; absent without outside access. */
      refused?: readonly string[];
    }
  | ({ is: "not-run" } & NotRun);

/** Keys and hosts of one run. */
export interface OutsideAccess {
  /** Names of environment variables. Their values are redacted from the output. */
  env: readonly string[];
  /** The only reachable hosts, as `name` or `name:port`. */
  hosts: readonly string[];
}

export interface RunOptions {
  stop: AbortSignal;
  /** Receives the output as it is printed. */
  onOutput?(text: string): void;
  /** The run throws if one of the keys is not set. */
  access?: OutsideAccess;
}

export interface SandboxRunner {
  /** Runs the commands in order on one copy of the tree, without network or secrets except those of `access`. */
  run(
    tree: TreeSpec,
    ecosystems: readonly Ecosystem[],
    commands: readonly CommandLine[],
    options: RunOptions,
  ): Promise<SandboxRunEnd>;
}
