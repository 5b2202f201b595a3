// Decodes the parts of a text that are encoded as base64, hex, or escapes of URLs, JSON and HTML.

export interface EncodedRun {
  /** The name of the encoding. */
  how: string;
  /** The encoded text, and its position. */
  value: string;
  at: number;
  /** The decoded text. */
  plain: string;
}

interface Form {
  how: string;
  pattern: RegExp;
  decode(run: string): string | null;
}

/** Longer runs are images and binaries. */
const longest = 40_000;

// Each pattern matches a run of one character class, so matching takes linear time.
const forms: readonly Form[] = [
  { how: "base64", pattern: /[A-Za-z0-9+/]{24,}/g, decode: fromBase64 },
  // Also matches within a path, whose slashes are not part of it.
  { how: "base64url", pattern: /[\w-]{24,}/g, decode: fromBase64 },
  { how: "hex", pattern: /(?:[0-9a-fA-F]{2}){16,}/g, decode: (run) => fromCodes(run.match(/../g)!, 16) },
  {
    how: "percent-encoding",
    pattern: /(?:%[0-9a-fA-F]{2}|[\w.~-]){16,}/g,
    // A token with only a few escapes is found without decoding.
    decode: (run) =>
      run.split("%").length > 8 ? run.replaceAll(/%(..)/g, (_, code: string) => decodeCharacter(code, 16)) : null,
  },
  {
    how: "escapes",
    pattern: /(?:\\{1,8}u00[0-9a-fA-F]{2}){12,}/g,
    decode: (run) => fromCodes(run.match(/(?<=u00)../g)!, 16),
  },
  {
    how: "entities",
    pattern: /(?:&#(?:\d{2,3}|[xX][0-9a-fA-F]{2});){12,}/g,
    decode: (run) =>
      [...run.matchAll(/&#(?:(\d+)|[xX](..));/g)]
        .map(([, decimal, hex]) => (decimal === undefined ? decodeCharacter(hex!, 16) : decodeCharacter(decimal, 10)))
        .join(""),
  },
];

export function findEncodedRuns(text: string): EncodedRun[] {
  return forms.flatMap(({ how, pattern, decode }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: value, index: at }) => {
      const plain = value.length > longest ? null : decode(value);
      return plain !== null && isText(plain) ? [{ how, value, at, plain }] : [];
    }),
  );
}

function fromBase64(run: string): string {
  // A truncated text may end in the middle of a byte.
  const whole = run.length % 4 === 1 ? run.slice(0, -1) : run;
  const bytes = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  // PowerShell encodes UTF-16, with two bytes per character.
  return /^(?:[^\0]\0){8,}$/.test(bytes) ? bytes.replaceAll("\0", "") : bytes;
}

function fromCodes(codes: readonly string[], radix: number): string {
  return codes.map((code) => decodeCharacter(code, radix)).join("");
}

function decodeCharacter(code: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(code, radix));
}

/** Random bytes rarely decode to text. */
function isText(plain: string): boolean {
  return plain.length >= 12 && /^[\t\n\r\u0020-\u007e]+$/.test(plain);
}
