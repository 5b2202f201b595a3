// Where a name stands as a word of its own. One rule for the cold search and the warm one, so that they agree.

/** Names and lines are cut into these. Letters beyond ASCII are no part of a word: git's own patterns see bytes. */
const words = /[A-Za-z0-9_]+/g;

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

export function identifierWords(text: string): string[] {
  return text.match(words) ?? [];
}

export function startsWithWord(name: string): boolean {
  return isWordCode(name.charCodeAt(0));
}

export function endsWithWord(name: string): boolean {
  return isWordCode(name.charCodeAt(name.length - 1));
}

/** What can be searched for: one character says nothing, and a line holds no line ends. */
export function isSearchable(name: string): boolean {
  return name.length > 1 && name.length <= longestName && !/[\0\r\n]/.test(name) && name.isWellFormed();
}

const longestName = 500;

/** Whether the name stands in the line as a word of its own. */
export function standsIn(line: string, name: string): boolean {
  return indexOfWord(line, name, 0) >= 0;
}

/** Where the name next stands in a text as a word of its own; -1 where it does not. */
export function indexOfWord(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1))
    if (isWhole(text, at, name)) return at;
  return -1;
}

function isWhole(text: string, at: number, name: string): boolean {
  // `charCodeAt` is NaN beyond either end, which is no word.
  const startsInside = startsWithWord(name) && isWordCode(text.charCodeAt(at - 1));
  const endsInside = endsWithWord(name) && isWordCode(text.charCodeAt(at + name.length));
  return !startsInside && !endsInside;
}

/** Tells which of many names stand in a line, in time that grows with the line and not with the names. */
export class NameFinder {
  readonly #byWord = new Map<string, Set<string>>();
  readonly #wordless = new Set<string>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const word = longestWord(name);
      if (word === null) this.#wordless.add(name);
      else this.#byWord.set(word, (this.#byWord.get(word) ?? new Set()).add(name));
    }
  }

  /** This one is no longer looked for. */
  drop(name: string): void {
    const word = longestWord(name);
    if (word === null) this.#wordless.delete(name);
    else this.#byWord.get(word)?.delete(name);
  }

  /** Each name once. Every word of a name stands in the line as a whole word, so one of them leads to it. */
  namesIn(line: string): Set<string> {
    const found = new Set<string>();
    for (const word of line.match(words) ?? [])
      for (const name of this.#byWord.get(word) ?? []) if (name === word || standsIn(line, name)) found.add(name);
    for (const name of this.#wordless) if (line.includes(name)) found.add(name);
    return found;
  }
}

function longestWord(name: string): string | null {
  return identifierWords(name).reduce<string | null>(
    (best, word) => (word.length > (best?.length ?? 0) ? word : best),
    null,
  );
}
