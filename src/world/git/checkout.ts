// Writes the files of a tree to a temporary folder from git objects alone: attributes, filters, hooks and config have
// no effect, and nothing is written through a symbolic link of the tree.
import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { getuid } from "node:process";
import { Unavailable } from "../../errors.ts";
import type { LineEdit, TreeSpec } from "../../findings/execution/sandbox-runner.ts";
import { sandboxOwner } from "../sandbox/bubblewrap.ts";
import { makeTemporaryFolder } from "../sandbox/temporary-folder.ts";
import { treeEntries, type LeftOut, type TreeEntries, type TreeEntry } from "./checkout/tree-entries.ts";
import { withPathsOf } from "./checkout/with-head.ts";
import { makeOwnDirectory } from "./own-directory.ts";
import type { OpenGit } from "./repository.ts";
import { streamGit, type GitRun } from "./run.ts";

export interface CheckoutNeeds {
  git: OpenGit;
  base: string;
  head: string;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  most?: CheckoutLimits;
  /** For a copy that is only read: plain files, and what exceeds a limit is left out instead of refused. */
  readable?: ReadableCopy;
}

interface ReadableCopy {
  /** Paths that are left out. */
  skips(path: string): boolean;
  /** Larger files are left out. */
  fileBytes: number;
  rewrite(content: Uint8Array, path: string): Uint8Array;
}

export interface CheckoutLimits {
  files: number;
  bytes: number;
}

/** The working copy is in memory. */
const defaultMost: CheckoutLimits = { files: 100_000, bytes: 1024 ** 3 };
const longestTarget = 4000;

export interface Checkout {
  is: "made";
  folder: string;
  /** Of files and links. */
  paths: readonly string[];
  bytes: number;
  leftOut: readonly LeftOut[];
  /** Reads from git, not from disk; null if the path is not a file of the tree. */
  read(path: string): Promise<string | null>;
  remove(): void;
}

export type CheckoutResult = Checkout | { is: "too-large"; files: number; bytes: number };

/** The folder is readable by the sandbox user and by us only. */
export async function checkOut(spec: TreeSpec, needs: CheckoutNeeds): Promise<CheckoutResult> {
  const { git, most = defaultMost } = needs;
  const found = await entriesOf(spec, needs, needs.readable ? defaultMost.files : most.files);
  if (found === null) return { is: "too-large", files: most.files, bytes: 0 };
  const wanted = needs.readable ? plainFiles(found.entries, needs.readable) : found.entries;
  const sizes = await git.sizes([...new Set(wanted.filter(hasContent).map(({ oid }) => oid))]);
  const { entries, leftOut } = needs.readable ? withinLimits({ ...found, entries: wanted }, sizes, needs) : found;
  const bytes = entries.reduce((sum, { oid }) => sum + (sizes.get(oid) ?? 0), 0);
  if (entries.length > most.files || bytes > most.bytes) return { is: "too-large", files: entries.length, bytes };
  const temporary = makeTemporaryFolder("tree");
  try {
    if (getuid?.() === 0) chownSync(temporary.path, sandboxOwner.uid, sandboxOwner.gid);
    const refused = await writeTree(entries, temporary.path, { ...needs, edit: spec.edit });
    const oids = new Map(entries.filter(isFile).map(({ path, oid }) => [path, oid]));
    return {
      is: "made",
      folder: temporary.path,
      paths: entries.filter(hasContent).map(({ path }) => path),
      bytes,
      leftOut: [...leftOut, ...refused],
      read: async (path) => {
        const oid = oids.get(path);
        const content = oid === undefined ? null : (await git.object(oid))?.bytes;
        return content ? Buffer.from(content).toString("utf8") : null;
      },
      remove: temporary.remove,
    };
  } catch (error) {
    temporary.remove();
    throw error;
  }
}

async function entriesOf(spec: TreeSpec, { git, base, head }: CheckoutNeeds, most: number) {
  const own = await treeEntries(git, spec.of === "base" ? base : head, most);
  if (own === null || spec.of === "head" || !spec.withHead?.length) return own;
  const other = await treeEntries(git, head, most);
  if (other === null) return null;
  return { ...own, entries: withPathsOf(own.entries, other.entries, spec.withHead) };
}

/** A link becomes a file with its target as text, so that it leads nowhere. */
function plainFiles(entries: readonly TreeEntry[], { skips }: ReadableCopy): TreeEntry[] {
  return entries
    .filter((entry) => hasContent(entry) && !skips(entry.path))
    .map((entry) => ({ ...entry, kind: "file" as const }));
}

/** Files near the root come first. */
function withinLimits(
  { entries, leftOut }: TreeEntries,
  sizes: ReadonlyMap<string, number>,
  { most = defaultMost, readable }: CheckoutNeeds,
): TreeEntries {
  let [files, bytes] = [0, 0];
  const [kept, over] = [new Array<TreeEntry>(), new Array<LeftOut>()];
  for (const entry of entries) {
    const size = sizes.get(entry.oid) ?? 0;
    if (files < most.files && size <= readable!.fileBytes && bytes + size <= most.bytes) {
      kept.push(entry);
      files++;
      bytes += size;
    } else over.push({ path: entry.path, why: "over-limit" });
  }
  return { entries: kept, leftOut: [...leftOut, ...over] };
}

function isFile({ kind }: TreeEntry): boolean {
  return kind === "file" || kind === "program";
}

function hasContent({ kind }: TreeEntry): boolean {
  return kind !== "submodule";
}

