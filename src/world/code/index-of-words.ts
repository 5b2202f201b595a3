// Indexes which files contain a word, by blob id, so that a file is read once however many trees contain it.
import type { Listing } from "../git/listing.ts";
import { filesWith, idsOf, makeSegment, mergeSegments, type FileWords, type IndexSegment } from "./index-segment.ts";
import type { IndexStore } from "./index-store.ts";
import { numbersOf } from "./index-words.ts";

/** Memory limit of a segment under construction. */
const mostWords = 2_000_000;
/** Limit of all segments; a larger repository is searched without an index. */
const mostWordsInAll = 30_000_000;
/** Smaller segments are merged when there are many. */
const smallBytes = 1024 * 1024;
const mostSmall = 16;

interface Part {
  segment: IndexSegment;
  /** The number of its first file among the files of all segments. */
  first: number;
  /** Its name on disk; null while it is only in memory. */
  name: string | null;
}

export class IndexOfWords {
  readonly #store: IndexStore | null;
  #parts: Part[] = [];
  #files = new Map<string, number>();
  #kinds: number[] = [];
  #pending = new Map<string, FileWords>();
  #pendingWords = 0;
  /** One reused buffer for the words of thousands of files. */
  #pool: Uint32Array | null = null;
  #words = 0;
  /** Renumbers the files in a new generation. */
  #round = 0;
  readonly #located = new WeakMap<Listing, { round: number; numbers: Int32Array }>();

  constructor(store: IndexStore | null) {
    this.#store = store;
  }

  get size(): number {
    return this.#files.size + this.#pending.size;
  }

  get isFull(): boolean {
    return this.#words + this.#pendingWords > mostWordsInAll;
  }

  /** Loads segments written by this or another process. */
  load(): void {
    const known = new Set(this.#parts.flatMap(({ name }) => name ?? []));
    for (const { name, segment } of this.#store?.load(known) ?? []) if (!this.isFull) this.#take(segment, name);
  }

  /** The words are copied. */
  add(id: string, words: FileWords): void {
    if (typeof words === "string") {
      this.#pending.set(id, words);
      return;
    }
    if (this.#pendingWords + words.length > mostWords) this.#seal();
    this.#pool ??= new Uint32Array(mostWords);
    this.#pool.set(words, this.#pendingWords);
    this.#pending.set(id, this.#pool.subarray(this.#pendingWords, this.#pendingWords + words.length));
    this.#pendingWords += words.length;
  }

  /** Writes segments that are only in memory: large ones as they are, small ones merged. */
  save(): void {
    this.#seal();
    if (this.#store === null) return;
    const unsaved = this.#parts.filter(({ name }) => name === null);
    for (const part of unsaved) if (!isSmall(part)) part.name = this.#store.write(part.segment);
    const small = this.#parts.filter(isSmall);
    const rest = small.length > mostSmall ? small : small.filter(({ name }) => name === null);
    if (rest.some(({ name }) => name === null)) this.#saveTogether(rest, this.#store);
  }

  #saveTogether(parts: readonly Part[], store: IndexStore): void {
    const segment = mergeSegments(parts.map((part) => part.segment));
    const name = store.write(segment);
    if (name === null) return;
    store.remove(parts.flatMap((part) => part.name ?? []));
    const kept = this.#parts.filter((part) => !parts.includes(part));
    this.#forget();
    for (const part of kept) this.#take(part.segment, part.name);
    this.#take(segment, name);
  }

  /** Clears the index, on disk too, because most of it belongs to old trees. */
  clear(): void {
    this.#store?.remove(this.#parts.flatMap(({ name }) => name ?? []));
    this.#forget();
    [this.#pending, this.#pendingWords] = [new Map(), 0];
  }

  /** The file number of each entry; -1 if it is not a file or not indexed. */
  locate(listing: Listing): Int32Array {
    this.#seal();
    const known = this.#located.get(listing);
    const numbers = known?.round === this.#round ? known.numbers : new Int32Array(listing.oids.length).fill(-1);
    for (let entry = 0; entry < numbers.length; entry++)
      if (numbers[entry] === -1 && listing.isFile[entry] === 1)
        numbers[entry] = this.#files.get(listing.oids[entry]!) ?? -1;
    this.#located.set(listing, { round: this.#round, numbers });
    return numbers;
  }

  /** The entries that may contain names, each with those names, and the entries that must be read to know. */
  candidates(listing: Listing, names: readonly string[]): Candidates {
    const byFile = this.#namesByFile(names);
    const held: Candidates["held"] = [];
    const large: number[] = [];
    for (const [entry, file] of this.locate(listing).entries()) {
      const wanted = file === -1 ? undefined : byFile.get(file);
      if (wanted) held.push({ entry, names: wanted });
      else if (file !== -1 && this.#kinds[file] === 2) large.push(entry);
    }
    return { held, large };
  }

  #namesByFile(names: readonly string[]): Map<number, string[]> {
    this.#seal();
    const byFile = new Map<number, string[]>();
    for (const name of names) {
      const numbers = [...new Set(numbersOf(name))];
      for (const { segment, first } of this.#parts)
        for (const file of filesWithAll(segment, numbers)) {
          const known = byFile.get(first + file);
          if (known) known.push(name);
          else byFile.set(first + file, [name]);
        }
    }
    return byFile;
  }

  #seal(): void {
    if (this.#pending.size === 0) return;
    const entries = [...this.#pending].map(([id, words]) => ({ id, words }));
    [this.#pending, this.#pendingWords] = [new Map(), 0];
    this.#take(makeSegment(entries), null);
  }

  #take(segment: IndexSegment, name: string | null): void {
    const first = this.#kinds.length;
    for (const [file, id] of idsOf(segment).entries()) {
      this.#files.set(id, first + file);
      this.#kinds.push(segment.kinds[file]!);
    }
    this.#words += segment.files.length;
    this.#parts.push({ segment, first, name });
  }

  #forget(): void {
    [this.#parts, this.#files, this.#kinds, this.#words] = [[], new Map(), [], 0];
    this.#round++;
  }
}

export interface Candidates {
  held: { entry: number; names: readonly string[] }[];
  large: number[];
}

function isSmall({ segment: { words, files } }: Part): boolean {
  return 8 * words.length + 4 * files.length < smallBytes;
}

/** Both lists are in the order of the files. */
function filesWithAll(segment: IndexSegment, [first, ...others]: readonly number[]): Uint32Array {
  if (first === undefined) return new Uint32Array();
  return others.reduce(
    (found, word) => {
      const also = new Set(filesWith(segment, word));
      return found.filter((file) => also.has(file));
    },
    filesWith(segment, first),
  );
}
