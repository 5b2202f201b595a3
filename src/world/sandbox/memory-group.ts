// Limits the memory of all processes of a sandbox, including files in memory, by a control group. Not every machine
// allows one, so it is tried.
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { kill } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { isLeftover, ownedName } from "./temporary-folder.ts";

export interface MemoryGroup {
  /** Command prefix: the process joins the group, then execs the program. */
  join: readonly string[];
  /** A process joined. */
  isUsed(): boolean;
  /** The kernel killed a process for lack of memory. */
  ranOut(): boolean;
  /** Only works after all processes have exited. */
  remove(): Promise<void>;
}

/** cgroup version 1 or 2. */
interface Generation {
  /** Possible parent groups, likeliest first. */
  parents(): string[];
  limits(bytes: number): readonly (readonly [file: string, value: string, needed: boolean])[];
  counts: string;
}

const second: Generation = {
  // A group with processes cannot delegate controllers; an ancestor must.
  parents: () => ancestors(mountOf("cgroup2"), ownPath("")).filter((folder) => handsOnMemory(folder)),
  limits: (bytes) => [
    ["memory.max", `${bytes}`, true],
    ["memory.swap.max", "0", false],
    ["memory.oom.group", "1", false],
  ],
  counts: "memory.events",
};

const first: Generation = {
  parents: () => ancestors(mountOf("cgroup", "memory"), ownPath("memory")).slice(0, 1),
  limits: (bytes) => [
    ["memory.limit_in_bytes", `${bytes}`, true],
    ["memory.memsw.limit_in_bytes", `${bytes}`, false],
  ],
  counts: "memory.oom_control",
};

/** A constant script; untrusted values are only arguments. */
const joinScript = '{ echo 0 > "$1"; } 2>/dev/null; shift; exec "$@"';

export function makeMemoryGroup(memoryMb: number): MemoryGroup | null {
  for (const generation of [second, first])
    for (const parent of generation.parents()) {
      const path = join(parent, `${ownedName("memory")}${randomBytes(4).toString("hex")}`);
      if (makeGroup(path, generation, memoryMb * 1024 ** 2)) return groupAt(path, generation.counts);
    }
  return null;
}

function makeGroup(path: string, { limits }: Generation, bytes: number): boolean {
  try {
    mkdirSync(path);
  } catch {
    return false;
  }
  try {
    for (const [file, value, needed] of limits(bytes)) {
      try {
        writeFileSync(join(path, file), value);
      } catch (error) {
        if (needed) throw error;
      }
    }
    return true;
  } catch {
    removeGroup(path);
    return false;
  }
}

function groupAt(path: string, counts: string): MemoryGroup {
  const members = join(path, "cgroup.procs");
  return {
    join: ["/bin/sh", "-c", joinScript, "sh", members],
    isUsed: () => textOf(members) !== "",
    ranOut: () => Number(/^oom_kill (\d+)$/m.exec(textOf(join(path, counts)))?.[1] ?? 0) > 0,
    remove: async () => {
      // The kernel needs a moment after the exit; the next run removes what stays.
      for (let tries = 0; tries < 20 && !removeGroup(path); tries++) await wait(5);
    },
  };
}

/** Removes groups of killed runs and kills their processes; such a run may have had another parent group. */
export async function removeOrphanedGroups(): Promise<void> {
  const parents = [...second.parents(), ...first.parents()];
  const beside = first.parents().flatMap((parent) => foldersIn(dirname(parent)));
  for (const parent of new Set([...parents, ...beside]))
    for (const group of foldersIn(parent)) if (isLeftover(group.slice(parent.length + 1))) await endGroup(group);
}

async function endGroup(path: string): Promise<void> {
  for (let tries = 0; tries < 200 && !removeGroup(path); tries++) {
    for (const pid of textOf(join(path, "cgroup.procs")).split("\n").filter(Boolean)) endProcess(Number(pid));
    await wait(5);
  }
}

function endProcess(pid: number): void {
  try {
    kill(pid, "SIGKILL");
  } catch {
    // It has exited or belongs to another user.
  }
}

function removeGroup(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function handsOnMemory(folder: string): boolean {
  return textOf(join(folder, "cgroup.subtree_control")).split(/\s/).includes("memory");
}

/** Nearest first. */
function ancestors(mount: string | null, path: string | null): string[] {
  if (mount === null || path === null) return [];
  const names = path.split("/").filter(Boolean);
  return [...names.keys(), names.length].toReversed().map((count) => join(mount, ...names.slice(0, count)));
}

/** Lines are `<number>:<controllers>:<path>`. */
function ownPath(controller: string): string | null {
  for (const line of textOf("/proc/self/cgroup").split("\n")) {
    const [, controllers, ...path] = line.split(":");
    if (controllers?.split(",").includes(controller)) return path.join(":");
  }
  return null;
}

/** Lines are `... <mount point> ... - <type> <source> <options>`. */
function mountOf(type: string, option?: string): string | null {
  for (const line of textOf("/proc/self/mountinfo").split("\n")) {
    const [left = "", right = ""] = line.split(" - ");
    const [kind, , options = ""] = right.split(" ");
    if (kind === type && (option === undefined || options.split(",").includes(option)))
      return left.split(" ")[4] ?? null;
  }
  return null;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
