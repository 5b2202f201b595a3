// Temporary folders that carry their owner in their name, so that what a killed process left is known as nobody's, and
// the next run removes it.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid, kill, pid } from "node:process";

/** What may lie about in the folder for temporary files: the name is our own, and says whose it is. */
const ownName = /^crosscheck-[a-z]+-(\d+)-(\d+)-(\d+)-\w+$/;

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

export function makeTemporaryFolder(kind: string): TemporaryFolder {
  const path = mkdtempSync(join(realpathSync(tmpdir()), ownedName(kind)));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The start of a name, to which anything of letters and digits is added. */
export function ownedName(kind: string): string {
  return `crosscheck-${kind}-${pid}-${startOf(pid) ?? 0}-${processSpace()}-`;
}

/** Whether something of this name was left by a process that is gone. Of processes that cannot be seen here, never. */
export function isLeftover(name: string): boolean {
  const match = ownName.exec(name);
  if (match === null || Number(match[3]) !== processSpace()) return false;
  const [owner, start] = [Number(match[1]), Number(match[2])];
  return start === 0 ? !isAlive(owner) : startOf(owner) !== start;
}

/** Removes what killed processes of this user left. */
export function removeLeftovers(folder: string = realpathSync(tmpdir())): void {
  for (const name of readdirSync(folder)) {
    if (!isLeftover(name)) continue;
    const path = join(folder, name);
    try {
      // Anyone may make a folder of such a name here; when we are root, the sandbox's user owns ours.
      if (isOurs(path)) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process removes it at the same time.
    }
  }
}

function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  const user = getuid?.();
  return stat.isDirectory() && (user === undefined || user === 0 || stat.uid === user);
}

/** When a process was started, in ticks since the machine was: an id is used again, the two together are not. */
function startOf(process: number): number | null {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    // The name may hold spaces and brackets; after it come the fields from the third on.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch {
    return null;
  }
}

/** Containers may share a folder for temporary files, each with processes that the others do not see. */
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
