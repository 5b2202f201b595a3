// Runs the real command line from source, as a person would, in an environment of its own.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** Instead of the source. */
  program?: string;
  /** Called once with the child, to send it signals. */
  started?(child: { kill(signal: NodeJS.Signals): void }): void;
  /** Called with all that was printed so far, each time that more comes. */
  heard?(out: string, child: { kill(signal: NodeJS.Signals): void }): void;
  /** The same of what was told to standard error. */
  heardErr?(err: string, child: { kill(signal: NodeJS.Signals): void }): void;
}

/** The little that a run of the command line inherits. */
function cliEnvironment(): Record<string, string> {
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  return { PATH, TMPDIR, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
}

export async function crosscheck(
  args: readonly string[],
  { cwd, env = {}, input = "", program = main, started, heard, heardErr }: RunOptions = {},
): Promise<Ran> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
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
