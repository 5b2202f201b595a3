// Lists the files of a tree. Because listing tens of thousands of files is slower than comparing two trees, a tree is
// listed as the difference from a tree listed before.
import type { RawRow } from "../../change/git.ts";
import { pathText } from "../../path-text.ts";
import type { DiffTrees } from "./diff-trees.ts";
import { gitOutput, type GitRun } from "./run.ts";

export interface Listing {
  /** In git's order: by the bytes of the path. */
  paths: readonly string[];
  /** The object id of each path. */
  oids: readonly string[];
  /** True for files, false for links and submodules. */
  isFile: Uint8Array;
}

/** The base and the head of two changes. */
const mostKept = 4;
/** With more differences than this, listing from scratch is faster. */
const mostRows = 5000;
export const rowOptions = ["-r", "--raw", "-z", "--no-abbrev", "--no-renames"] as const;

export class Listings {
  readonly #run: GitRun;
  readonly #treeOf: (oid: string) => Promise<string | null>;
  readonly #rows: DiffTrees;
  readonly #known = new Map<string, Promise<Listing>>();
  readonly #made = new WeakMap<Promise<Listing>, Listing>();
  #compared: { from: string; to: string; rows: readonly RawRow[] } | null = null;

  constructor(run: GitRun, treeOf: (oid: string) => Promise<string | null>, rows: DiffTrees) {
    this.#run = run;
    this.#treeOf = treeOf;
    this.#rows = rows;
  }

