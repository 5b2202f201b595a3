// A review must not become the next place where a secret stands.
import { findSecrets, type Secret } from "../../findings/checks/non-code/find-secrets.ts";

/** No kind of path that tells the finder to be lenient. */
const path = "outgoing";
/** Another scanner's word for "this one is meant to be here" may hold for a repository, not for what we post. */
const pardons =
  /gitleaks:allow|betterleaks:allow|secretlint-disable-line|allowlist secret|trufflehog:ignore|ggignore/gi;
/** The finder names one secret of a kind per line; so words are looked at one by one as well, and again after each round. */
const betweenWords = /[\s,;()[\]{}<>|]/g;
const rounds = 8;

export function redact(text: string): string {
  let current = text;
  for (let round = 0; round < rounds; round++) {
    const found = secretsIn(current);
    if (found.length === 0) return current;
    current = replaced(current, found);
  }
  return withoutLines(current, secretsIn(current));
}

function secretsIn(text: string): Secret[] {
  const watched = text.replaceAll(pardons, (word) => "x".repeat(word.length));
  return [...findSecrets(path, watched), ...findSecrets(path, watched.replaceAll(betweenWords, "\n"))].map(
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
