// What is done to a mirror after each fetch, so that it stays small, quick and true.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesIn } from "./mirror-room.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";

/** Heads of earlier rounds, kept for comparing: so many of one pull request, and so many of all. */
const mostOfOne = 8;
const mostOfAll = 400;

const prefix = "refs/crosscheck/";

export async function nameCommit(run: GitRun, number: number, oid: string): Promise<void> {
  await gitOutput(run, ["update-ref", `${prefix}${number}/${oid}`, oid]);
}

/** The newest by their dates stay, and those that are needed now. */
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
 * A fetch of few commits marks the last of them as having no parents, even where an earlier fetch brought those. The
 * history of other pull requests would end there: only commits whose parents are not here stay marked.
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

/** From the commits themselves: git would leave the parents of marked ones out. */
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

/** From so many bytes on it is worth the time to leave out what nothing names any more. */
export const worthClearing = 256 * 1024 ** 2;
/** The file that says how large the mirror was when that was last done. */
const clearedFile = "cleared";

/**
 * Heads that were dropped stay in their packs. When the mirror is twice as large as what was needed, those go: a mirror that
 * is always in use, and so never thrown away, stays as large as what its pull requests need.
 */
export async function clearUnnamed(run: GitRun, from: number): Promise<void> {
  const objects = join(run.cwd, "objects");
  const needed = Number(readIf(join(run.cwd, clearedFile))) || 0;
  if (bytesIn(objects) < Math.max(from, 2 * needed)) return;
  // Readers look again when a pack is gone; what they read is named. Where it fails, the packs stay as they are.
  const { code } = await runGit(run, ["repack", "-a", "-d", "-l", "-q"]);
  if (code === 0) writeFileSync(join(run.cwd, clearedFile), String(bytesIn(objects)));
}

function readIf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Each fetch brings a pack, and git looks through all of them. */
const mostPacks = 40;

/** Small packs are put together, and none is taken from under a reader: git looks again when a pack is gone. */
export async function repackWhenMany(run: GitRun): Promise<void> {
  const folder = join(run.cwd, "objects", "pack");
  const packs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pack")) : [];
  // It is for speed alone: where it fails, the packs stay as they are.
  if (packs.length > mostPacks) await runGit(run, ["repack", "-d", "-l", "-q", "--geometric=2"]);
}