  /** Failures are not cached. */
  of(oid: string): Promise<Listing> {
    const listing = this.#known.get(oid) ?? this.#make(oid, [...this.#known].at(-1));
    this.#known.delete(oid);
    this.#known.set(oid, listing);
    for (const oldest of this.#known.keys()) if (this.#known.size > mostKept) this.#known.delete(oldest);
    listing.then(
      (made) => this.#made.set(listing, made),
      () => this.#known.delete(oid),
    );
    return listing;
  }

  /** Null until it is first requested and ready. */
  made(oid: string): Listing | null {
    const listing = this.#known.get(oid);
    return (listing && this.#made.get(listing)) ?? null;
  }

  /** The rows of two trees that were compared already save a git process. A rename would be two of our rows. */
  learn(from: string, to: string, rows: readonly RawRow[]): void {
    const usable = rows.length <= mostRows && rows.every(({ oldPath, newPath }) => oldPath === newPath);
    this.#compared = usable ? { from, to, rows } : null;
  }

  async #make(oid: string, nearest: [string, Promise<Listing>] | undefined): Promise<Listing> {
    const known = await nearest?.[1].catch(() => null);
    const rows = nearest && known ? await this.#differences(nearest[0], oid) : null;
    return known && rows && rows.length <= mostRows ? withChanges(known, rows) : await list(this.#run, oid);
  }

  async #differences(from: string, to: string): Promise<Entry[] | null> {
    const trees = await Promise.all([this.#treeOf(from), this.#treeOf(to)]);
    if (trees[0] === null || trees[1] === null) return null;
    return this.#learned(trees[0], trees[1]) ?? rowsIn(await this.#rows.compare(trees[0], trees[1]));
  }

  #learned(from: string, to: string): Entry[] | null {
    const known = this.#compared;
    if (known?.from === from && known.to === to)
      return known.rows.map(({ newPath, newOid, newMode }) => entryOf(newPath, newOid, newMode));
    if (known?.from === to && known.to === from)
      return known.rows.map(({ oldPath, oldOid, oldMode }) => entryOf(oldPath, oldOid, oldMode));
    return null;
  }
}

async function list(run: GitRun, tree: string): Promise<Listing> {
  const output = await gitOutput(run, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  // Decoding all of it at once is several times faster than path by path.
  const entries = output
    .toString("latin1")
    .split("\0")
    .slice(0, -1)
    .map((row) => {
      const tab = row.indexOf("\t");
      const path = row.slice(tab + 1);
      return {
        path: isPlainPath.test(path) ? path : pathText(Buffer.from(path, "latin1")),
        oid: row.slice(row.lastIndexOf(" ", tab) + 1, tab),
        isFile: isFileMode(row),
      };
    });
  return listingOf(entries);
}

/** ASCII that cannot be mistaken for a quoted path. */
const isPlainPath = /^[^"\x80-\xff][^\x80-\xff]*$/;

interface Entry {
  path: string;
  /** Null: the path was removed. */
  oid: string | null;
  isFile: boolean;
}

/** Mode 000000 means that the path is not in that tree. */
function entryOf(path: string, oid: string, mode: string): Entry {
  return { path, oid: mode === "000000" ? null : oid, isFile: isFileMode(mode) };
}

function isFileMode(mode: string): boolean {
  return mode.startsWith("100");
}

function listingOf(entries: readonly Entry[]): Listing {
  return {
    paths: entries.map(({ path }) => path),
    oids: entries.map(({ oid }) => oid ?? ""),
    isFile: Uint8Array.from(entries, ({ isFile }) => Number(isFile)),
  };
}

/** Each row is `:<mode> <mode> <oid> <oid> <status> NUL <path> NUL`. */
function rowsIn(output: Buffer): Entry[] {
  const rows: Entry[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0, at);
    const pathEnd = output.indexOf(0, end + 1);
    const [, mode = "", , oid = ""] = output.toString("latin1", at + 1, end).split(" ");
    rows.push(entryOf(pathText(output.subarray(end + 1, pathEnd)), oid, mode));
    at = pathEnd + 1;
  }
  return rows;
}

/**
 * Returns a copy with a few entries changed, added or removed. If no path was added or removed, the path array is
 * shared.
 */
function withChanges(known: Listing, rows: readonly Entry[]): Listing {
  const places = rows.map((row) => ({ row, at: placeIn(known.paths, row.path) })).toSorted((a, b) => a.at - b.at);
  const samePaths = places.every(({ row, at }) => row.oid !== null && known.paths[at] === row.path);
  return samePaths ? withContents(known, places) : withPaths(known, places);
}

type Placed = readonly { row: Entry; at: number }[];

function withContents(known: Listing, places: Placed): Listing {
  const [oids, isFile] = [known.oids.slice(), known.isFile.slice()];
  for (const { row, at } of places) [oids[at], isFile[at]] = [row.oid!, Number(row.isFile)];
  return { paths: known.paths, oids, isFile };
}

function withPaths(known: Listing, places: Placed): Listing {
  const [paths, oids, isFile]: [string[][], string[][], Uint8Array[]] = [[], [], []];
  let from = 0;
  const copyUpTo = (end: number) => {
    paths.push(known.paths.slice(from, end));
    oids.push(known.oids.slice(from, end));
    isFile.push(known.isFile.subarray(from, end));
    from = end;
  };
  for (const { row, at } of places) {
    // Two entries inserted at the same position.
    if (at > from) copyUpTo(at);
    if (known.paths[at] === row.path) from = at + 1;
    if (row.oid === null) continue;
    paths.push([row.path]);
    oids.push([row.oid]);
    isFile.push(Uint8Array.of(Number(row.isFile)));
  }
  copyUpTo(known.paths.length);
  // Spread instead of `flat`, which is many times slower.
  return {
    paths: new Array<string>().concat(...paths),
    oids: new Array<string>().concat(...oids),
    isFile: new Uint8Array(Buffer.concat(isFile)),
  };
}

/**
 * The object id of a path; null if it is not in the tree, or not found by binary search: entries next to a path that is
 * not UTF-8 may be out of order.
 */
export function idIn({ paths, oids }: Listing, path: string): string | null {
  const at = placeIn(paths, path);
  return paths[at] === path ? oids[at]! : null;
}

/**
 * The index of the path, or where it would be inserted. git compares bytes, which for rare characters differs from
 * string order.
 */
function placeIn(paths: readonly string[], path: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (paths[middle]! < path) low = middle + 1;
    else high = middle;
  }
  if (paths[low] === path) return low;
  const elsewhere = isRare.test(path) ? paths.indexOf(path) : -1;
  return elsewhere < 0 ? low : elsewhere;
}

const isRare = /[\ud800-\uffff]/;
