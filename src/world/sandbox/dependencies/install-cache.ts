// Caches installs by what they were installed from. Each install is built in a temporary folder and then renamed, so
// nobody sees a partial one and parallel installs do not collide.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ownedName, removeLeftovers } from "../temporary-folder.ts";

const mostKept = 10;
const mostBytes = 5 * 1024 ** 3;
const mostCached = 2 * 1024 ** 3;
/** A recently used install may be in use by another process. */
const inUseMs = 60 * 60 * 1000;

export interface InstallCache {
  folder: string;
  most?: number;
}

export type InstallResult<Failure> = { is: "made"; how: "installed" | "kept"; folder: string } | Failure;

/** `make` installs into an empty folder and returns the error, if any. */
export async function cachedInstall<Failure extends { is: string }>(
  { folder, most = mostKept }: InstallCache,
  key: string,
  make: (into: string) => Promise<Failure | null>,
): Promise<InstallResult<Failure>> {
  const kept = join(folder, key);
  if (isCached(kept)) return { is: "made", how: "kept", folder: join(kept, "tree") };
  mkdirSync(folder, { recursive: true });
  removeLeftovers(folder);
  const aside = mkdtempSync(join(folder, ownedName("install")));
  try {
    const into = join(aside, "tree");
    mkdirSync(into);
    const failed = await make(into);
    if (failed) return failed;
    writeFileSync(join(aside, "bytes"), `${bytesIn(into)}\n`);
    moveIntoCache(aside, kept);
    removeOldest(folder, most, key);
    return { is: "made", how: "installed", folder: join(kept, "tree") };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The modification time records the last use. */
function isCached(kept: string): boolean {
  try {
    const now = new Date();
    utimesSync(kept, now, now);
    return existsSync(join(kept, "tree"));
  } catch {
    return false;
  }
}

function moveIntoCache(aside: string, kept: string): void {
  // If we are root, the sandbox runs as another user, who cannot read a temporary folder.
  chmodSync(aside, 0o755);
  try {
    renameSync(aside, kept);
  } catch (error) {
    // Another process was faster; its install is the same.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function removeOldest(folder: string, most: number, own: string): void {
  const all = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => ({ name, path: join(folder, name), ...factsOf(join(folder, name)) }))
    .toSorted((a, b) => b.usedAt - a.usedAt);
  let bytes = 0;
  for (const [index, kept] of all.entries()) {
    bytes += kept.bytes;
    const fits = index < most && bytes <= mostBytes;
    if (!fits && kept.name !== own && Date.now() - kept.usedAt > inUseMs) removeWhole(folder, kept.path);
  }
}

/** Package managers never shrink their own caches. */
export function limitCache(folder: string, name: string, most: number = mostCached): void {
  const path = join(folder, name);
  if (existsSync(path) && bytesIn(path) > most) removeWhole(folder, path);
}

/** Renamed first, so that nobody sees a partial install; if we are killed, the next run removes the rest. */
function removeWhole(folder: string, path: string): void {
  const aside = mkdtempSync(join(folder, ownedName("gone")));
  try {
    renameSync(path, join(aside, "tree"));
  } catch {
    // Another process is removing it.
  }
  rmSync(aside, { recursive: true, force: true });
}

function factsOf(path: string): { usedAt: number; bytes: number } {
  const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  try {
    return { usedAt, bytes: Number(readFileSync(join(path, "bytes"), "utf8")) || 0 };
  } catch {
    return { usedAt, bytes: 0 };
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
