// Redacts secrets that are recognisable by their form, in everything that leaves a review: for people, models or a
// database.
import type { Secret } from "./find-own-secrets.ts";
import { findSecrets } from "./find-secrets.ts";
import { matchRanges, replaceRanges, valuesPattern } from "./replace-ranges.ts";
import { privateKeyLines, redactPrivateKeys } from "./private-key.ts";

/** Replacing one secret can uncover another that it overlapped. */
const rounds = 8;

/** `path` is of the file that the text is from, if it is from one: it tells settings from code. */
export function redactSecrets(text: string, path = ""): string {
  let current = redactPrivateKeys(text);
  for (let round = 0; round < rounds; round++) {
    const found = secretsIn(current, path);
    if (found.length === 0) return current;
    current = replaced(current, found);
  }
  return redactLines(current, secretsIn(current, path));
}

/** The values that `redactSecrets` would redact wherever they occur, so that they can be redacted in other texts too. */
export function secretValuesIn(text: string): string[] {
  return [
    ...new Set([
      ...privateKeyLines(text),
      ...secretsIn(text, "")
        .filter(isUnmistakable)
        .map(({ value }) => value),
    ]),
  ];
}

function secretsIn(text: string, path: string): Secret[] {
  return findSecrets(text, { path, role: "output" }).map((secret) => ({ ...secret, at: startOf(secret, text) }));
}

/** A match may start before the secret itself. */
function startOf({ value, at }: Secret, text: string): number {
  const exact = text.indexOf(value, at);
  return exact === -1 ? at : exact;
}

/** Not a word that a person chose as a password, which other texts contain without meaning it. */
function isUnmistakable({ value, certainty }: Secret): boolean {
  return value.length >= 8 && (certainty === "live" || (/\d/.test(value) && /[A-Za-z]/.test(value)));
}

/** The same value elsewhere is the same secret. No real text has more distinct ones than this. */
const mostValues = 50;

function replaced(text: string, secrets: readonly Secret[]): string {
  const rangeOf = (secret: Secret, start: number) => ({ start, end: start + secret.value.length, secret });
  const found = secrets.map((secret) => rangeOf(secret, secret.at));
  const values = new Map(secrets.filter(isUnmistakable).map((secret) => [secret.value, secret]));
  const known = [...values.keys()].slice(0, mostValues);
  const repeated =
    known.length === 0
      ? []
      : [...matchRanges(text, valuesPattern(known))].map(({ start, end }) =>
          rangeOf(values.get(text.slice(start, end))!, start),
        );
  return replaceRanges(text, [...found, ...repeated], ({ secret }) => placeholder(secret));
}

/** A line that still contains secrets after the last round is redacted as a whole. */
function redactLines(text: string, secrets: readonly Secret[]): string {
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

function placeholder({ what }: Secret): string {
  return `(redacted: ${what})`;
}
