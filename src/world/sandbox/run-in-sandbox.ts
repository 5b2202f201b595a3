// Runs one program in a sandbox until it exits, times out or prints too much.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { kill, platform } from "node:process";
import type { Readable, Writable } from "node:stream";
import { sandboxAbilities } from "./sandbox-abilities.ts";
import { infoFd, processExitWaiter } from "./process-exit.ts";
import { bubblewrapCommand, filterFd, sandboxOwner, type SandboxAbilities, type SandboxCommand } from "./bubblewrap.ts";
import { makeMemoryGroup, type MemoryGroup } from "./memory-group.ts";
import { placeTemporaryFiles, type FilesToPlace } from "./place-temporary-files.ts";
import { makeReachable } from "./make-reachable.ts";
import { watchResourceUse, type Excess } from "./watch-resource-use.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface SandboxRun extends SandboxCommand {
  /** Written to a folder that is mounted read-only at `filesAt`. */
  files?: FilesToPlace;
  filesAt?: string;
  /** Timeout. */
  ms: number;
  /** Limit in characters for both outputs together. */
  mostOutput: number;
  stdio?: {
    input?: string;
    /** Called with stdout as it is printed; it must not throw. */
    hears?(text: string): void;
    /** Receives stdout as it is printed; stdin stays open. */
    onOutput?(text: string, talk: SandboxInput): void;
  };
  /** Environment for finding bubblewrap; not passed inside. */
  env: Env;
  /** False: enforce the memory limit by watching instead of a control group. */
  groups?: boolean;
  stop: AbortSignal;
}

export interface SandboxInput {
  /** Settles when the text was written or can no longer be, so callers can wait instead of buffering. */
  write(text: string): Promise<void>;
  /** Kills the program. */
  end(): void;
}

type SandboxEnd =
  | { is: "ended"; code: number; excess?: Excess }
  | { is: "too-slow" }
  | { is: "too-much-output" }
  | { is: "not-started"; why: string };

export type SandboxResult = SandboxEnd & { out: string; err: string };

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export async function runInSandbox(run: SandboxRun): Promise<SandboxResult> {
  run.stop.throwIfAborted();
  const nothing = { out: "", err: "" };
  if (platform !== "linux") return { is: "not-started", why: "bubblewrap works on Linux only", ...nothing };
  const can = await sandboxAbilities(run.env["PATH"] ?? "");
  if ("missing" in can) return { is: "not-started", why: `${can.missing} is not on the PATH`, ...nothing };
  run.stop.throwIfAborted();
  const { files, filesAt } = run;
  const placed =
    files && filesAt ? { ...placeTemporaryFiles(files, can.asRoot ? sandboxOwner : null), to: filesAt } : null;
  const group = run.limits && run.groups !== false ? makeMemoryGroup(run.limits.totalMb) : null;
  try {
    const readOnly = [...(run.readOnly ?? []), ...(placed ? [{ from: placed.path, to: placed.to }] : [])];
    const [command = "", ...args] = startCommand({ ...run, readOnly }, can, group);
    const child = startChild(command, args, run.hasKeys ? run.environment : {}, can.filter);
    const allGone = processExitWaiter(child.stdio[infoFd] as Readable);
    const unwatch = watchLimits(child, run, group, can);
    const ended = await watchThrough(child, run, allGone);
    const excess = unwatch() ?? (group?.ranOut() ? "memory" : null);
    return excess !== null && ended.is === "ended" ? { ...ended, excess } : ended;
  } finally {
    placed?.remove();
    await group?.remove();
  }
}

async function watchThrough(child: Child, run: SandboxRun, allGone: () => Promise<void>): Promise<SandboxResult> {
  try {
    return await watch(child, run);
  } finally {
    await allGone();
  }
}

function startCommand(inside: SandboxCommand, can: SandboxAbilities, group: MemoryGroup | null): readonly string[] {
  const reached = can.asRoot ? makeReachable(inside, can.programs.bwrap) : { before: [], inside };
  return [...(group?.join ?? []), ...reached.before, ...bubblewrapCommand(reached.inside, can)];
}

