// Lists a process with its descendants, from Linux's /proc.
import { readdirSync, readFileSync } from "node:fs";

/** At most about so many. */
export function processTree(pid: number, most: number): number[] {
  const all = [pid];
  for (let next = 0; next < all.length && all.length <= most; next++)
    for (const thread of threadsOf(all[next]!)) all.push(...childrenOf(all[next]!, thread));
  return all;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
