// Waits until the last process of a sandbox has exited. Its outputs can close earlier; its first process, whose id
// bubblewrap reports, exits last.
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** The file descriptor to which bubblewrap writes the process id. */
export const infoFd = 3;

const askAgainMs = 5;
const mostMs = 5_000;

/** Starts listening; the returned function waits for the exit of all processes. */
export function processExitWaiter(info: Readable): () => Promise<void> {
  let output = "";
  info.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(0, 10_000)));
  info.on("error", () => {});
  return async () => {
    info.destroy();
    const first = Number(/"child-pid": *(\d+)/.exec(output)?.[1] ?? 0);
    if (first === 0) return;
    for (let waited = 0; waited < mostMs && isRunning(first); waited += askAgainMs) await wait(askAgainMs);
  };
}

/** A zombie process does not run. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
