// Searches with the index: reads only files that may contain a name.
import type { Listing } from "../git/listing.ts";
import type { ObjectRead } from "../git/cat-file.ts";
import type { OpenGit } from "../git/repository.ts";
import { FoundLines, decodedLine } from "./found-lines.ts";
import { IndexOfWords, type Candidates } from "./index-of-words.ts";
import type { IndexStore } from "./index-store.ts";
import { numbersOf, WordNumbers } from "./index-words.ts";
import { indexOfWord } from "./match.ts";
import { searchCold } from "./search-cold.ts";
import { maxGrepLine } from "../git/grep.ts";

export interface WarmNeeds {
  git: OpenGit;
  skip(path: string): boolean;
  store: IndexStore | null;
}

/** With more new files than this, one `git grep` is faster than reading them one by one. */
const mostUnknown = 1500;
/** Number of files too large to index above which the index does not help. */
const mostLarge = 200;
/** Number of files read ahead. */
const ahead = 64;

export class WarmSearch {
  readonly #needs: WarmNeeds;
  readonly #index: IndexOfWords;
  readonly #numbers = new WordNumbers();
  readonly #skipped = new Map<string, boolean>();
  /** Missing objects, as in a partial clone, contain nothing. */
  readonly #missing = new Set<string>();
  /** Sequential, because two searches would read the same files twice. */
  #turn: Promise<unknown> = Promise.resolve();
  #loaded = false;
  #prepared = false;

  constructor(needs: WarmNeeds) {
    this.#needs = needs;
    this.#index = new IndexOfWords(needs.store);
  }

  /** Indexes the files of the tree that are missing, and stores them for the next process. */
  async prepare(tree: string): Promise<void> {
    await this.#inTurn(async () => {
      this.#index.load();
      [this.#loaded, this.#prepared] = [true, true];
      const listing = await this.#needs.git.listing(tree);
      if (this.#index.size > 3 * listing.paths.length + 10_000) this.#index.clear();
      await this.#read(this.#unknown(listing));
      this.#index.save();
    });
  }

  /** Null if the index does not help for this tree. */
  async search(tree: string, names: readonly string[]): Promise<FoundLines | null> {
    const { git, store } = this.#needs;
    if (!this.#loaded && (store === null || store.isEmpty)) return null;
    const listing = await git.listing(tree);
    const ready = await this.#inTurn(async () => {
      if (!this.#loaded) this.#index.load();
      this.#loaded = true;
      const unknown = this.#unknown(listing);
      if (unknown.length > mostUnknown || this.#index.isFull) return false;
      await this.#read(unknown);
      return true;
    });
    return ready ? await this.#find(tree, listing, names) : null;
  }

  /** Stores what a long-lived process has indexed since it was prepared. */
  async close(): Promise<void> {
    await this.#inTurn(async () => this.#prepared && this.#index.save());
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const mine = before.then(work, work);
    this.#turn = mine.catch(() => {});
    return await mine;
  }

  #unknown(listing: Listing): string[] {
    const unknown = new Set<string>();
    for (const [entry, file] of this.#index.locate(listing).entries()) {
      if (file !== -1 || listing.isFile[entry] !== 1) continue;
      const id = listing.oids[entry]!;
      if (!this.#missing.has(id) && !this.#isSkipped(listing.paths[entry]!)) unknown.add(id);
    }
    return [...unknown];
  }

  #isSkipped(path: string): boolean {
    const known = this.#skipped.get(path) ?? this.#needs.skip(path);
    this.#skipped.set(path, known);
    return known;
  }

  async #read(ids: readonly string[]): Promise<void> {
    // A separate process pays off for many files.
    if (ids.length > ahead) await this.#needs.git.objects(ids, (id, object) => this.#learn(id, object));
    else for await (const { item, object } of this.#objects(ids, (id) => id)) this.#learn(item, object);
  }

  /** Whether there is room for more. */
  #learn(id: string, object: ObjectRead | null): boolean {
    if (object === null) this.#missing.add(id);
    else if (object.bytes === null) this.#index.add(id, "large");
    else this.#index.add(id, isBinary(object.bytes) ? "binary" : (this.#numbers.of(object.bytes) ?? "large"));
    return !this.#index.isFull;
  }

  /** In order with read-ahead, in batches so that git is not woken for each file. */
  async *#objects<T>(items: Iterable<T>, idOf: (item: T) => string) {
    const reading: { item: T; object: ReturnType<OpenGit["object"]> }[] = [];
    const more = items[Symbol.iterator]();
    const fill = () => {
      for (let next = more.next(); !next.done; next = more.next()) {
        const object = this.#needs.git.object(idOf(next.value));
        // Awaited below; until then a rejection must not count as unhandled.
        object.catch(() => {});
        if (reading.push({ item: next.value, object }) === ahead) return;
      }
    };
    for (;;) {
      if (reading.length <= ahead / 2) fill();
      const first = reading.shift();
      if (first === undefined) return;
      yield { item: first.item, object: await first.object };
    }
  }

  async #find(tree: string, listing: Listing, names: readonly string[]): Promise<FoundLines | null> {
    const indexed = names.filter((name) => numbersOf(name).length > 0);
    const { held, large } = this.#index.candidates(listing, indexed);
    const unread = large.map((entry) => listing.paths[entry]!).filter((path) => !this.#isSkipped(path));
    if (unread.length > mostLarge) return null;
    const found = new FoundLines(names);
    const wanted = this.#wanted(held, listing, found);
    for await (const { item, object } of this.#objects(wanted, ({ entry }) => listing.oids[entry]!))
      if (object?.bytes) findIn(object.bytes, listing.paths[item.entry]!, item.names, found);
    if (unread.length > 0 && indexed.length > 0)
      found.merge(await searchCold(this.#needs, tree, indexed, { paths: unread }));
    const others = names.filter((name) => !indexed.includes(name));
    if (others.length > 0) found.merge(await searchCold(this.#needs, tree, others));
    return found;
  }

  /** Called while reading: a file is skipped if all its names have their maximum number of lines. */
  *#wanted(held: Candidates["held"], { paths }: Listing, found: FoundLines): Generator<Candidates["held"][number]> {
    for (const one of held)
      if (one.names.some((name) => found.wants(name)) && !this.#isSkipped(paths[one.entry]!)) yield one;
  }
}

/** By git's rule. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** As bytes, like git: each byte is one character. */
function findIn(bytes: Buffer, path: string, names: readonly string[], found: FoundLines): void {
  const text = bytes.toString("latin1");
  for (const name of names) {
    const asBytes = Buffer.from(name).toString("latin1");
    let [line, counted] = [1, 0];
    for (
      let at = indexOfWord(text, asBytes, 0);
      at >= 0 && found.wants(name);
      at = indexOfWord(text, asBytes, counted)
    ) {
      const start = text.lastIndexOf("\n", at) + 1;
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline;
      for (let next = text.indexOf("\n", counted); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
      if (end - start <= maxGrepLine)
        found.add(name, { path, line, text: decodedLine(bytes.subarray(start, end), line) });
      line++;
      counted = end + 1;
    }
  }
}
