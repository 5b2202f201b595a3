// Parses JSON with source positions, so that errors can point at them. Stricter than JSON.parse: duplicate keys and
// excessive nesting are errors.

interface JsonFault {
  at: number;
  message: string;
}

export interface ReadJson {
  value: unknown;
  /** The offset of the value at this path, or of its nearest existing parent. */
  offset(path: readonly PropertyKey[]): number;
  faults: readonly JsonFault[];
}

interface Placed {
  at: number;
  value: unknown;
  parts: Map<PropertyKey, Placed> | null;
}

const deepest = 32;

class Unreadable extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function readJson(text: string): ReadJson {
  const reader = new Reader(text);
  try {
    const root = reader.whole();
    return { value: root.value, offset: (path) => offsetOf(root, path), faults: reader.faults };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { value: undefined, offset: () => 0, faults: [{ at: error.at, message: error.message }] };
  }
}

function offsetOf(root: Placed, path: readonly PropertyKey[]): number {
  let found = root;
  for (const key of path) found = found.parts?.get(key) ?? found;
  return found.at;
}

export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Reader {
  readonly text: string;
  readonly faults: JsonFault[] = [];
  at = 0;

  constructor(text: string) {
    this.text = text;
    // Byte order mark.
    if (text.startsWith("\ufeff")) this.at = 1;
  }

  whole(): Placed {
    const root = this.value(0);
    this.blanks();
    if (this.at < this.text.length) throw new Unreadable(this.at, "something stands after the end of the JSON");
    return root;
  }

  private blanks(): void {
    const blank = /[ \t\r\n]*/y;
    blank.lastIndex = this.at;
    blank.test(this.text);
    this.at = blank.lastIndex;
  }

  private takes(character: string): boolean {
    this.blanks();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private value(depth: number): Placed {
    this.blanks();
    const { at } = this;
    if (depth > deepest) throw new Unreadable(at, `is nested more than ${deepest} deep`);
    switch (this.text[at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return { at, value: this.string(), parts: null };
      default:
        return { at, value: this.word(), parts: null };
    }
  }

  private object(depth: number): Placed {
    const at = this.at++;
    const parts = new Map<PropertyKey, Placed>();
    if (!this.takes("}"))
      do {
        this.blanks();
        const keyAt = this.at;
        const key = this.string();
        if (parts.has(key)) this.faults.push({ at: keyAt, message: `has the key ${JSON.stringify(key)} twice` });
        if (!this.takes(":")) throw new Unreadable(this.at, "a colon is missing here");
        parts.set(key, this.value(depth + 1));
      } while (this.more("}"));
    // `fromEntries` creates own properties, whatever their names (such as `__proto__`).
    return { at, value: Object.fromEntries([...parts].map(([key, part]) => [key, part.value])), parts };
  }

  private array(depth: number): Placed {
    const at = this.at++;
    const parts: Placed[] = [];
    if (!this.takes("]"))
      do parts.push(this.value(depth + 1));
      while (this.more("]"));
    return { at, value: parts.map((part) => part.value), parts: new Map(parts.entries()) };
  }

  /** Whether another entry follows; otherwise it is the end. */
  private more(end: string): boolean {
    if (this.takes(",")) return true;
    if (!this.takes(end)) throw new Unreadable(this.at, `a comma or ${end} is missing here`);
    return false;
  }

  private string(): string {
    const start = this.at;
    if (this.text[start] !== '"') throw new Unreadable(start, "a string in double quotes is missing here");
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    this.at = end + 1;
    return this.parsed(start, "this string cannot be read as JSON") as string;
  }

  private word(): unknown {
    const start = this.at;
    const word = /[\w.+-]+/y;
    word.lastIndex = start;
    const length = word.exec(this.text)?.[0].length ?? 0;
    if (length === 0)
      throw new Unreadable(start, start < this.text.length ? "no JSON can begin so" : "the text ends here");
    this.at += length;
    return this.parsed(start, "this is no value of JSON");
  }

  private parsed(start: number, message: string): unknown {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as unknown;
    } catch {
      throw new Unreadable(start, message);
    }
  }
}
