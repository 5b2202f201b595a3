// Finds the ends of JavaScript literals and comments. Each function reads every character once.

const isWordCode = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$#\\")
  isWordCode[character.charCodeAt(0)] = 1;

const noBreakSpace = 0xa0;
const lineSeparator = 0x2028;
const byteOrderMark = 0xfeff;

export function isBlank(code: number): boolean {
  return code <= 32 || code === noBreakSpace || code === byteOrderMark || code === lineSeparator;
}

/** Part of an identifier or number; all non-ASCII characters except whitespace are. */
export function isWord(code: number): boolean {
  return code < 128 ? isWordCode[code] === 1 : code !== noBreakSpace && code !== lineSeparator;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The last character of a value. */
export function isValueEnd(code: number): boolean {
  return code === 0x29 || code === 0x5d || isWord(code);
}

export function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isWord(text.charCodeAt(end))) end++;
  // A fraction; in `1..toFixed()` and `1.0.toFixed()` a member name follows.
  const isFraction = text.charCodeAt(end) === 0x2e && isDigit(text.charCodeAt(end + 1));
  if (!isDigit(text.charCodeAt(start)) || !isFraction) return end;
  for (end += 2; end < text.length && isWord(text.charCodeAt(end));) end++;
  return end;
}

/**
 * A string ends at the end of its line at the latest, so that a stray quote affects only one line; `closed` is then
 * false.
 */
export function stringEnd(text: string, start: number): { end: number; closed: boolean } {
  const quote = text.charCodeAt(start);
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x5c) end += text.charCodeAt(end + 1) === 13 ? 2 : 1;
    else if (code === quote) return { end: end + 1, closed: true };
    else if (code === 10) break;
  }
  return { end: Math.min(end, text.length), closed: false };
}

/** A regular expression with its flags; the end of the line if it is unclosed. */
export function patternEnd(text: string, start: number): { end: number; closed: boolean } {
  let inClass = false;
  for (let end = start + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 10) return { end, closed: false };
    if (code === 0x5c) end++;
    else if (code === 0x5b) inClass = true;
    else if (code === 0x5d) inClass = false;
    else if (code === 0x2f && !inClass) {
      for (end++; end < text.length && isWord(text.charCodeAt(end));) end++;
      return { end, closed: true };
    }
  }
  return { end: text.length, closed: false };
}

/** The position of the closing bracket of `<A, B<C>>`. */
export function typeArgumentsEnd(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3c) open++;
    if (code === 0x3e && text.charCodeAt(at - 1) !== 0x3d && --open === 0) return at;
  }
  return text.length;
}

/** Operators whose meaning differs from that of their first character are one token. */
export function markLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (code === 0x3d && second === 0x3e) return 2; // =>
  if (code === 0x2e && second === 0x2e && text.charCodeAt(at + 2) === 0x2e) return 3; // ...
  if (code === 0x3f && second === 0x2e && !isDigit(text.charCodeAt(at + 2))) return 2; // ?.
  if ((code === 0x2b || code === 0x2d) && second === code) return 2; // ++ --
  return 1;
}

/** The end of the comment that starts here; 0 if there is none. */
export function commentEnd(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  const close = second === 0x2a ? "*/" : second === 0x2f ? "\n" : null;
  if (close === null) return 0;
  const end = text.indexOf(close, at + 2);
  return end < 0 ? text.length : end + (second === 0x2a ? 2 : 0);
}
