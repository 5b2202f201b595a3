// Decides where a name occurs as a whole word. The cold and the warm search share this rule.

/**
 * Splits names and lines into words. Letters beyond ASCII are not part of a word, because git's patterns match bytes.
 */
const words = /[A-Za-z0-9_]+/g;

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function identifierWords(text: string): string[] {
  return text.match(words) ?? [];
}

export function startsWithWord(name: string): boolean {
  return isWordCode(name.charCodeAt(0));
}

export function endsWithWord(name: string): boolean {
  return isWordCode(name.charCodeAt(name.length - 1));
}

/** Names that can be searched: more than one character and no line breaks. */
export function isSearchable(name: string): boolean {
  return name.length > 1 && name.length <= longestName && !/[\0\r\n]/.test(name) && name.isWellFormed();
}

const longestName = 500;

/** Whether the name occurs in the line as a whole word. */
export function standsIn(line: string, name: string): boolean {
  return indexOfWord(line, name, 0) >= 0;
}

/** The next occurrence of the name as a whole word; -1 if there is none. */
export function indexOfWord(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1))
    if (isWhole(text, at, name)) return at;
  return -1;
}

function isWhole(text: string, at: number, name: string): boolean {
  // `charCodeAt` is NaN beyond either end, which is not a word character.
  const startsInside = startsWithWord(name) && isWordCode(text.charCodeAt(at - 1));
  const endsInside = endsWithWord(name) && isWordCode(text.charCodeAt(at + name.length));
  return !startsInside && !endsInside;
}

/** Finds which of many names occur in a line, in time linear in the line. */
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

  /** Stops searching for this name. */
  drop(name: string): void {
    const word = longestWord(name);
    if (word === null) this.#wordless.delete(name);
    else this.#byWord.get(word)?.delete(name);
  }

  /** Each name once. Every word of a name is a whole word of the line, so looking up one is enough. */
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
