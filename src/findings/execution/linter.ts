// Defines a linter, formatter or type checker: how it is detected, run on files, and read. Pure.
import type { Project } from "./runner.ts";
import type { CommandEnd, CommandLine, Ecosystem } from "./sandbox-runner.ts";

/** A folder with a config of the linter, and the config's own path, for the ones that must be told. */
export interface LinterUse {
  linter: string;
  cwd: string;
  config: string | null;
  /** Why it cannot be run there although it is configured: nothing pins it. */
  trouble?: string;
}

export interface LintProblem {
  /** From the root of the tree. */
  path: string;
  /** Null where it is about the file as a whole, as what a formatter says; then `text` holds how it should be. */
  line: number | null;
  rule: string | null;
  message: string;
  severity: "error" | "warning" | "info";
  /** The file as the formatter leaves it, also where that is how it was. */
  text?: string;
}

export type LintReading = { is: "problems"; problems: readonly LintProblem[] } | { is: "unreadable"; why: string };

export interface Linter {
  id: string;
  kind: "lint" | "format" | "types";
  ecosystem: Ecosystem;
  /** It looks at the files alone: what the project depends on need not be there. */
  standalone?: true;
  /** Where it is used, by the project as it is at base. */
  detect(base: Project): Promise<readonly LinterUse[]>;
  /** Files that it can look at, of those changed below a folder that it is used in. */
  takes(path: string): boolean;
  /** Paths are from the root. */
  command(used: LinterUse, files: readonly string[]): CommandLine;
  read(end: CommandEnd, used: LinterUse): LintReading;
  /** The files that configure it, at either end: taken from base, whatever the change says, and gone if they are not there. */
  configFiles(base: Project, head: Project): Promise<readonly string[]>;
}

/** One linter in one folder. */
export interface LinterResult {
  linter: string;
  kind: Linter["kind"];
  cwd: string;
  command: readonly string[];
  files: number;
  /** On changed lines, and elsewhere in changed files. */
  onChanged: number;
  elsewhere: number;
  ms: number;
  trouble: string | null;
}
