// The eight forms in which a secret gets about without anybody meaning it. Each is a thing that programs do to text on its
// way: Basic authentication and Kubernetes (base64), tokens within tokens and addresses (base64url), addresses and forms
// (percent), dumps and digests (hex), logs within logs (JSON's escapes), comments and pages (HTML's entities), PowerShell
// (base64 of UTF-16). What is broken over lines, as mail and PEM do, is found in each of them: the searched text is looked at
// without its blanks as well. Left out on purpose: ciphers, compression, a letter a line, reversal. No program does those by
// accident, and who does them on purpose can always think of one more; what holds there is that it was never shown.

export interface Encoding {
  name: string;
  /** The value as a program would write it. */
  write(value: string): string;
  /** What to look for: any of these is the value, or more of it than anybody should have. */
  needles(value: string): readonly string[];
  /** Whether upper and lower case are the same there. */
  anyCase: boolean;
}

export const encodings: readonly Encoding[] = [
  { name: "as is", write: (value) => value, needles: (value) => [value], anyCase: false },
  inAnyPlace("base64", (bytes) => bytes.toString("base64").replace(/=+$/, "")),
  inAnyPlace("base64url", (bytes) => bytes.toString("base64url")),
  each("percent", (byte) => `%${hex(byte)}`, encodeURIComponent),
  { name: "hex", write: hexOf, needles: (value) => [hexOf(value)], anyCase: true },
  each(
    "JSON escapes",
    (byte) => `\\u00${hex(byte)}`,
    (value) => JSON.stringify(value).slice(1, -1),
  ),
  {
    name: "HTML entities",
    write: (value) => entities(value, (code) => `&#${code};`),
    needles: (value) => [
      entities(value, (code) => `&#${code};`),
      entities(value, (code) => `&#x${code.toString(16)};`),
    ],
    anyCase: true,
  },
  inAnyPlace("base64 of UTF-16", (bytes) => bytes.toString("base64").replace(/=+$/, ""), "utf16le"),
];

function hexOf(value: string): string {
  return Buffer.from(value).toString("hex");
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function entities(value: string, one: (code: number) => string): string {
  return Array.from(value, (character) => one(character.codePointAt(0)!)).join("");
}

/** Where it starts within a longer text decides between three ways to write it, without the characters at its ends. */
function inAnyPlace(name: string, encode: (bytes: Buffer) => string, charset: "utf8" | "utf16le" = "utf8"): Encoding {
  return {
    name,
    write: (value) => encode(Buffer.from(value, charset)),
    needles: (value) =>
      [0, 1, 2].map((before) => {
        const all = encode(Buffer.concat([Buffer.alloc(before), Buffer.from(value, charset)]));
        return all.slice(before === 0 ? 0 : before + 1, -3);
      }),
    anyCase: false,
  };
}

/** Every byte written out, or only those that must be. */
function each(name: string, one: (byte: number) => string, needed: (value: string) => string): Encoding {
  const all = (value: string) => [...Buffer.from(value)].map(one).join("");
  return {
    name,
    write: all,
    needles: (value) => [all(value), ...(needed(value) === value ? [] : [needed(value)])],
    anyCase: true,
  };
}

/** A text to be searched, in the forms in which something may hide in it. */
export interface Haystack {
  has(canary: { pieces: readonly string[] }, encoding: Encoding): boolean;
}

export function haystackOf(texts: Iterable<string | Uint8Array>): Haystack {
  const whole = [...texts]
    .map((text) => (typeof text === "string" ? text : Buffer.from(text).toString("latin1")))
    .join("\n\u0000\n");
  // JSON within JSON doubles its backslashes.
  const unescaped = whole.replaceAll(/\\+/g, "\\");
  const forms = [whole, unescaped, unescaped.replaceAll(/(?:\\[nrt]|\s)+/g, "")];
  const lower = forms.map((form) => form.toLowerCase());
  return {
    has: ({ pieces }, { needles, anyCase }) =>
      pieces.some((piece) =>
        needles(piece).some((needle) =>
          anyCase
            ? lower.some((form) => form.includes(needle.toLowerCase()))
            : forms.some((form) => form.includes(needle)),
        ),
      ),
  };
}
