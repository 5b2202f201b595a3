// Builds the command line of a linter.
import type { CommandLine } from "../sandbox-runner.ts";

export function isJavaScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Timeout of one run. */
const lintMs = 180_000;

/** Relative to the folder; the `./` keeps a name from being read as an option. */
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
