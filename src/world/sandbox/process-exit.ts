// A sandbox's outputs can close before its last process is gone. Its first process, by contrast, is gone only after all
// others are; bubblewrap says which that is.
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** The descriptor on which bubblewrap is told to say it. */
export const infoFd = 3;

const askAgainMs = 5;
const mostMs = 5_000;

/** Listens, and hands back what waits until all have gone. */
export function processExitWaiter(info: Readable): () => Promise<void> {
  let said = "";
  info.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(0, 10_000)));
  info.on("error", () => {});
  return async () => {
    info.destroy();
    const first = Number(/"child-pid": *(\d+)/.exec(said)?.[1] ?? 0);
    if (first === 0) return;
    for (let waited = 0; waited < mostMs && isRunning(first); waited += askAgainMs) await wait(askAgainMs);
  };
}

/** One that has ended and is not yet noticed by its parent does not run. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
