// Tells whether a program runs on this machine: a stub on the PATH that only looks for the program does not count.
import { spawnSync } from "node:child_process";

export function hasProgram(program: string, ...args: readonly string[]): boolean {
  const asked = args.length > 0 ? args : [versionArgument[program] ?? "--version"];
  const works = spawnSync(program, asked, { stdio: "ignore", timeout: 60_000 }).status === 0;
  if (!works) console.log(`Skipped: ${[program, ...asked].join(" ")} does not work here.`);
  return works;
}

const versionArgument: Readonly<Record<string, string>> = { go: "version", java: "-version" };
