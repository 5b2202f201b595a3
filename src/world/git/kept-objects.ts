// Caches recently read objects. The two ends of a change, and consecutive changes, share most files; a cached object is
// returned as the same array, which callers use as a cache key.
import type { ObjectRead } from "./cat-file.ts";

/** Total size in bytes. */
const mostKept = 32 * 1024 * 1024;
/** Larger objects are rare and would evict hundreds of others. */
const largestKept = 512 * 1024;
/** Overhead of a small object besides its bytes. */
const besides = 500;

type Reading = Promise<ObjectRead | null>;

export class KeptObjects {
  readonly #readObject: (id: string) => Reading;
  /** In order of last use, most recent last. */
  readonly #kept = new Map<string, { reading: Reading; bytes: number }>();
  #total = 0;

  constructor(readObject: (id: string) => Reading) {
    this.#readObject = readObject;
  }

  /** By full id. Concurrent reads of one object share one promise. */
  read(id: string): Reading {
    const known = this.#kept.get(id);
    if (known) return this.#touch(id, known).reading;
    const reading = this.#readObject(id).then(inMemoryOfItsOwn);
    this.#keep(id, reading);
    return reading;
  }

  /** Returns the cached copy if the same object was read under another name. */
  async same(object: ObjectRead): Reading {
    const known = this.#kept.get(object.oid);
    if (known) return (await this.#touch(object.oid, known).reading.catch(() => null)) ?? object;
    const own = inMemoryOfItsOwn(object);
    this.#keep(object.oid, Promise.resolve(own));
    return own;
  }

  #touch(id: string, entry: { reading: Reading; bytes: number }): typeof entry {
    this.#kept.delete(id);
    this.#kept.set(id, entry);
    return entry;
  }

  #keep(id: string, reading: Reading): void {
    const entry = { reading, bytes: 0 };
    this.#kept.set(id, entry);
    const forget = () => this.#kept.get(id) === entry && this.#kept.delete(id);
    reading.then((object) => {
      // A missing object is not cached, because a fetch may bring it.
      if (!object?.bytes || object.bytes.length > largestKept) forget();
      else if (this.#kept.get(id) === entry) this.#weigh(entry, object.bytes.length + besides);
    }, forget);
  }

  #weigh(entry: { bytes: number }, bytes: number): void {
    entry.bytes = bytes;
    this.#total += bytes;
    for (const [id, oldest] of this.#kept) {
      if (this.#total <= mostKept) return;
      this.#total -= oldest.bytes;
      this.#kept.delete(id);
    }
  }
}

/** Copies small objects, because each would otherwise keep its whole chunk of memory alive. */
function inMemoryOfItsOwn<T extends ObjectRead | null>(object: T): T {
  const { bytes } = object ?? {};
  return bytes && bytes.length < bytes.buffer.byteLength / 2 ? { ...object, bytes: Buffer.from(bytes) } : object;
}
