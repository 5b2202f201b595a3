// Which processes another has started, and whether they still run. Where there is no /proc, there are none to be seen.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export function childrenOf(parent: number): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.parent === parent)
    .map(Number);
}

/** One that has ended and that nobody has noticed yet has ended. */
export function lives(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== "Z" && stat.state !== "X";
}

function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const [state = "", parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
