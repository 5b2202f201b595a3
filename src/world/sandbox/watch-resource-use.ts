// Watches the memory and process count of a sandbox from outside, where the kernel has no limit for all of its
// processes together.
import { readFileSync } from "node:fs";
import { processTree } from "../process-tree.ts";

/** Null: the kernel enforces it. */
export interface ResourceLimits {
  memoryMb: number | null;
  processes: number | null;
}

export type Excess = "memory" | "processes";

const everyMs = 250;
/** Share of the machine's memory. Files in memory belong to no process, so they only show as missing memory. */
const leastFree = 0.03;
const mostCounted = 10_000;

/** Calls `over` once when a limit is exceeded. The returned function stops watching. */
export function watchResourceUse(pid: number, most: () => ResourceLimits, over: (what: Excess) => void): () => void {
  const timer = setInterval(() => {
    const what = excess(pid, most());
    if (what === null) return;
    clearInterval(timer);
    over(what);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function excess(pid: number, { memoryMb, processes }: ResourceLimits): Excess | null {
  if (memoryMb === null && processes === null) return null;
  // All processes of a sandbox descend from its launcher: its first process adopts orphans.
  const all = processTree(pid, processes ?? mostCounted);
  if (processes !== null && all.length > processes) return "processes";
  if (memoryMb === null) return null;
  const kb = all.reduce((sum, process) => sum + memoryOf(process), 0);
  return kb > memoryMb * 1024 || isMachineFull() ? "memory" : null;
}

/** In kB, including shared memory, which has no other limit. */
function memoryOf(pid: number): number {
  const status = textOf(`/proc/${pid}/status`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
  return of("RssAnon") + of("RssShmem");
}

function isMachineFull(): boolean {
  const text = textOf("/proc/meminfo");
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? Number.NaN);
  return of("MemAvailable") < leastFree * of("MemTotal");
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
