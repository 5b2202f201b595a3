// Runs a test command from the project's config if a changed file calls for it.
import { isTest } from "../../../change/file-kinds.ts";
import type { TestCommand } from "../../../change/config.ts";
import { globMatcher } from "../../../change/path-glob.ts";
import { resolveFrom } from "../../../change/paths.ts";
import { UserError } from "../../../errors.ts";
import { shellWords } from "../../../shell-words.ts";
import { testsMs, type Runner, type TestResult, type TestReading } from "../runner.ts";
import { reportFolder, type CommandEnd, type CommandLine } from "../sandbox-runner.ts";
import { ecosystemOf } from "./configured/ecosystem.ts";
import { placesIn, resultsOf } from "./configured/configured-results.ts";
import { endOfOutput, clipMessage } from "./reports/plain-text.ts";
import { unfinishedReason } from "./reports/unfinished-reason.ts";

/** Throws if the command is invalid. */
export function configuredRunner(command: Readonly<TestCommand>, index: number): Runner {
  const id = `command-${index + 1}`;
  const line = commandLine(command);
  const concerns = globMatcher(command.paths ?? ["**"], { dot: true, noextglob: true });
  return {
    id,
    ecosystem: ecosystemOf(line.words[0]),
    // Always at the root, because any file may call for it.
    detect: async () => [{ runner: id, cwd: "" }],
    related: async (_, changed) => (changed.some((path) => concerns(path)) ? { command: line, files: null } : null),
    exactly: async () => null,
    collects: (path) => isTest(path),
    read: (end) => read(end, command, line.cwd),
  };
}

function commandLine({ run, folder = "", report }: Readonly<TestCommand>): CommandLine {
  const cwd = resolveFrom("", folder);
  if (cwd === null || folder.startsWith("/"))
    throw outside(`The folder ${JSON.stringify(folder)} of the command ${JSON.stringify(run)}`);
  const reports = report === undefined ? {} : { reports: [reportPath(report)] };
  return { words: programOf(run), cwd, ...reports, ms: testsMs };
}

function programOf(run: string): CommandLine["words"] {
  const [program, ...args] = shellWords(run);
  return [program, ...args];
}

function reportPath(report: string): string {
  if (report.startsWith(`${reportFolder}/`) && !report.split("/").includes("..")) return report;
  const path = report.startsWith("/") ? null : resolveFrom("", report);
  if (path === null || path === "") throw outside(`The report ${JSON.stringify(report)}`);
  return path;
}

function outside(what: string): UserError {
  return new UserError(
    `${what} is not inside the repository`,
    "Give it as a path within the repository in `execution.commands`.",
  );
}

function read(end: CommandEnd, { run, report }: Readonly<TestCommand>, folder: string): TestReading {
  const why = unfinishedReason(end);
  if (why !== null) return { is: "unreadable", why };
  if (report === undefined) return { is: "results", results: [wholeRunResult(end, run, folder)] };
  const reports = end.reports.flatMap(({ text }) => [resultsOf(text, folder)].filter((one) => one !== null));
  const results = reports.flat();
  if (reports.length === 0)
    return {
      is: "unreadable",
      why: `it ended with ${end.code ?? "no code"} and wrote no report that could be read: ${endOfOutput(end.output, 500)}`,
    };
  // The command failed although no test did.
  const isSilent = end.code !== 0 && !results.some(({ status }) => status === "failed");
  return { is: "results", results: isSilent ? [...results, wholeRunResult(end, run, folder)] : results };
}

/** One result from the exit code. */
function wholeRunResult(end: CommandEnd, run: string, folder: string): TestResult {
  const failed = end.code !== 0;
  const said = endOfOutput(end.output);
  return {
    file: null,
    name: clipMessage(run) ?? run,
    status: failed ? "failed" : "passed",
    message: failed ? clipMessage(said) : null,
    frames: failed ? placesIn(said, folder) : [],
    ms: end.ms,
  };
}
