// Kills sandboxes whose owner process is gone. A process that is killed while it starts a sandbox cannot end it; the
// folders mounted into it carry the owner's process id.
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
    // No /proc, hence no bubblewrap.
    return [];
  }
}

function end(pid: number): void {
  try {
    kill(pid, "SIGKILL");
  } catch {
    // It has exited or belongs to another user.
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
