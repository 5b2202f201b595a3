// Stores the index in the user's cache. Segments are written under a temporary name, renamed, and never changed, so any
// number of processes can read and write, and the folder may be deleted at any time.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeSegment, encodeSegment, type IndexSegment } from "./index-segment.ts";

/** Size limit of all repositories together. */
const mostBytes = 256 * 1024 * 1024;
/** Removes files left by processes that died while writing. */
const abandonedMs = 60 * 60 * 1000;

export interface StoredSegment {
  name: string;
  segment: IndexSegment;
  bytes: number;
}

export class IndexStore {
  readonly #root: string;
  readonly #folder: string;
  readonly #most: number;

  /** One folder per repository, named after its path. */
  constructor(cache: string, repository: string, most = mostBytes) {
    this.#root = join(cache, "index");
    this.#folder = join(this.#root, createHash("sha256").update(repository).digest("hex").slice(0, 16));
    this.#most = most;
  }

  get isEmpty(): boolean {
    return segmentFiles(this.#folder).length === 0;
  }

  /** Reads all segments; a damaged one is removed. */
  load(known: ReadonlySet<string> = new Set()): StoredSegment[] {
    return segmentFiles(this.#folder)
      .filter((name) => !known.has(name))
      .flatMap((name) => {
        const bytes = readIfThere(join(this.#folder, name));
        if (bytes === null) return [];
        const segment = decodeSegment(bytes);
        if (segment === null) this.remove([name]);
        return segment === null ? [] : [{ name, segment, bytes: bytes.length }];
      });
  }

  /** Its name; null if it could not be written, which only costs time later. */
  write(segment: IndexSegment): string | null {
    const name = `${randomUUID()}.segment`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const unfinished = join(this.#folder, `${name}.new`);
      writeFileSync(unfinished, encodeSegment(segment), { mode: 0o600 });
      renameSync(unfinished, join(this.#folder, name));
    } catch {
      return null;
    }
    this.#removeOldest(name);
    return name;
  }

  remove(names: readonly string[]): void {
    for (const name of names) removeQuietly(join(this.#folder, name));
  }

  #removeOldest(keep: string): void {
    const files = namesIn(this.#root)
      .map((name) => join(this.#root, name))
      .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
      .flatMap(statIfThere)
      .toSorted((a, b) => b.modified - a.modified);
    const newest = files[0]?.modified ?? 0;
    let room = this.#most;
    for (const { path, size, modified } of files) {
      if (path.endsWith(".new")) {
        if (newest - modified > abandonedMs) removeQuietly(path);
        continue;
      }
      room -= size;
      if (room < 0 && !path.endsWith(keep)) removeQuietly(path);
    }
  }
}

function segmentFiles(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith(".segment"));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function statIfThere(path: string): { path: string; size: number; modified: number }[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? [{ path, size: stat.size, modified: stat.mtimeMs }] : [];
}

/** Another process may have removed it just now. */
function readIfThere(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Failing to clean the cache is not an error.
  }
}
