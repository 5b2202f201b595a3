// Redacts known secret values in every form in which programs write text: plain, base64, hex, percent-encoded, escaped.
import { matchRanges } from "./replace-ranges.ts";

/** Shorter values could occur in any text. */
const shortest = 6;
/** Shorter encoded forms contain too little of the secret, and match too much else. */
const shortestForm = 8;
const mostCached = 200;
const cache = new Map<string, ValuePattern | null>();

const placeholder = "***";

interface ValuePattern {
  pattern: RegExp;
  /** The length of the longest possible match. */
  longest: number;
}

export interface StreamRedactor {
  /** Returns the text that may be shown so far; a possible start of a value is held back until the next piece. */
  take(piece: string): string;
  rest(): string;
}

export function redactValues(text: string, values: Iterable<string>): string {
  const known = valuePattern([...values]);
  return known ? redactBefore(text.length, text, known, 0).done : text;
}

/** Redacts a text that arrives in pieces, with the same result as for the whole text. */
export function streamRedactor(values: readonly string[]): StreamRedactor {
  const known = valuePattern(values);
  let held = "";
  let covered = 0;
  const release = (pattern: ValuePattern, end: number): string => {
    const { done, beyond } = redactBefore(end, held, pattern, covered);
    held = held.slice(end);
    covered = beyond;
    return done;
  };
  return {
    take(piece) {
      if (!known) return piece;
      held += piece;
      // A match that begins before this position has arrived completely.
      return release(known, Math.max(0, held.length - known.longest + 1));
    },
    rest: () => (known ? release(known, held.length) : ""),
  };
}

/**
 * The text before `end`; overlapping values are replaced as one. The first `covered` characters belong to a value that
 * was already replaced; `beyond` is the number of characters after `end` that belong to a value replaced now.
 */
function redactBefore(
  end: number,
  text: string,
  { pattern }: ValuePattern,
  covered: number,
): { done: string; beyond: number } {
  let done = "";
  let at = covered;
  for (const range of matchRanges(text, pattern)) {
    if (range.start >= end) break;
    if (range.start >= at) done += text.slice(at, range.start) + placeholder;
    at = Math.max(at, range.end);
  }
  return { done: done + text.slice(at, Math.max(at, end)), beyond: Math.max(0, at - end) };
}

/** The values and each of their lines, because any line of a key may be quoted alone. */
function valuePattern(values: readonly string[]): ValuePattern | null {
  const key = values.join("\0");
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const parts = values
    .flatMap((value) => [value, value.trim(), ...value.split("\n").map((line) => line.trim())])
    .filter((part) => part.length >= shortest);
  // Longest first, so that the longest of several matches at one position wins.
  const forms = [...new Set(parts.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  const longest = Math.max(...forms.map((form) => form.replaceAll("\\", "\\".repeat(8)).length));
  const made = forms.length === 0 ? null : { pattern: new RegExp(forms.map(literal).join("|"), "gi"), longest };
  if (cache.size >= mostCached) cache.delete(cache.keys().next().value!);
  cache.set(key, made);
  return made;
}

function formsOf(secret: string): string[] {
  // A password in a URL is already percent-encoded once when the URL is encoded.
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [...formsOnce(secret), ...(inAddress === secret ? [] : formsOnce(inAddress))];
}

function formsOnce(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const written = (one: (hex: string, byte: number) => string) =>
    [...bytes].map((byte) => one(byte.toString(16).padStart(2, "0"), byte)).join("");
  const inXml = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quoted = inXml.replaceAll('"', "&quot;");
  const encoded = [
    bytes.toString("hex"),
    ...atEveryOffset(bytes, "base64"),
    ...atEveryOffset(bytes, "base64url"),
    ...atEveryOffset(Buffer.from(secret, "utf16le"), "base64"),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    inXml,
    quoted,
    quoted.replaceAll("'", "&apos;"),
    quoted.replaceAll("'", "&#39;"),
    written((hex) => `%${hex}`),
    written((hex) => `\\u00${hex}`),
    written((_, byte) => `&#${byte};`),
    written((hex) => `&#x${hex.replace(/^0/, "")};`),
  ].filter((form) => form.length >= shortestForm);
  return [secret, ...encoded];
}

/**
 * Base64 encodes a value in three ways, depending on its offset; characters that depend on the neighbouring bytes are
 * left out.
 */
function atEveryOffset(bytes: Buffer, encoding: "base64" | "base64url"): string[] {
  return [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replace(/=+$/, "");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return all.slice(before === 0 ? 0 : before + 1, whole);
  });
}

function literal(text: string): string {
  // A backslash may have been escaped repeatedly.
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (one) => (one === "\\" ? "\\\\{1,8}" : `\\${one}`));
}
