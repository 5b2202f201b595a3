// Runs formatters on the copy of the tree and reads the files back, the only way all of them share that shows which
// lines they change.
import type { LintProblem, LintReading, LinterUse } from "../linter.ts";
import type { CommandEnd, CommandLine } from "../sandbox-runner.ts";
import { pathBelow, commandIn, fileArguments } from "./lint-command.ts";
import { lintedPath, unreadableLint } from "./lint-output.ts";

export function formatCommand(
  { cwd }: LinterUse,
  words: readonly [string, ...string[]],
  files: readonly string[],
): CommandLine {
  return commandIn(cwd, [...words, ...fileArguments(cwd, files)], { reports: formattedFiles(cwd, files) });
}

export function formattedFiles(cwd: string, files: readonly string[]): string[] {
  return files.map((file) => pathBelow(cwd, file));
}

/**
 * The content of each file after formatting, changed or not. A file that could not be parsed stays as it is.
 */
export function readFormatted(end: CommandEnd, { cwd }: LinterUse): LintReading {
  if (end.is !== "ended" || end.reports.length === 0) return unreadableLint(end);
  return {
    is: "problems",
    problems: end.reports.flatMap(({ path: said, text }): LintProblem[] => {
      // Report paths are relative to the folder or to the root.
      const path = lintedPath(said, cwd !== "" && said.startsWith(`${cwd}/`) ? "" : cwd);
      return path === null ? [] : [{ path, line: null, rule: null, message: "", severity: "error", text }];
    }),
  };
}
