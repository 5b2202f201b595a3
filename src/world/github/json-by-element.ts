// Parses JSON with one long list element by element, so that neither the whole text nor all values are in memory at
// once.

export interface ByElement {
  /** The property names that lead to the list. */
  list: readonly string[];
  /** Creates the element handler for each response, because a read may be retried; its result replaces the element. */
  begin(): (element: unknown) => unknown;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a] as const;
const [opens, closes] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];
const listOpens = 0x5b;

/** Throws if it is not JSON. */
export async function readByElement(parts: AsyncIterable<Uint8Array>, { list, begin }: ByElement): Promise<unknown> {
  const each = begin();
  const found: unknown[] = [];
  const reader = openReader(list, (text) => found.push(each(JSON.parse(text))));
  for await (const part of parts) reader.take(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return withList(JSON.parse(reader.rest()), list, found);
}

/** Puts the elements where the list was. */
function withList(value: unknown, list: readonly string[], elements: readonly unknown[]): unknown {
  const place = list.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined),
    value,
  );
  if (Array.isArray(place)) for (const element of elements) place.push(element);
  return value;
}

function openReader(list: readonly string[], element: (text: string) => void) {
  /** All but the elements, in bytes: small. */
  const rest: number[] = [];
  /** The property path; null inside a list. */
  const path: (string | null)[] = [];
  let [inText, isEscaped, textFrom] = [false, false, 0];
  let name: string | null = null;
  /** Depth inside the list; -1 outside. */
  let depth = -1;
  let started: Buffer[] = [];

  const endElement = (last: Buffer) => {
    started.push(last);
    const text = Buffer.concat(started).toString("utf8");
    started = [];
    if (text.trim() !== "") element(text);
  };
  /** Whether the byte is inside a string or delimits one. */
  const isOfText = (byte: number): boolean => {
    if (!inText) {
      if (byte !== quote) return false;
      [inText, textFrom] = [true, rest.length];
    } else if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inText = false;
    return true;
  };
  const outside = (byte: number) => {
    const was = inText;
    rest.push(byte);
    if (isOfText(byte)) {
      if (was && !inText) name = Buffer.from(rest.slice(textFrom, -1)).toString("utf8");
    } else if (byte === colon) path[path.length - 1] = name;
    else if (opens.has(byte)) {
      if (byte === listOpens && path.length === list.length && path.every((one, at) => one === list[at])) depth = 0;
      path.push(null);
    } else if (closes.has(byte)) path.pop();
    else if (byte === comma) path[path.length - 1] = null;
  };

  return {
    take(part: Buffer): void {
      let from = 0;
      for (let at = 0; at < part.length; at += 1) {
        const byte = part[at]!;
        if (depth === -1) {
          outside(byte);
          from = at + 1;
        } else if (isOfText(byte)) continue;
        else if (opens.has(byte)) depth += 1;
        else if (closes.has(byte) && depth > 0) depth -= 1;
        else if (depth === 0 && (byte === comma || closes.has(byte))) {
          endElement(part.subarray(from, at));
          from = at + 1;
          if (byte === comma) continue;
          depth = -1;
          outside(byte);
        }
      }
      if (depth >= 0 && from < part.length) started.push(part.subarray(from));
    },
    rest: () => Buffer.from(rest).toString("utf8"),
  };
}
