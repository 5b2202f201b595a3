// Secrets of twelve kinds that nobody has: made when they are needed, out of parts, so that no text of this repository looks
// like one. The same name makes the same canary, and no two places share one, so that a find tells where it came from.
import { createHash } from "node:crypto";

export interface Canary {
  kind: CanaryKind | `unfriendly: ${string}`;
  /** What must not be seen. */
  value: string;
  /** How it stands in a file or a sentence, one line or several. */
  written: string;
  /** Pieces of which each is as bad as the whole: the lines of a key, the two halves of a pair, a password as addresses write it. */
  pieces: readonly string[];
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphanumeric = `${letters}${letters.toUpperCase()}0123456789`;

/** As many characters as are wanted, by chance that can be repeated. */
function noise(name: string, alphabet: string, length: number): string {
  let text = "";
  for (let block = 0; text.length < length; block++)
    for (const byte of createHash("sha256").update(`${name} ${block}`).digest())
      if (text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** GitHub's and npm's tokens end in a checksum of the rest. */
function withChecksum(prefix: string, name: string): string {
  const body = noise(name, alphanumeric, 30);
  let crc = ~0;
  for (let at = 0; at < body.length; at++) {
    crc ^= body.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let sum = "";
  for (let left = ~crc >>> 0; left > 0; left = Math.floor(left / 62)) sum = base62.charAt(left % 62) + sum;
  return `${prefix}_${body}${sum.padStart(6, "0")}`;
}

/** As a generator of passwords makes them, with the characters that an address or JSON writes in another way. */
function password(name: string): string {
  const [lower, upper, digits] = [letters, letters.toUpperCase(), "23456789"].map((set) =>
    noise(`${name} ${set}`, set, 9),
  );
  const mixed = Array.from(lower!, (letter, at) => `${letter}${digits![at]}${upper![at]}`).join("");
  return `${mixed.slice(0, 11)}/${mixed.slice(11, 20)}+${mixed.slice(20)}=7`;
}

function pem(name: string): string {
  const label = "RSA PRIVATE KEY";
  const body = `MII${noise(name, `${alphanumeric}+/`, 64 * 12 - 3)}`;
  return `-----BEGIN ${label}-----\n${body.match(/.{64}/g)!.join("\n")}\n-----END ${label}-----\n`;
}

const makers = {
  "GitHub token, classic": (name) => withChecksum("ghp", name),
  "GitHub token, fine-grained": (name) =>
    `github_pat_${noise(`${name} a`, alphanumeric, 22)}_${noise(`${name} b`, alphanumeric, 59)}`,
  "GitHub App's installation token": (name) => withChecksum("ghs", name),
  "GitHub App's private key": pem,
  "webhook secret": password,
  "database password": password,
  "Anthropic key": (name) => `sk-ant-api03-${noise(name, alphanumeric, 93)}AA`,
  "OpenAI key": (name) => `sk-${noise(`${name} a`, alphanumeric, 20)}T3BlbkFJ${noise(`${name} b`, alphanumeric, 20)}`,
  "Google key": (name) => `AIzaSy${noise(name, alphanumeric, 33)}`,
  "AWS key pair": (name) =>
    `AKIA${noise(`${name} a`, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}:${noise(`${name} b`, alphanumeric, 40)}`,
  "Slack token": (name) =>
    `xoxb-${noise(`${name} a`, "123456789", 12)}-${noise(`${name} b`, "123456789", 12)}-${noise(`${name} c`, alphanumeric, 24)}`,
  "npm token": (name) => withChecksum("npm", name),
} satisfies Record<string, (name: string) => string>;

export type CanaryKind = keyof typeof makers;
export const canaryKinds = Object.keys(makers) as CanaryKind[];

export function canaryOf(kind: CanaryKind, name: string): Canary {
  return canaryWith(kind, makers[kind](`${kind}, ${name}`));
}

/** A canary whose value another has chosen, such as a token that the stand-in gave out. */
export function canaryWith(kind: CanaryKind, value: string): Canary {
  return { kind, value, written: writtenAs(kind, value), pieces: piecesOf(kind, value) };
}

function piecesOf(kind: CanaryKind, value: string): readonly string[] {
  if (kind === "GitHub App's private key") return value.split("\n").filter((line) => /^[\w+/=]{40,}$/.test(line));
  if (kind === "AWS key pair") return value.split(":");
  return kind === "database password" ? [value, encodeURIComponent(value)] : [value];
}

/** The way it stands in a file: a name for what only a name tells, else the bare token as the value of something. */
function writtenAs(kind: CanaryKind, value: string): string {
  switch (kind) {
    case "GitHub App's private key":
      return value.trimEnd();
    case "webhook secret":
      return `webhook_secret = "${value}"`;
    case "database password":
      return `DATABASE_URL=postgres://shop:${encodeURIComponent(value)}@db.acme-shop.io:5432/shop`;
    case "AWS key pair": {
      const [id, secret] = value.split(":");
      return `aws_access_key_id = "${id}" aws_secret_access_key = "${secret}"`;
    }
    default:
      return `key = "${value}"`;
  }
}
