// The objects that were read last. The two ends of a change, and one change and the next, share most of their files: an
// object that is still kept is given as the same array, by which others know what they have made of it before.
import type { ObjectRead } from "./cat-file.ts";

/** In bytes, of all that is kept. */
const mostKept = 32 * 1024 * 1024;
/** Larger ones are rare, and would push out hundreds of others. */
const largestKept = 512 * 1024;
/** What a small one costs beside its bytes. */
const besides = 500;

type Reading = Promise<ObjectRead | null>;

export class KeptObjects {
  readonly #readObject: (id: string) => Reading;
  /** The one that was asked for last is at the end. */
  readonly #kept = new Map<string, { reading: Reading; bytes: number }>();
  #total = 0;

  constructor(readObject: (id: string) => Reading) {
    this.#readObject = readObject;
  }

  /** By its full id. Who asks while it is being read waits for the same answer. */
  read(id: string): Reading {
    const known = this.#kept.get(id);
    if (known) return this.#touch(id, known).reading;
    const reading = this.#readObject(id).then(inMemoryOfItsOwn);
    this.#keep(id, reading);
    return reading;
  }

  /** As it is kept: one that came by another name, with its bytes, may be here already. */
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
      // What is not there may come to be there, as by a fetch.
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

/** Small objects arrive many in one piece of memory, which each of them would hold. */
function inMemoryOfItsOwn<T extends ObjectRead | null>(object: T): T {
  const { bytes } = object ?? {};
  return bytes && bytes.length < bytes.buffer.byteLength / 2 ? { ...object, bytes: Buffer.from(bytes) } : object;
}
