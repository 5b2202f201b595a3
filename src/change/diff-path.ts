// Parses paths in git's diff headers: C-quoted if they contain unusual bytes, with or without `a/` and `b/`.
import { pathText } from "../path-text.ts";

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** Undoes git's C-style quoting. A name that is not valid UTF-8 stays quoted, so that it remains exact. */
export function unquotePath(written: string): string {
  const name = written.endsWith("\r") ? written.slice(0, -1) : written;
  if (!name.startsWith('"')) return name;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let at = 1;
  while (at < name.length && name[at] !== '"') {
    if (name[at] !== "\\") {
      const end = nextSpecial(name, at);
      for (const byte of encoder.encode(name.slice(at, end))) bytes.push(byte);
      at = end;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(name.slice(at + 1, at + 4));
    if (octal) {
      bytes.push(Number.parseInt(octal[0], 8));
      at += 4;
    } else {
      bytes.push(escapes[name[at + 1] ?? ""] ?? 92);
      at += 2;
    }
  }
  return pathText(Uint8Array.from(bytes));
}

function nextSpecial(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\\" && text[at] !== '"') at++;
  return at;
}

/**
 * Splits the two names after `diff --git`. Unquoted ones are split where both halves name the same file; a rename's own
 * lines take precedence.
 */
export function splitHeaderPaths(names: string): { left: string; right: string; prefixed: boolean } | null {
  const header = names.endsWith("\r") ? names.slice(0, -1) : names;
  if (header.includes('"')) {
    const quoted = splitQuoted(header);
    if (quoted) return quoted;
  }
  const middle = (header.length - 1) / 2;
  if (Number.isInteger(middle) && header[middle] === " ") {
    const pair = pairAt(header, middle);
    if (pair) return pair;
  }
  for (let at = header.indexOf(" "); at >= 0; at = header.indexOf(" ", at + 1)) {
    // Prefixes of other lengths come from --src-prefix and --dst-prefix; only the tails can be compared.
    if (header.length - at > 4096 * 2) continue;
    const pair = pairAt(header, at);
    if (pair) return pair;
  }
  return onlySplit(header);
}

/** Two files with different names, from `git diff --no-index`; null unless there is exactly one way to split them. */
function onlySplit(header: string): { left: string; right: string; prefixed: boolean } | null {
  const prefix = header.startsWith("a/") ? header.indexOf(" b/") : -1;
  const prefixed = prefix > 0 && prefix === header.lastIndexOf(" b/");
  const at = prefixed ? prefix : header.indexOf(" ");
  if (at <= 0 || (!prefixed && at !== header.lastIndexOf(" "))) return null;
  return { left: header.slice(0, at), right: header.slice(at + 1), prefixed };
}

function pairAt(header: string, at: number): { left: string; right: string; prefixed: boolean } | null {
  const left = header.slice(0, at);
  const right = header.slice(at + 1);
  if (left === right) return { left, right, prefixed: false };
  return withoutPrefix(left) === withoutPrefix(right) ? { left, right, prefixed: true } : null;
}

function splitQuoted(header: string): { left: string; right: string; prefixed: boolean } | null {
  const leftEnd = header.startsWith('"') ? closingQuote(header) + 1 : header.indexOf(' "');
  if (leftEnd <= 0) return null;
  const left = unquotePath(header.slice(0, leftEnd));
  const right = unquotePath(header.slice(leftEnd + 1));
  return { left, right, prefixed: left !== right };
}

function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

export function withoutPrefix(path: string): string {
  const slash = path.indexOf("/");
  // A name that is not UTF-8 is still quoted, with its prefix inside the quotes.
  const quote = path.startsWith('"') ? '"' : "";
  return slash < 0 ? path : quote + path.slice(slash + 1);
}
