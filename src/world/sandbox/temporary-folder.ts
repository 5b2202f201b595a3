// Makes temporary folders that carry their owner's process id in the name, so that the next run can remove what a
// killed process left.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { getuid, kill, pid } from "node:process";

/** Names of our temporary folders, with process id, start time and process namespace. */
const ownName = /^crosscheck-[a-z]+-(\d+)-(\d+)-(\d+)-\w+$/;

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

export function makeTemporaryFolder(kind: string): TemporaryFolder {
  const path = newTemporaryFolder(ownedName(kind));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** In the system's folder for temporary files. */
export function newTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(realpathSync(tmpdir()), prefix));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "no reason was given";
    throw new UserError(
      `The folder for temporary files, ${tmpdir()}, cannot be used: ${why}`,
      "Set TMPDIR to a folder that exists, that you can write to and that has space.",
    );
  }
}

let hasRemovedLeftovers = false;

/** Once per process, since a killed one leaves few. */
export function removeLeftoversOnce(): void {
  if (hasRemovedLeftovers) return;
  hasRemovedLeftovers = true;
  try {
    removeLeftovers();
  } catch {
    // Whoever makes a folder there says what is wrong with it.
  }
}

/** The prefix of a name; letters and digits follow. */
export function ownedName(kind: string): string {
  return `crosscheck-${kind}-${pid}-${startOf(pid) ?? 0}-${processSpace()}-`;
}

/** True if the owner is gone; false if it runs in another process namespace. */
export function isLeftover(name: string): boolean {
  const match = ownName.exec(name);
  if (match === null || Number(match[3]) !== processSpace()) return false;
  const [owner, start] = [Number(match[1]), Number(match[2])];
  return start === 0 ? !isAlive(owner) : startOf(owner) !== start;
}

/** Removes the folders of killed processes of this user. */
export function removeLeftovers(folder: string = realpathSync(tmpdir())): void {
  for (const name of readdirSync(folder)) {
    if (!isLeftover(name)) continue;
    const path = join(folder, name);
    try {
      // Anyone may create such a name; if we are root, ours belong to the sandbox's user.
      if (isOurs(path)) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process is removing it.
    }
  }
}

function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  const user = getuid?.();
  return stat.isDirectory() && (user === undefined || user === 0 || stat.uid === user);
}

/** Start time of a process in ticks since boot. Ids are reused; id and start time together are not. */
function startOf(process: number): number | null {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    // The name may contain spaces and parentheses; the third field follows it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch {
    return null;
  }
}

/** Containers with separate processes may share a folder for temporary files. */
function processSpace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
