// Starts a program of ours with limits on its CPU time and memory that the operating system and V8 enforce.
import { execPath, platform } from "node:process";

export interface ProcessLimits {
  cpuSeconds: number;
  memoryMb: number;
}

/** A process that goes on after SIGXCPU, or has lost its parent, is killed this much later. */
const graceSeconds = 10;
const script = 'unset PWD OLDPWD SHLVL; ulimit -c 0; ulimit -St "$0"; ulimit -Ht "$1"; shift; exec "$@"';

export function limitedCommand(
  [command = "", ...args]: readonly string[],
  { cpuSeconds, memoryMb }: ProcessLimits,
): readonly [command: string, args: readonly string[]] {
  const heap = command === execPath ? [`--max-old-space-size=${memoryMb}`] : [];
  const limited = [command, ...heap, ...args];
  if (platform === "win32") return [command, limited.slice(1)];
  return ["/bin/sh", ["-c", script, String(cpuSeconds), String(cpuSeconds + graceSeconds), ...limited]];
}

/** The limit that a process exceeded, by the signal that ended it; null: none. */
export function exceeded(signal: NodeJS.Signals | null): "time" | "memory" | null {
  if (signal === "SIGXCPU") return "time";
  return signal === "SIGABRT" ? "memory" : null;
}
