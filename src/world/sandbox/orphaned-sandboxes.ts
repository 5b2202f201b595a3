// A process that is killed in the very moment in which it starts a sandbox cannot tell it to end with it. The folders that
// such a sandbox was given name their owner: one whose owner is gone is nobody's.
import { readdirSync, readFileSync } from "node:fs";
import { kill } from "node:process";
import { isLeftover } from "./temporary-folder.ts";

const folderNames = /crosscheck-[a-z]+-\d+-\d+-\d+-\w+/g;

export function killOrphanedSandboxes(): void {
  for (const pid of processes()) {
    const line = textOf(`/proc/${pid}/comm`) === "bwrap\n" ? textOf(`/proc/${pid}/cmdline`) : "";
    if (line.match(folderNames)?.some(isLeftover)) end(pid);
  }
}

function processes(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Boolean);
  } catch {
    // There is no such folder here, and no bubblewrap.
    return [];
  }
}

function end(pid: number): void {
  try {
    kill(pid, "SIGKILL");
  } catch {
    // It has ended, or is another user's.
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
