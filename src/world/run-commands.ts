// Runs check commands one after the other, without a shell and without tokens in their environment, and leaves no
// process behind.
import { isAbsolute, join } from "node:path";
import { findProgram } from "./models/cli/find-program.ts";
import { runProgram, type ProgramOutput } from "./models/cli/run-program.ts";
import { environmentForChecks } from "./run-commands/environment.ts";
import { lastOutput } from "./run-commands/kept-end.ts";
import { runSandboxed } from "./run-commands/sandboxed.ts";
import { shellWords } from "../shell-words.ts";
import { isInside } from "./run-commands/is-inside.ts";

export interface CommandsRun {
  /** Command lines; all are parsed before the first is run. */
  commands: readonly string[];
  /** The working tree in which they run. */
  folder: string;
  /** `sandbox`: on a copy of the working tree without network access; the folder itself is not written to. */
  where: "here" | "sandbox";
  env: Readonly<Record<string, string | undefined>>;
  /** Timeout of all commands together. */
  ms: number;
  now(): number;
  stop: AbortSignal;
  started?(command: string, at: number): void;
}

export interface CommandOutcome {
  command: string;
  /** Null if it did not start or was terminated. */
  exit: number | null;
  ms: number;
  result: "passed" | "failed" | "skipped" | "timed-out";
  /** Why it has no exit code. */
  why: string | null;
  /** The end of its output: untrusted text. */
  output: string;
}

/** Limit of a command's output. */
const maxCommandOutput = 50_000_000;

export async function runCommands(run: CommandsRun): Promise<readonly CommandOutcome[]> {
  const lines = run.commands.map((command) => ({ command, words: shellWords(command) }));
  const until = run.now() + run.ms;
  const ends: CommandOutcome[] = [];
  for (const [at, { command, words }] of lines.entries()) {
    const began = run.now();
    const left = until - began;
    if (left <= 0) {
      ends.push({ command, exit: null, ms: 0, result: "skipped", why: "there was no time left", output: "" });
      continue;
    }
    run.started?.(command, at);
    const ended = run.where === "sandbox" ? await runSandboxed(words, run, left) : await runHere(words, run, left);
    ends.push({ command, ms: run.now() - began, ...endingOf(ended), output: lastOutput(ended.out, ended.err) });
  }
  return ends;
}

type Ending = Pick<CommandOutcome, "exit" | "result" | "why">;

function endingOf(ended: ProgramOutput): Ending {
  switch (ended.is) {
    case "ended":
      if (ended.code === null) return { exit: null, result: "failed", why: "a signal ended it" };
      return { exit: ended.code, result: ended.code === 0 ? "passed" : "failed", why: null };
    case "too-slow":
      return { exit: null, result: "timed-out", why: "it took too long" };
    case "too-much-output":
      return { exit: null, result: "failed", why: "it said too much" };
    case "not-started":
      return { exit: null, result: "failed", why: ended.why };
  }
}

async function runHere(
  [program, ...args]: readonly [string, ...string[]],
  { folder, env, stop }: CommandsRun,
  ms: number,
): Promise<ProgramOutput> {
  const file = fileOf(program, folder, env["PATH"] ?? "");
  if (file === null) return { is: "not-started", why: `${program} is not on the PATH`, out: "", err: "" };
  const own = environmentForChecks(env);
  return await runProgram({
    file,
    args,
    env: { ...own, PWD: folder },
    cwd: folder,
    input: "",
    ms,
    mostOutput: maxCommandOutput,
    stop,
  });
}

/** A program with a slash in its name is in the repository; others are on the PATH. */
function fileOf(program: string, folder: string, path: string): string | null {
  if (isAbsolute(program)) return program;
  if (program.includes("/")) return isInside(program) ? join(folder, program) : null;
  return findProgram(program, path)?.file ?? null;
}
