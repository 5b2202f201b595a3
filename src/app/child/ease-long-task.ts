// Lowers the priority of a task that takes long, so that the short ones beside it are not slowed down by it.
import { readFileSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { processTree } from "../../world/process-tree.ts";

const everyMs = 1_000;
/** Usual reviews need a few seconds. The lowest priority still gets all the time that nobody else wants. */
const usualSteps = [
  { cpuSeconds: 5, priority: 10 },
  { cpuSeconds: 20, priority: 19 },
];
const ticksPerSecond = 100;
/** A sandbox has a limit of its own. */
const mostProcesses = 200;

/** The returned function stops watching. Without /proc, nothing is done. */
export function easeLongTask(pid: number | undefined, steps = usualSteps): () => void {
  if (pid === undefined) return () => {};
  const timer = setInterval(() => {
    const processes = processTree(pid, mostProcesses);
    const seconds = processes.reduce((sum, one) => sum + cpuSeconds(one), 0);
    const step = steps.findLast(({ cpuSeconds: from }) => seconds >= from);
    if (step) for (const one of processes) lower(one, step.priority);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** With that of its children that have ended. */
function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain spaces and parentheses; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Linux has a priority for each thread. */
function lower(pid: number, priority: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
  } catch {
    // It has ended, or belongs to the user of the sandbox.
  }
}
