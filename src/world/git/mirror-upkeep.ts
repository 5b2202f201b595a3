// Maintains a mirror after each fetch, so that it stays small, fast and correct.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesIn } from "./mirror-room.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";

/** Limits on the heads of earlier rounds that are kept for comparison, per pull request and in total. */
const mostOfOne = 8;
const mostOfAll = 400;

const prefix = "refs/crosscheck/";

export async function nameCommit(run: GitRun, number: number, oid: string): Promise<void> {
  await gitOutput(run, ["update-ref", `${prefix}${number}/${oid}`, oid]);
}

/** Keeps the newest by date and those needed now. */
export async function dropOldRefs(run: GitRun, number: number, needed: readonly string[]): Promise<void> {
  const listed = await gitOutput(run, ["for-each-ref", "--sort=-committerdate", "--format=%(refname)", prefix]);
  const names = listed.toString("utf8").split("\n").filter(Boolean);
  const own = names.filter((name) => name.startsWith(`${prefix}${number}/`));
  const isNeeded = (name: string) => needed.some((oid) => name === `${prefix}${number}/${oid}`);
  const dropped = new Set([
    `${prefix}latest`,
    ...own.filter((name) => !isNeeded(name)).slice(mostOfOne),
    ...names.filter((name) => !isNeeded(name)).slice(mostOfAll),
  ]);
  const lines = names.filter((name) => dropped.has(name)).map((name) => `delete ${name}\n`);
  if (lines.length > 0) await gitOutput(run, ["update-ref", "--stdin"], lines.join(""));
}

/**
 * A shallow fetch marks its oldest commit as having no parents, even if an earlier fetch brought them, which would
 * truncate other pull requests' history. Only commits whose parents are missing stay marked.
 */
export async function mendShallow(run: GitRun): Promise<void> {
  const file = join(run.cwd, "shallow");
  if (!existsSync(file)) return;
  const marked = readFileSync(file, "latin1").split("\n").filter(Boolean);
  const parents = await parentsOf(run, marked);
  const here = await present(run, [...new Set([...parents.values()].flat())]);
  const kept = marked.filter((oid) => !parents.get(oid)?.every((parent) => here.has(parent)));
  if (kept.length === marked.length) return;
  if (kept.length === 0) return rmSync(file);
  writeFileSync(`${file}.lock`, `${kept.join("\n")}\n`, { flag: "wx" });
  renameSync(`${file}.lock`, file);
}

/** Parsed from the commit objects, because git hides the parents of marked commits. */
async function parentsOf(run: GitRun, oids: readonly string[]): Promise<Map<string, string[]>> {
  const printed = (await gitOutput(run, ["cat-file", "--batch"], `${oids.join("\n")}\n`)).toString("latin1");
  const parents = new Map<string, string[]>();
  for (let at = 0; at < printed.length;) {
    const end = printed.indexOf("\n", at);
    const [oid = "", type, size] = printed.slice(at, end).split(" ");
    const body = type === "missing" ? "" : printed.slice(end + 1, end + 1 + Number(size));
    const [header = ""] = body.split("\n\n", 1);
    if (type === "commit")
      parents.set(
        oid,
        [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1]!),
      );
    at = type === "missing" ? end + 1 : end + 2 + Number(size);
  }
  return parents;
}

async function present(run: GitRun, oids: readonly string[]): Promise<ReadonlySet<string>> {
  if (oids.length === 0) return new Set();
  const printed = await gitOutput(
    run,
    ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    `${oids.join("\n")}\n`,
  );
  const lines = printed.toString("latin1").split("\n");
  return new Set(lines.filter((line) => line.endsWith(" commit")).map((line) => line.split(" ", 1)[0]!));
}

/** Above this size, repacking without unreachable objects is worth the time. */
export const worthClearing = 256 * 1024 ** 2;
/** Stores the mirror's size after the last repack. */
const clearedFile = "cleared";

/**
 * Dropped heads stay in their packs. When the mirror is twice as large as after the last repack, unreachable objects
 * are removed, so that a mirror in constant use does not grow without bound.
 */
export async function clearUnnamed(run: GitRun, from: number): Promise<void> {
  const objects = join(run.cwd, "objects");
  const needed = Number(readIf(join(run.cwd, clearedFile))) || 0;
  if (bytesIn(objects) < Math.max(from, 2 * needed)) return;
  // Readers retry when a pack disappears, and what they read is reachable. On failure the packs stay as they are.
  const { code } = await runGit(run, ["repack", "-a", "-d", "-l", "-q"]);
  if (code === 0) writeFileSync(join(run.cwd, clearedFile), String(bytesIn(objects)));
}

function readIf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Each fetch adds a pack, and git searches all of them. */
const mostPacks = 40;

/** Combines small packs without removing one from under a reader: git rescans when a pack disappears. */
export async function repackWhenMany(run: GitRun): Promise<void> {
  const folder = join(run.cwd, "objects", "pack");
  const packs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pack")) : [];
  // This only improves speed: on failure the packs stay as they are.
  if (packs.length > mostPacks) await runGit(run, ["repack", "-d", "-l", "-q", "--geometric=2"]);
}
