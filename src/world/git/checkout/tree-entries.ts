// Lists the files of a tree with their modes by parsing tree objects directly, because a tree can be crafted with names
// and duplicates that git's own commands would never write.
import { Unavailable } from "../../../errors.ts";
import { pathText } from "../../../path-text.ts";
import type { OpenGit } from "../repository.ts";

export interface TreeEntry {
  path: string;
  /** The path as written to disk, byte for byte if it is not UTF-8. */
  bytes: Buffer;
  kind: "file" | "program" | "link" | "submodule";
  oid: string;
}

/** Entries that must not be written to disk, with the reason. */
export interface LeftOut {
  path: string;
  why: "git-folder" | "bad-name" | "twice" | "unknown-mode" | "cannot-be-read" | "over-limit";
}

export interface TreeEntries {
  entries: readonly TreeEntry[];
  leftOut: readonly LeftOut[];
}

/** Longer paths cannot be opened on any platform. */
const longestPath = 4000;
const longestName = 255;
const kinds: Readonly<Record<string, TreeEntry["kind"]>> = {
  "100644": "file",
  "100664": "file",
  "100755": "program",
  "120000": "link",
  "160000": "submodule",
};

interface Folder {
  oid: string;
  at: Buffer;
}

/** Null if there are more entries than the limit: a small tree can include itself many times. */
export async function treeEntries(git: OpenGit, oid: string, most: number): Promise<TreeEntries | null> {
  const root = await git.resolve(`${oid}^{tree}`);
  if (root === null) throw missing(oid);
  const found = { entries: new Array<TreeEntry>(), leftOut: new Array<LeftOut>() };
  const known = new Map<string, Buffer>();
  let count = 0;
  for (let level: Folder[] = [{ oid: root, at: Buffer.alloc(0) }]; level.length > 0;) {
    await readFolders(git, level, known);
    const next: Folder[] = [];
    for (const folder of level) {
      count += sort(folder, known.get(folder.oid)!, root.length / 2, { ...found, folders: next });
      if (count > most) return null;
    }
    level = next;
  }
  return found;
}

async function readFolders(git: OpenGit, folders: readonly Folder[], known: Map<string, Buffer>): Promise<void> {
  const unknown = [...new Set(folders.map(({ oid }) => oid))].filter((oid) => !known.has(oid));
  if (unknown.length === 0) return;
  await git.objects(unknown, (oid, object) => {
    if (object?.type === "tree" && object.bytes) known.set(oid, Buffer.from(object.bytes));
    return known.has(oid);
  });
  const lacking = unknown.find((oid) => !known.has(oid));
  if (lacking !== undefined) throw missing(lacking);
}

function missing(oid: string): Unavailable {
  return new Unavailable("git", `the tree ${oid.slice(0, 12)} is not in the repository, or cannot be read`);
}

interface Sorted {
  entries: TreeEntry[];
  leftOut: LeftOut[];
  folders: Folder[];
}

/** Each entry is `<mode> <name> NUL <id>`; the first entry of a name wins. */
function sort(folder: Folder, tree: Buffer, idLength: number, to: Sorted): number {
  const seen = new Set<string>();
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(32, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0) throw missing(folder.oid);
    const [mode, name] = [tree.toString("latin1", at, space), tree.subarray(space + 1, end)];
    const oid = tree.toString("hex", end + 1, end + 1 + idLength);
    at = end + 1 + idLength;
    const bytes = folder.at.length === 0 ? name : Buffer.concat([folder.at, Buffer.from("/"), name]);
    const path = pathText(bytes);
    const kind = kinds[mode];
    const key = name.toString("latin1");
    const why = refusal(name, bytes) ?? (seen.has(key) ? "twice" : null);
    seen.add(key);
    if (why !== null) to.leftOut.push({ path, why });
    else if (Number(mode) === 40000) to.folders.push({ oid, at: bytes });
    else if (kind) to.entries.push({ path, bytes, kind, oid });
    else to.leftOut.push({ path, why: "unknown-mode" });
  }
  return seen.size;
}

function refusal(name: Buffer, path: Buffer): LeftOut["why"] | null {
  const text = name.toString("utf8");
  if (isGitFolder(text)) return "git-folder";
  const bad = text === "" || text === "." || text === ".." || name.includes(47);
  return bad || name.length > longestName || path.length > longestPath ? "bad-name" : null;
}

/** In any spelling that some file system treats as `.git`. */
function isGitFolder(name: string): boolean {
  const plain = name
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .replace(/[ .]+$/, "")
    .toLowerCase();
  return plain === ".git" || /^git~\d+$/.test(plain) || plain.startsWith(".git:") || /^\.git[\\/]/.test(plain);
}
