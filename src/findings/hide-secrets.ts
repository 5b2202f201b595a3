// A text without the secrets that have a form of their own: for whatever goes out of a review, to people, to a model or into
// a database. The rules are those of the check that finds secrets in a change.
import { findSecrets, type Secret } from "./checks/non-code/find-secrets.ts";

/** Another scanner's word for "this one is meant to be here" may hold for a repository, not for what we say. */
const pardons =
  /gitleaks:allow|betterleaks:allow|secretlint-disable-line|allowlist secret|trufflehog:ignore|ggignore/gi;
/** The finder names one secret of a kind per line; so words are looked at one by one as well, and again after each round. */
const betweenWords = /[\s,;()[\]{}<>|]/g;
const rounds = 8;

export function hideSecrets(text: string): string {
  let current = withoutKeyBodies(text);
  for (let round = 0; round < rounds; round++) {
    const found = secretsIn(current);
    if (found.length === 0) return current;
    current = replaced(current, found);
  }
  return withoutLines(current, secretsIn(current));
}

/** The values that would be taken out, so that they can be taken out of other texts too. */
export function hiddenIn(text: string): string[] {
  return [...new Set([...keyLines(text), ...secretsIn(text).map(({ value }) => value)])].filter(
    ({ length }) => length >= 8,
  );
}

function secretsIn(text: string): Secret[] {
  const watched = text.replaceAll(pardons, (word) => "x".repeat(word.length));
  return [...findSecrets(null, watched), ...findSecrets(null, watched.replaceAll(betweenWords, "\n"))].map(
    (secret) => ({
      ...secret,
      // The finder may have seen a newline where the text has another blank.
      value: text.slice(placeOf(secret, watched), placeOf(secret, watched) + secret.value.length),
      at: placeOf(secret, watched),
    }),
  );
}

/** A rule may start before the secret itself. */
function placeOf({ value, at }: Secret, text: string): number {
  const exact = text.indexOf(value, at);
  return exact === -1 ? at : exact;
}

/** A value that stands elsewhere without its context is the same secret; that many different ones nobody has. */
const mostValues = 50;

function replaced(text: string, secrets: readonly Secret[]): string {
  let done = "";
  let at = 0;
  for (const secret of secrets.toSorted((a, b) => a.at - b.at)) {
    if (secret.at < at) continue;
    done += text.slice(at, secret.at) + standIn(secret);
    at = secret.at + secret.value.length;
  }
  done += text.slice(at);
  const values = new Map(secrets.filter(({ value }) => value.length >= 8).map((secret) => [secret.value, secret]));
  for (const [value, secret] of [...values].slice(0, mostValues)) done = done.replaceAll(value, () => standIn(secret));
  return done;
}

/** A line that still holds secrets after so many rounds is made of them. */
function withoutLines(text: string, secrets: readonly Secret[]): string {
  if (secrets.length === 0) return text;
  const starts = new Set(secrets.map(({ at }) => text.lastIndexOf("\n", at - 1) + 1));
  let at = 0;
  return text
    .split("\n")
    .map((line) => {
      const start = at;
      at += line.length + 1;
      return starts.has(start) ? "(redacted: secrets)" : line;
    })
    .join("\n");
}

function standIn({ what }: Secret): string {
  return `(redacted: ${what})`;
}

// The rules know a key by how it begins, since a quote often shows no more of it. What follows is as secret.
const keyBegins = /-----BEGIN (?:[A-Z]{2,9} )?PRIVATE KEY-----/g;
const keyEnds = "-----END ";
/** A long key is 50 lines of 64; in a diff each has a few characters more. */
const longestKey = 8000;
const keyRun = /[A-Za-z0-9+/=]{16,}/g;

function withoutKeyBodies(text: string): string {
  if (!text.includes("PRIVATE KEY-----")) return text;
  let done = "";
  let at = 0;
  for (const { start, end } of keyBodies(text)) {
    if (start < at) continue;
    done += text.slice(at, start) + text.slice(start, end).replaceAll(keyRun, "(redacted: private key)");
    at = end;
  }
  return done + text.slice(at);
}

function keyLines(text: string): string[] {
  const runs = keyBodies(text).flatMap(({ start, end }) => text.slice(start, end).match(keyRun) ?? []);
  // In a diff an added line begins with a plus, which is a character of keys as well.
  return runs.map((run) => run.replace(/^\+/, ""));
}

function keyBodies(text: string): { start: number; end: number }[] {
  const bodies: { start: number; end: number }[] = [];
  for (const { 0: begins, index } of text.matchAll(keyBegins)) {
    const start = index + begins.length;
    if (start >= (bodies.at(-1)?.end ?? 0))
      bodies.push({ start, end: start + bodyLength(text.slice(start, start + longestKey)) });
  }
  return bodies;
}

/** Without its last line, a key goes as far as its lines do. */
function bodyLength(rest: string): number {
  const end = rest.indexOf(keyEnds);
  if (end !== -1) return end;
  const other = /\n(?![^\n]*[A-Za-z0-9+/=]{40})[^\n]*\S/.exec(rest);
  return other ? other.index : rest.length;
}
