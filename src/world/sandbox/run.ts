// Runs one program in a sandbox until it ends, or until it has taken too long or said too much.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { getuid, kill, platform } from "node:process";
import type { Readable, Writable } from "node:stream";
import { commandLine, ownerInside, type Inside } from "./bubblewrap.ts";
import { placeFiles, type Files } from "./placed-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface SandboxRun extends Inside {
  /** Written to a folder of their own, which is read-only inside, at `filesAt`. */
  files?: Files;
  filesAt?: string;
  /** How long it may take. */
  ms: number;
  /** How many characters it may say, on both of its outputs together. */
  mostOutput: number;
  stdio?: {
    input?: string;
    /** Told what it says, as it says it; its input stays open for what is written to it. */
    hears?(text: string, talk: Talk): void;
  };
  /** Where bubblewrap is found; nothing of it gets inside. */
  env: Env;
  stop: AbortSignal;
}

export interface Talk {
  /** Settles when the text was handed on, or can no longer be: so that nobody piles up what is not read. */
  write(text: string): Promise<void>;
  /** Ends the program: there is nothing more to say. */
  end(): void;
}

export type SandboxEnd =
  | { is: "ended"; code: number }
  | { is: "too-slow" }
  | { is: "too-much-output" }
  /** The sandbox itself did not start. */
  | { is: "not-started"; why: string };

export type SandboxResult = SandboxEnd & { out: string; err: string };

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export async function runInSandbox(run: SandboxRun): Promise<SandboxResult> {
  run.stop.throwIfAborted();
  const nothing = { out: "", err: "" };
  if (platform !== "linux") return { is: "not-started", why: "bubblewrap works on Linux only", ...nothing };
  const asRoot = getuid?.() === 0;
  const { files, filesAt } = run;
  const placed = files && filesAt ? { ...placeFiles(files, asRoot ? ownerInside : null), to: filesAt } : null;
  try {
    const readOnly = [...(run.readOnly ?? []), ...(placed ? [{ from: placed.path, to: placed.to }] : [])];
    const [command = "", ...args] = commandLine({ ...run, readOnly }, asRoot);
    const child = spawn(command, args, {
      cwd: "/",
      env: { PATH: run.env["PATH"], LC_ALL: "C" },
      stdio: ["pipe", "pipe", "pipe"],
      // A process group of its own, which is ended as a whole.
      detached: true,
    });
    return await watch(child, run);
  } finally {
    placed?.remove();
  }
}

async function watch(child: Child, run: SandboxRun): Promise<SandboxResult> {
  let said = 0;
  let out = "";
  let err = "";
  let cut: "too-slow" | "too-much-output" | null = null;
  const end = () => endGroup(child.pid);
  const cutShort = (why: "too-slow" | "too-much-output") => {
    cut ??= why;
    end();
  };
  const counted = (keep: (text: string) => void) => (text: string) => {
    said += text.length;
    if (said > run.mostOutput) cutShort("too-much-output");
    else if (cut === null) keep(text);
  };
  const hears = run.stdio?.hears;
  const talk: Talk = { write: (text) => write(child.stdin, text), end };
  const keep = (text: string) => {
    if (hears) hears(text, talk);
    else out += text;
  };
  child.stdout.setEncoding("utf8").on("data", counted(keep));
  child.stderr.setEncoding("utf8").on(
    "data",
    counted((text) => (err += text)),
  );
  // One that ends before it has read its input is known by how it ended.
  child.stdin.on("error", () => {});
  if (run.stdio?.input !== undefined) child.stdin.write(run.stdio.input);
  if (!hears) child.stdin.end();

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

/** What started it complains under its own name. A program that says the same is called not started: no more than that. */
function startFailure(err: string): string | null {
  const line = /^(?:bwrap|prlimit|setpriv): (.{0,300})/.exec(err);
  if (line === null) return null;
  return /failed to execute bwrap\b/.test(line[0]) ? "bwrap is not on the PATH" : line[0];
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
    // All of it has ended.
  }
}
