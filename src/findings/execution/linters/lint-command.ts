// Builds the command line of a linter.
import type { CommandLine } from "../sandbox-runner.ts";

export const javascript = /\.[cm]?[jt]sx?$/;

/** How long one run of a linter may take. */
const lintMs = 180_000;

/** As seen from the folder, and never like an option. */
export function fileArguments(cwd: string, files: readonly string[]): string[] {
  return files.map((file) => `./${pathBelow(cwd, file)}`);
}

export function pathBelow(cwd: string, file: string): string {
  return cwd === "" ? file : file.slice(cwd.length + 1);
}

export function commandIn(
  cwd: string,
  words: readonly [string, ...string[]],
  more: Partial<CommandLine> = {},
): CommandLine {
  return { words, cwd, ms: lintMs, ...more };
}