/** Symbolic links are created last, so that no file can be written through one. */
async function writeTree(
  entries: readonly TreeEntry[],
  folder: string,
  needs: CheckoutNeeds & { edit: LineEdit | undefined },
): Promise<LeftOut[]> {
  const place = Buffer.from(`${folder}/`);
  const at = ({ bytes }: TreeEntry) => Buffer.concat([place, bytes]);
  const leftOut: LeftOut[] = [];
  const large: TreeEntry[] = [];
  makeFolders(entries, place);
  const files = entries.filter(isFile);
  await inOrder(needs, files, (entry, content) => {
    if (content === null) large.push(entry);
    else if (
      !writeFile(at(entry), entry, edited(entry, needs.readable?.rewrite(content, entry.path) ?? content, needs.edit))
    )
      leftOut.push({ path: entry.path, why: "twice" });
  });
  leftOut.push(...(await writeLarge(large, at, needs)));
  await inOrder(
    needs,
    entries.filter(({ kind }) => kind === "link"),
    (entry, target) => {
      if (target === null || !link(target, at(entry))) leftOut.push({ path: entry.path, why: "bad-name" });
    },
  );
  return leftOut;
}

/** Bytes outside the replaced lines stay as they are; so does the end of the last line. */
function edited({ path }: TreeEntry, content: Uint8Array, edit: LineEdit | undefined): Uint8Array {
  if (edit === undefined || edit.path !== path) return content;
  const text = Buffer.from(content).toString("latin1");
  const lines = text.split("\n");
  const end = lines[edit.start - 1]?.endsWith("\r") === true ? "\r" : "";
  const replaced = edit.text?.split("\n").map((line) => `${Buffer.from(line).toString("latin1")}${end}`) ?? [];
  lines.splice(edit.start - 1, edit.end - edit.start + 1, ...replaced);
  return Buffer.from(lines.join("\n"), "latin1");
}

async function inOrder(
  { git, stop }: CheckoutNeeds,
  entries: readonly TreeEntry[],
  take: (entry: TreeEntry, content: Uint8Array | null) => void,
): Promise<void> {
  if (entries.length === 0) return;
  let next = 0;
  // Errors thrown while git is streaming would be uncaught.
  let failed: { error: unknown } | null = null;
  await git.objects(
    entries.map(({ oid }) => oid),
    (oid, object) => {
      try {
        if (object?.type !== "blob") throw new Unavailable("git", `the repository lacks a file of the tree (${oid})`);
        take(entries[next++]!, object.bytes);
      } catch (error) {
        failed ??= { error };
      }
      return failed === null && !stop.aborted;
    },
  );
  stop.throwIfAborted();
  throwIf(failed);
}

function throwIf(failed: { error: unknown } | null): void {
  if (failed !== null) throw failed.error;
}

/** A submodule becomes an empty folder, as git leaves it before it is fetched. */
function makeFolders(entries: readonly TreeEntry[], place: Buffer): void {
  const made = new Set<string>();
  const make = (path: Buffer) => {
    const key = path.toString("latin1");
    if (made.has(key)) return;
    made.add(key);
    const parent = path.lastIndexOf(47);
    if (parent > 0) make(path.subarray(0, parent));
    const folder = Buffer.concat([place, path]);
    mkdirSync(folder, { recursive: true });
    // Independent of the user's umask.
    chmodSync(folder, 0o755);
  };
  for (const { bytes, kind } of entries) {
    const end = bytes.lastIndexOf(47);
    if (kind === "submodule") make(bytes);
    else if (end > 0) make(bytes.subarray(0, end));
  }
}

/** False if the path exists already: two names that are equal on this file system. */
function writeFile(file: Buffer, { kind }: TreeEntry, content: Uint8Array): boolean {
  const open = openNew(file);
  if (open === null) return false;
  try {
    writeAll(open, content);
    fchmodSync(open, kind === "program" ? 0o755 : 0o644);
    return true;
  } finally {
    closeSync(open);
  }
}

function writeAll(open: number, content: Uint8Array): void {
  for (let at = 0; at < content.length;) at += writeSync(open, content, at);
}

function openNew(file: Buffer): number | null {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  }
}

function link(target: Uint8Array, at: Buffer): boolean {
  if (target.length === 0 || target.length > longestTarget || target.includes(0)) return false;
  try {
    symlinkSync(Buffer.from(target), at);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Streams files that are too large for memory. A file that was never committed cannot be streamed. */
async function writeLarge(
  entries: readonly TreeEntry[],
  at: (entry: TreeEntry) => Buffer,
  { git, env, stop }: CheckoutNeeds,
): Promise<LeftOut[]> {
  if (entries.length === 0) return [];
  const own = makeOwnDirectory({ gitDir: git.home, commonDir: git.home, workTree: null }, env);
  const leftOut: LeftOut[] = [];
  try {
    for (const entry of entries)
      if (!(await writeStreamed(at(entry), entry, { env: own.env, cwd: own.path, stop })))
        leftOut.push({ path: entry.path, why: "cannot-be-read" });
    return leftOut;
  } finally {
    own.remove();
  }
}

async function writeStreamed(file: Buffer, entry: TreeEntry, run: GitRun): Promise<boolean> {
  const open = openNew(file);
  if (open === null) return false;
  let failed: { error: unknown } | null = null;
  try {
    const { code } = await streamGit(run, ["cat-file", "blob", entry.oid], (chunk) => {
      try {
        writeAll(open, chunk);
      } catch (error) {
        failed = { error };
      }
      return failed === null;
    });
    throwIf(failed);
    fchmodSync(open, entry.kind === "program" ? 0o755 : 0o644);
    if (code !== 0) unlinkSync(file);
    return code === 0;
  } finally {
    closeSync(open);
  }
}
