// What marked processes take of this machine at most, by looking again and again while they run.
import { readFileSync } from "node:fs";
import { processesWith } from "./machine.ts";

export interface Peak {
  processes: number;
  memoryMb: number;
}

export async function watching<T>(mark: string, work: () => Promise<T>): Promise<{ result: T; peak: Peak }> {
  const peak = { processes: 0, memoryMb: 0 };
  const look = () => {
    const pids = processesWith(mark);
    peak.processes = Math.max(peak.processes, pids.length);
    peak.memoryMb = Math.max(peak.memoryMb, pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1024);
  };
  const timer = setInterval(look, 20);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

function memoryOf(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
