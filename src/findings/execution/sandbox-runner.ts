// Defines the sandbox in which commands of a change run on a copy of its files. `world/sandbox` implements it.

/** What a program needs to be there beside the files: a toolchain, and what the project depends on. */
const ecosystems = ["node", "python", "go", "rust", "java", "deno"] as const;
export type Ecosystem = (typeof ecosystems)[number];

/** The files that are run on: those of one end of the change, or those with some taken from its head. */
export interface TreeSpec {
  of: "base" | "head";
  /** These as they are at head; what is not there is removed. */
  withHead?: readonly string[];
}

export interface CommandLine {
  /** The program and its arguments; never a line for a shell. A program of the project's own packages goes by its bare name. */
  words: readonly [string, ...string[]];
  /** The folder of the tree that it is run in; "" is the root. Dependencies are looked for from there upwards. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Files that it writes and somebody wants to read: absolute under `reportFolder`, or globs below `cwd`. */
  reports?: readonly string[];
  ms: number;
}

/** Inside, a folder that is there and empty when a command starts. */
export const reportFolder = "/tmp/reports";

export interface CommandEnd {
  is: "ended" | "too-slow" | "too-much-output" | "not-started";
  /** Null where it has none. */
  code: number | null;
  /** Why it did not start, or what ended it. */
  why: string | null;
  /** What it said on both outputs, in order; of much, the beginning and the end. Text of the change's. */
  output: string;
  reports: readonly { path: string; text: string }[];
  ms: number;
}

/** What was done so that it could run, for people to read. */
export interface ExecutionSetup {
  sandbox: "bubblewrap" | "none";
  dependencies: readonly {
    ecosystem: Ecosystem;
    /** The clone's own, installed for the same lockfile; installed from the lockfile, now or earlier; what the machine has. */
    from: "clone" | "installed" | "kept" | "machine";
    folder: string;
  }[];
}

/** Why nothing was run; `findings/reason.ts` takes it up. */
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
      /** Hosts that it asked for and was not let through to, as `name:port`; absent where it had no way out. */
      refused?: readonly string[];
    }
  | ({ is: "not-run" } & NotRun);

/** What one run is given that no other has. */
export interface OutsideAccess {
  /** The names of environment variables. Their values are taken out of all that it says before anybody hears it. */
  env: readonly string[];
  /** The only hosts that it can reach, as `name` or `name:port`. */
  hosts: readonly string[];
}

export interface RunOptions {
  stop: AbortSignal;
  /** Told what the commands say, as they say it. */
  onOutput?(text: string): void;
  /** Throws where one of its keys is not set. */
  access?: OutsideAccess;
}

export interface SandboxRunner {
  /** Runs the commands one after the other on one copy of the tree, without a network and without any secret but those of `outward`. */
  run(
    tree: TreeSpec,
    ecosystems: readonly Ecosystem[],
    commands: readonly CommandLine[],
    options: RunOptions,
  ): Promise<SandboxRunEnd>;
}
