// Runs a program until it ends, times out or exceeds the output limit, and leaves no process behind.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { kill } from "node:process";
import type { Readable, Writable } from "node:stream";

export interface ProgramRun {
  /** The absolute path of its file. */
  file: string;
  args: readonly string[];
  /** Its complete environment. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  input: string;
  ms: number;
  /** Limit of both outputs together, in characters. */
  mostOutput: number;
  /** Called with standard output as it arrives. */
  hears?(text: string): void;
  stop: AbortSignal;
}

type ProgramEnd =
  /** `code` is null if a signal ended it. */
  | { is: "ended"; code: number | null }
  | { is: "too-slow" }
  | { is: "too-much-output" }
  | { is: "not-started"; why: string };

export type ProgramOutput = ProgramEnd & { out: string; err: string };

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Grace period between terminating and killing. */
const graceMs = 2_000;
/** A descendant that left the process group may hold its outputs open. */
const outputsCloseMs = 1_000;

/** Throws the signal's reason after the program has ended. */
export async function runProgram(run: ProgramRun): Promise<ProgramOutput> {
  run.stop.throwIfAborted();
  const child = spawn(run.file, run.args, {
    cwd: run.cwd,
    env: run.env,
    stdio: ["pipe", "pipe", "pipe"],
    // A process group of its own, which is killed as a whole.
    detached: true,
  });
  const listening = listen(child, run);
  // A program that exits before reading its input is reported by its exit code.
  child.stdin.on("error", () => {});
  child.stdin.end(run.input);
  const late = setTimeout(() => listening.cutShort("too-slow"), run.ms);
  const stopped = () => listening.end();
  run.stop.addEventListener("abort", stopped, { once: true });
  try {
    const ended = await ending(child);
    run.stop.throwIfAborted();
    listening.throwIfBroken();
    return { ...(listening.cut() ?? ended), ...listening.output() };
  } finally {
    clearTimeout(late);
    run.stop.removeEventListener("abort", stopped);
    listening.over();
  }
}

function listen(child: Child, run: ProgramRun) {
  let count = 0;
  let out = "";
  let err = "";
  let cut: { is: "too-slow" | "too-much-output" } | null = null;
  /** An error of the listener also ends the program. */
  let broken: { error: unknown } | null = null;
  let killing: NodeJS.Timeout | undefined;
  function end(): void {
    if (killing) return;
    signal(child.pid, "SIGTERM");
    killing = setTimeout(() => signal(child.pid, "SIGKILL"), graceMs);
  }
  function cutShort(is: "too-slow" | "too-much-output"): void {
    cut ??= { is };
    end();
  }
  function hear(text: string): void {
    try {
      run.hears?.(text);
    } catch (error) {
      broken ??= { error };
      end();
    }
  }
  function throwIfBroken(): void {
    if (broken) throw broken.error;
  }
  const counted = (keep: (text: string) => void) => (text: string) => {
    count += text.length;
    if (count > run.mostOutput) cutShort("too-much-output");
    else if (cut === null && !run.stop.aborted) keep(text);
  };
  child.stdout.setEncoding("utf8").on(
    "data",
    counted((text) => {
      out += text;
      hear(text);
    }),
  );
  child.stderr.setEncoding("utf8").on(
    "data",
    counted((text) => (err += text)),
  );
  return {
    end,
    cutShort,
    throwIfBroken,
    cut: () => cut,
    output: () => ({ out, err }),
    over: () => clearTimeout(killing),
  };
}

function ending(child: Child): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      // Also emitted for signals; a program that could not be started has no pid.
      if (child.pid === undefined) resolve({ is: "not-started", why: error.message });
    });
    child.on("exit", () => {
      // Its descendants end with it and close its outputs.
      signal(child.pid, "SIGKILL");
      const held = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, outputsCloseMs);
      child.once("close", () => clearTimeout(held));
    });
    child.on("close", (code) => resolve({ is: "ended", code }));
  });
}

function signal(pid: number | undefined, name: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    kill(-pid, name);
  } catch {
    // All of it has ended.
  }
}
