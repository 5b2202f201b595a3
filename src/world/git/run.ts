// Runs git with argument arrays and our own environment, without the repository's or the user's config.
import { spawn } from "node:child_process";
import { Unavailable, UserError } from "../../errors.ts";

export interface GitRun {
  /** The environment of every git process; see `own-directory.ts`. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  stop: AbortSignal;
}

export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

export async function runGit(run: GitRun, args: readonly string[], input?: Uint8Array | string): Promise<GitOutput> {
  const out: Buffer[] = [];
  const { code, stderr } = await streamGit(run, args, (chunk) => out.push(chunk) > 0, input);
  return { code, stdout: Buffer.concat(out), stderr };
}

/** Streams git's output to `take`; git is stopped when `take` returns false. */
export async function streamGit(
  run: GitRun,
  args: readonly string[],
  take: (chunk: Buffer) => boolean,
  input?: Uint8Array | string,
): Promise<Omit<GitOutput, "stdout"> & { ended: boolean }> {
  run.stop.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd: run.cwd,
      env: run.env,
      signal: run.stop,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const err: Buffer[] = [];
    let ended = false;
    child.stdout.on("data", (chunk: Buffer) => {
      if (ended || take(chunk)) return;
      ended = true;
      child.kill();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      // git can print one error per missing object.
      if (err.length < 100) err.push(chunk);
    });
    child.on("error", (error) => reject(spawnFailed(error, run.stop)));
    child.on("close", (code) =>
      resolve({ code: code ?? -1, stderr: Buffer.concat(err).toString("utf8").trim(), ended }),
    );
    // A child that exits before reading its input is reported by its exit code.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

/** Git ends with it when it does not know an option. */
const usageError = 129;

function tooOld(args: readonly string[]): UserError {
  return new UserError(
    `This git does not know an option of git ${args[0]} that Crosscheck needs`,
    "Install git 2.38 or newer, then run this again.",
  );
}

/** Like `runGit`, for commands that must succeed. */
export async function gitOutput(run: GitRun, args: readonly string[], input?: Uint8Array | string): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(run, args, input);
  if (code === usageError) throw tooOld(args);
  if (code !== 0) throw new Unavailable("git", `git ${args[0]} ended with ${code}: ${stderr || "no message"}`);
  return stdout;
}

export function spawnFailed(error: NodeJS.ErrnoException, stop: AbortSignal): Error {
  if (stop.aborted) return stop.reason instanceof Error ? stop.reason : new Error("stopped");
  if (error.code === "ENOENT")
    return new UserError("git is not installed, or not on the PATH", "Install git 2.38 or newer, then run this again.");
  return error;
}
