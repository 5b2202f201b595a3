// Runs one command in this process, in surroundings of its own: for stories in which this process serves GitHub.
import type { Command, Input } from "../../src/app/cli/commands/command.ts";
import type { ProcessEnvironment } from "../../src/app/process-environment.ts";
import type { Ran } from "./run-cli.ts";

export interface Surroundings {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stop?: AbortSignal;
  now?(): number;
}

/** Throws what the command throws. */
export async function runCommand(
  command: Command,
  options: Input["options"],
  { cwd, env, stop = new AbortController().signal, now = Date.now }: Surroundings,
  args: readonly string[] = [],
): Promise<Ran> {
  let out = "";
  let err = "";
  const outside: ProcessEnvironment = {
    cwd,
    env,
    version: "0.0.0-test",
    program: [process.execPath],
    input: async () => null,
    print: (text) => void (out += text),
    tell: (text) => void (err += text),
    platform: process.platform,
    screen: { colour: false, width: 100, live: false, asks: false },
    now,
    memory: () => 0,
    stop,
  };
  const code = await command.run({ args, options }, outside);
  return { code, out, err };
}
