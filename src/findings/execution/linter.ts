// Defines a linter, formatter or type checker: how it is detected, run on files, and read. Pure.
import type { Project } from "./runner.ts";
import type { CommandEnd, CommandLine, Ecosystem } from "./sandbox-runner.ts";

/** A folder with a config of the linter, and the path for linters that need it as an argument. */
export interface LinterUse {
  linter: string;
  cwd: string;
  config: string | null;
  /** Why it cannot run although it is configured: no manifest pins it. */
  trouble?: string;
}

export interface LintProblem {
  /** From the root of the tree. */
  path: string;
  /** Null for a problem of the whole file; formatters then give the new content in `text`. */
  line: number | null;
  rule: string | null;
  message: string;
  severity: "error" | "warning" | "info";
  /** The file after formatting, even if unchanged. */
  text?: string;
}

export type LintReading = { is: "problems"; problems: readonly LintProblem[] } | { is: "unreadable"; why: string };

export interface Linter {
  id: string;
  kind: "lint" | "format" | "types";
  ecosystem: Ecosystem;
  /** It needs no installed dependencies. */
  standalone?: true;
  /** Folders in which it is used at base. */
  detect(base: Project): Promise<readonly LinterUse[]>;
  /** Whether it supports the file. */
  takes(path: string): boolean;
  /** Paths are relative to the root. */
  command(used: LinterUse, files: readonly string[]): CommandLine;
  read(end: CommandEnd, used: LinterUse): LintReading;
  /** Its config files at both ends; they are taken from base and removed if absent there. */
  configFiles(base: Project, head: Project): Promise<readonly string[]>;
}

export interface LinterResult {
  linter: string;
  kind: Linter["kind"];
  cwd: string;
  command: readonly string[];
  files: number;
  /** Number of problems on changed lines, and elsewhere in changed files. */
  onChanged: number;
  elsewhere: number;
  ms: number;
  trouble: string | null;
}
