// Distinguishes real secrets from placeholders: without marks such as EXAMPLE, the rest must look random.

// These letters occur by chance in one of a few hundred random keys, so they count only as separate words or in a row.
const syllable = "(?:foo|bar|baz)";
const markers = new RegExp(
  "example|placeholder|dummy|fake|sample|change[-_]?me|redacted|replace[-_]?(?:me|with)?|insert|invalid|" +
    "not[-_]?(?:a[-_]?)?real|secret|token|passw(?:or)?d|your|test(?:ing)?|mock|lorem|ipsum|demo|" +
    `my[-_]?(?:api)?[-_]?key|${syllable}{2,}|(?<![a-z0-9])${syllable}|${syllable}(?![a-z0-9])`,
  "gi",
);
const template = /\$\{|\$\(|\{\{|<[\w -]+>|%[sd]|%\(|\*{3}|\.{3}|…/;
// Published by their vendors for local emulators and tutorials; they give no access.
const published = /Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq|wJalrXUtnFEMI|IOSFODNN7/;

export function isPublished(secret: string): boolean {
  return published.test(secret);
}

export function looksRandom(secret: string): boolean {
  if (template.test(secret) || isPublished(secret)) return false;
  // Only the last part of a webhook's URL is secret.
  const body = secret.replace(/^https?:\/\/.{0,300}\//, "").replace(/^(?:[A-Za-z0-9]{2,8}[-_.]){1,3}(?=.{12})/, "");
  const rest = body.replace(markers, "");
  if (rest.length < 12 || rest.length < body.length * 0.88) return false;
  return !isPatterned(rest) && !isWords(rest) && entropy(rest) >= leastEntropy(rest);
}

/** The minimum entropy that random text of this length and alphabet practically always reaches. */
function leastEntropy(text: string): number {
  if (/^[0-9a-f-]+$/i.test(text)) return text.length >= 32 ? 3 : 2.6;
  return text.length >= 24 ? 3.5 : 2.9;
}

export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The same character five times, six in alphabetical order, or a repeated piece. */
export function isPatterned(text: string): boolean {
  let same = 1;
  let rising = 1;
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    same = step === 0 ? same + 1 : 1;
    rising = step === 1 || text.slice(at - 1, at + 1) === "90" ? rising + 1 : 1;
    if (same >= 5 || rising >= 6) return true;
  }
  for (let period = 2; period <= Math.min(24, text.length / 2); period++) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return /qwerty|deadbeef|c0ffee|abc123|xyz/i.test(text);
}

/** Words joined by hyphens, as in `glpat-this-is-only-for-the-docs`. */
function isWords(text: string): boolean {
  const words = text
    .split(/[-_.\s]/)
    .filter((part) => /^(?:[a-z]{2,10}|[A-Z]{2,10}|[A-Z][a-z]{1,9}|\d{1,4})$/.test(part));
  return words.join("").length >= text.length * 0.6;
}

/** Stricter than random-looking: not a name, path, URL or message with words in it. */
export function isNoise(text: string): boolean {
  const rest = text.replace(/[A-Z]?[a-z]{3,}|[A-Z]{3,}|[-_./=]/g, "");
  return entropy(text) >= 3.7 && rest.length >= text.length / 2 && !text.startsWith("eyJ");
}

const reservedEnding = /(?:^|\.)(?:example|test|invalid|localhost|local|internal|lan|home|corp|docker|svc)$/i;
const madeUpHost =
  /(?:^|\.)(?:example|test|domain|host|server|foo|bar|acme|company|mycompany|yourdomain|mydomain)\.[a-z]{2,6}$/i;

/** A password in a URL counts as real only at a public host, and only if it is not an example word. */
export function isLiveUrl(url: string): boolean {
  const match = /^[\w+:.-]{3,40}?:\/\/([^:/\s@]{1,256}):([^@/\s]{1,256})@([^/\s:?,"'`]{1,256})/.exec(url);
  if (!match) return false;
  const [, , password = "", host = ""] = match;
  if (!/\.[a-z]{2,24}$/i.test(host) || reservedEnding.test(host) || madeUpHost.test(host) || template.test(url))
    return false;
  const rest = password.replace(markers, "").replace(/pass|user|admin|root|1234\d*/gi, "");
  return rest.length >= 8 && /\d/.test(rest) && /[a-z]/i.test(rest) && !isPatterned(rest) && entropy(rest) >= 2.5;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** GitHub's and npm's tokens end in a checksum of the rest; null for other tokens. */
export function hasValidChecksum(token: string): boolean | null {
  const match = /^(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(token);
  if (!match) return null;
  let left = crc32(match[1] ?? "");
  let sum = "";
  for (; left > 0; left = Math.floor(left / 62)) sum = digits.charAt(left % 62) + sum;
  return sum.padStart(6, "0") === match[2];
}

function crc32(text: string): number {
  let crc = ~0;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
