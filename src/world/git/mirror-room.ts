// Limits the disk space of mirrors by removing the least recently used ones; they can be created again.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/** For all mirrors together. */
export const mostBytes = 5 * 1024 ** 3;
/** A mirror used more recently than this may be in use by another process. */
const inUseMs = 60 * 60 * 1000;

/** Its modification time is the mirror's last use. */
export const usedFile = "used";

interface Kept {
  path: string;
  bytes: number;
  usedAt: number;
}

/** Removes mirrors, least recently used first, until the rest fit; never `own` or one that may be in use. */
export function makeRoom(mirrors: string, limit: number, own: string): void {
  const all = mirrorsIn(mirrors);
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = all.filter(({ path, usedAt }) => path !== own && Date.now() - usedAt > inUseMs);
  for (const { path, bytes } of free.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= limit) return;
    removeMirror(path);
    total -= bytes;
  }
}

/** Renamed first, so that nobody opens a half-removed mirror. */
export function removeMirror(path: string): void {
  const aside = `${path}.${randomUUID()}.gone`;
  if (!existsSync(path)) return;
  renameSync(path, aside);
  rmSync(aside, { recursive: true, force: true });
}

/**
 * Removes a host's mirrors whose repositories are not in the given list (`owner/repo`), recently used or not; returns
 * the number removed.
 */
export function forgetOthers(folder: string, host: string, known: ReadonlySet<string>): number {
  const ofHost = join(folder, "mirrors", mirrorHostFolder(host));
  const names = new Set([...known].map((name) => name.toLowerCase()));
  const gone = foldersIn(ofHost)
    .flatMap(foldersIn)
    .filter((path) => {
      const [owner, file] = path.split(sep).slice(-2) as [string, string];
      // A borrowing mirror has its lender's name after a plus sign.
      return file.endsWith(".git") && !names.has(`${owner}/${file.slice(0, -".git".length).replace(/\+[^+]*$/, "")}`);
    });
  for (const path of gone) removeMirror(path);
  return gone.length;
}

/** A colon is not allowed in a folder name. */
export function mirrorHostFolder(host: string): string {
  return host.toLowerCase().replace(":", "+");
}

function mirrorsIn(mirrors: string): Kept[] {
  return foldersIn(mirrors)
    .flatMap(foldersIn)
    .flatMap(foldersIn)
    .filter((path) => path.endsWith(".git"))
    .map((path) => ({ path, bytes: bytesIn(join(path, "objects")), usedAt: lastUse(path) }));
}

function foldersIn(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

export function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

function lastUse(mirror: string): number {
  return statSync(join(mirror, usedFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