function startChild(
  command: string,
  args: readonly string[],
  environment: SandboxCommand["environment"],
  filter: SandboxAbilities["filter"],
): Child {
  const child = spawn(command, args, {
    cwd: "/",
    // Visible inside, as the environment of the first process.
    env: { LC_ALL: "C", ...environment },
    stdio: ["pipe", "pipe", "pipe", "pipe", filter === null ? "ignore" : "pipe"],
    // A process group of its own, which is killed as a whole.
    detached: true,
  });
  // If the program ends before it has read the filter, its exit says why.
  if (filter !== null) (child.stdio[filterFd] as Writable).on("error", () => {}).end(filter);
  return child as Child;
}

/** Watches limits that the kernel does not enforce. The returned function stops that and returns what was exceeded. */
function watchLimits(
  child: Child,
  run: SandboxRun,
  group: MemoryGroup | null,
  can: SandboxAbilities,
): () => Excess | null {
  const { limits } = run;
  if (!limits || child.pid === undefined) return () => null;
  let excess: Excess | null = null;
  const most = () => ({
    memoryMb: group?.isUsed() ? null : limits.totalMb,
    processes: can.countsProcesses ? null : limits.processes,
  });
  const unwatch = watchResourceUse(child.pid, most, (what) => {
    excess = what;
    endGroup(child.pid);
  });
  return () => {
    unwatch();
    return excess;
  };
}

async function watch(child: Child, run: SandboxRun): Promise<SandboxResult> {
  let outputBytes = 0;
  let out = "";
  let err = "";
  let cut: "too-slow" | "too-much-output" | null = null;
  const end = () => endGroup(child.pid);
  const cutShort = (why: "too-slow" | "too-much-output") => {
    cut ??= why;
    end();
  };
  const counted = (keep: (text: string) => void) => (text: string) => {
    outputBytes += text.length;
    if (outputBytes > run.mostOutput) cutShort("too-much-output");
    else if (cut === null) keep(text);
  };
  const onOutput = run.stdio?.onOutput;
  const talk: SandboxInput = { write: (text) => write(child.stdin, text), end };
  const keep = (text: string) => {
    if (onOutput) onOutput(text, talk);
    else out += text;
    run.stdio?.hears?.(text);
  };
  child.stdout.setEncoding("utf8").on("data", counted(keep));
  child.stderr.setEncoding("utf8").on(
    "data",
    counted((text) => (err += text)),
  );
  // A program that exits before reading its input is judged by its exit code.
  child.stdin.on("error", () => {});
  if (run.stdio?.input !== undefined) child.stdin.write(run.stdio.input);
  if (!onOutput) child.stdin.end();

  const timer = setTimeout(() => cutShort("too-slow"), run.ms);
  run.stop.addEventListener("abort", end, { once: true });
  try {
    const ended = await ending(child);
    run.stop.throwIfAborted();
    if (cut !== null) return { is: cut, out, err };
    const why = ended.is === "ended" && ended.code !== 0 ? startFailure(err) : null;
    return why === null ? { ...ended, out, err } : { is: "not-started", why, out, err };
  } finally {
    clearTimeout(timer);
    run.stop.removeEventListener("abort", end);
    end();
  }
}

function ending(child: Child): Promise<SandboxEnd> {
  return new Promise((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ is: "not-started", why: error.code === "ENOENT" ? `${error.path} is not on the PATH` : error.message }),
    );
    child.on("close", (code) => resolve({ is: "ended", code: code ?? -1 }));
  });
}

/** The launchers print errors under their own names. A program that imitates them is merely reported as not started. */
function startFailure(err: string): string | null {
  const line = /^(?:bwrap|prlimit|setpriv): (.{0,300})/.exec(err);
  return line === null ? null : line[0];
}

function write(input: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (input.destroyed || !input.writable) resolve();
    else input.write(text, () => resolve());
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    kill(-pid, "SIGKILL");
  } catch {
    // All processes have exited.
  }
}
