// Runs the command line from source in an environment of its own.
import { spawn } from "node:child_process";
import { explainError } from "../../src/app/cli/explain-error.ts";
import { runCli } from "../../src/app/cli/run-cli.ts";
import { childProgram } from "./child-program.ts";
import { innerEnvironment } from "./inner-environment.ts";
import { main, node } from "./packed-build.ts";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** Where the process itself is what is tested. */
  ownProcess?: boolean;
  /** Instead of the source. */
  program?: string;
  /** Called once with the child, to send it signals. */
  started?(child: { kill(signal: NodeJS.Signals): void }): void;
  /** Called with all that was printed so far, each time that more comes. */
  heard?(out: string, child: { kill(signal: NodeJS.Signals): void }): void;
  /** The same of what was told to standard error. */
  heardErr?(err: string, child: { kill(signal: NodeJS.Signals): void }): void;
}

/** The little that a run of the command line inherits. Not even root can make its home folder. */
function cliEnvironment(): Record<string, string> {
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  return { PATH, TMPDIR, HOME: "/dev/null/home", GIT_CONFIG_NOSYSTEM: "1" };
}

/** In this process where that makes no difference, which saves the second that a start from source takes. */
export async function crosscheck(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { program, started, heard, heardErr, ownProcess = false, env = {} } = options;
  const needsProcess = [program, started, heard, heardErr].some((one) => one !== undefined);
  const changesProcess = Object.keys(env).some((name) => /^(?:NODE_.*|TZ|LANG|LC_.*)$/.test(name));
  return await (ownProcess || needsProcess || changesProcess ? runInOwnProcess(args, options) : runHere(args, options));
}

async function runHere(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, input = "" }: RunOptions,
): Promise<Ran> {
  const all = { ...cliEnvironment(), ...env };
  let out = "";
  let err = "";
  const outside = innerEnvironment({
    cwd,
    env: all,
    input,
    program: childProgram,
    stop: new AbortController().signal,
    print: (text) => void (out += text),
    tell: (text) => void (err += text),
  });
  const { TMPDIR } = process.env;
  // `tmpdir()` reads the environment of the process.
  if (env["TMPDIR"] !== undefined) process.env["TMPDIR"] = env["TMPDIR"];
  try {
    const code = await runCli(args, outside);
    return { code, out, err };
  } catch (error) {
    const code = explainError(error, outside);
    return { code, out, err };
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
}

async function runInOwnProcess(
  args: readonly string[],
  { cwd, env = {}, input = "", program = main, started, heard, heardErr }: RunOptions,
): Promise<Ran> {
  return await new Promise((resolve, reject) => {
    const child = spawn(program.endsWith(".ts") ? process.execPath : node, [program, ...args], {
      cwd: cwd ?? process.cwd(),
      env: { ...cliEnvironment(), ...env },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      heard?.(out, child);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
      heardErr?.(err, child);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    started?.(child);
  });
}
