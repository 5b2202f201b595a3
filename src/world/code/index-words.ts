// The words of a file as numbers, for the index, with the signs beside them where names have such signs: `/utils"`,
// `radio-group`, `--flag`. Two may share a number: what the index names is read and verified.

/** Shorter words are in every file, longer ones are data. */
const shortest = 2;
const longest = 64;
/** A file of more different words is data as well; it is searched without the index. */
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

/** FNV-1a, with the bits mixed once more at the end: short words would fill the upper ones badly. */
const seed = 0x811c9dc5;
const step = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);
const mixed = (hash: number) => (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0;
const together = (first: number, sign: number, second: number) =>
  mixed(Math.imul(first, 0x9e3779b1) ^ Math.imul(second + sign, 0x85ebca6b));

/** The numbers that every file with this name in it has; none: the index cannot help. */
export function numbersOf(name: string): number[] {
  return [...(new WordNumbers().of(Buffer.from(name)) ?? [])];
}

/** Collects the different numbers of one file after another. A number is made of what stands in a name, never of what is beside it. */
export class WordNumbers {
  /** Open addressing; a slot is taken when its round is the current one, so that nothing is cleared between files. */
  #slots = new Uint32Array(1 << 12);
  #rounds = new Uint32Array(1 << 12);
  #round = 0;
  #numbers = new Uint32Array(1 << 11);
  #count = 0;
  /** The word before, and where it ended. */
  #last = 0;
  #lastEnd = -2;

  /** Each number once, in memory that the next file takes over; null when there are more than an index should hold. */
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
    // A call with a text: `import("`.
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

  /** `"."`, `'..'` and the like: modules whose names have no word. */
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

  /** Twice the room; the table is kept half empty. */
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
