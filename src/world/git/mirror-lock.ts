// Lets one process at a time change a mirror. The lock is a file that its owner touches regularly; a stale file was
// left by a dead process.
import { closeSync, openSync, renameSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const beatMs = 2_000;
const staleMs = 20_000;
const askAgainMs = 50;

export async function withLock<T>(file: string, stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!take(file)) {
    if (isStale(file)) putAside(file);
    else await wait(askAgainMs, undefined, { signal: stop });
  }
  const beating = setInterval(() => touch(file), beatMs);
  beating.unref();
  try {
    return await work();
  } finally {
    clearInterval(beating);
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const open = openSync(file, "wx", 0o600);
    writeSync(open, `${new Date().toISOString()}\n`);
    closeSync(open);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function isStale(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > staleMs;
  } catch {
    // It was released just now.
    return false;
  }
}

/** Renamed first, so that only one of two processes takes over a stale lock. */
function putAside(file: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder is gone; whoever works in it will report that.
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
