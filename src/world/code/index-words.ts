// Hashes the words of a file for the index, including adjacent signs of names such as `/utils"`, `radio-group`,
// `--flag`. Hashes may collide: matches are verified by reading.

/** Shorter words are in every file; longer ones are data. */
const shortest = 2;
const longest = 64;
/** A file with more distinct words is data and is searched without the index. */
const mostNumbers = 500_000;

const signs = (text: string) => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(text)) table[byte] = 1;
  return table;
};
const isWord = signs("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
const isDigit = signs("0123456789");
const isQuote = signs("\"'`");
/** Before a word: of a path, a flag, a scope. */
const isBefore = signs("/-@");
/** After the last word of a path. */
const isAfterPath = signs("\"'`.");
/** Between two words. */
const isBetween = signs("-./");
const [slash, dot, parenthesis] = [47, 46, 40];

/** FNV-1a with a final mix, because short words would leave the upper bits nearly empty. */
const seed = 0x811c9dc5;
const step = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);
const mixed = (hash: number) => (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0;
const together = (first: number, sign: number, second: number) =>
  mixed(Math.imul(first, 0x9e3779b1) ^ Math.imul(second + sign, 0x85ebca6b));

/** The hashes that every file with this name contains; empty if the index cannot help. */
export function numbersOf(name: string): number[] {
  return [...(new WordNumbers().of(Buffer.from(name)) ?? [])];
}

/** Collects the distinct hashes of one file after another. A hash depends only on the name, never on its neighbours. */
export class WordNumbers {
  /** Open addressing; a slot is in use if its generation is current, so nothing is cleared between files. */
  #slots = new Uint32Array(1 << 12);
  #rounds = new Uint32Array(1 << 12);
  #round = 0;
  #numbers = new Uint32Array(1 << 11);
  #count = 0;
  /** The previous word and its end. */
  #last = 0;
  #lastEnd = -2;

  /** Distinct hashes in a buffer that the next file reuses; null if there are too many. */
  of(bytes: Uint8Array): Uint32Array | null {
    this.#round++;
    this.#count = 0;
    this.#last = 0;
    this.#lastEnd = -2;
    for (let at = 0; at < bytes.length;) {
      if (isWord[bytes[at]!] === 0) {
        if (isQuote[bytes[at]!] === 1) this.#addQuotedDots(bytes, at);
        at++;
        continue;
      }
      const start = at;
      let hash = seed;
      let digits = 1;
      for (; at < bytes.length && isWord[bytes[at]!] === 1; at++) {
        hash = step(hash, bytes[at]!);
        digits &= isDigit[bytes[at]!]!;
      }
      if (digits === 1 || at - start < shortest || at - start > longest) continue;
      this.#addWord(bytes, start, at, hash);
      this.#last = hash;
      this.#lastEnd = at;
      if (this.#count > mostNumbers) return null;
    }
    return this.#numbers.subarray(0, this.#count);
  }

  #addWord(bytes: Uint8Array, start: number, end: number, hash: number): void {
    this.#add(mixed(hash));
    // A call with a string: `import("`.
    const text = bytes[end + 1] ?? 0;
    if (bytes[end] === parenthesis && isQuote[text] === 1) this.#add(together(hash, text, parenthesis));
    const before = bytes[start - 1] ?? 0;
    if (isBefore[before] === 0 && isBetween[before] === 0) return;
    if (isBefore[before] === 1) this.#add(together(before, 1, hash));
    if (this.#lastEnd === start - 1 && isBetween[before] === 1) this.#add(together(this.#last, before, hash));
    if (before !== slash) return;
    if (bytes[start - 2] === dot) this.#add(together(before, 2, hash));
    const quote = bytes[start - 3] ?? 0;
    if (bytes[start - 2] === dot && isQuote[quote] === 1) this.#add(together(quote, 4, hash));
    const after = bytes[end] ?? 0;
    if (isAfterPath[after] === 1) this.#add(together(hash, after, slash));
  }

  /** `"."`, `'..'` and the like: module names without a word. */
  #addQuotedDots(bytes: Uint8Array, at: number): void {
    let hash = seed;
    for (let next = at + 1; next <= at + 4; next++) {
      const byte = bytes[next] ?? 0;
      if (byte === bytes[at] && next > at + 1) this.#add(together(hash, byte, 3));
      if (byte !== dot && byte !== slash) return;
      hash = step(hash, byte);
    }
  }

  #add(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = number & mask;
    while (this.#rounds[slot] === this.#round) {
      if (this.#slots[slot] === number) return;
      slot = (slot + 1) & mask;
    }
    this.#rounds[slot] = this.#round;
    this.#slots[slot] = number;
    if (this.#count === this.#numbers.length) this.#grow();
    this.#numbers[this.#count++] = number;
  }

  /** Doubles the table, which is kept half empty. */
  #grow(): void {
    const numbers = new Uint32Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const size = this.#slots.length * 2;
    [this.#slots, this.#rounds, this.#round] = [new Uint32Array(size), new Uint32Array(size), 1];
    for (const number of numbers.subarray(0, this.#count)) {
      let slot = number & (size - 1);
      while (this.#rounds[slot] === 1) slot = (slot + 1) & (size - 1);
      this.#rounds[slot] = 1;
      this.#slots[slot] = number;
    }
  }
}
