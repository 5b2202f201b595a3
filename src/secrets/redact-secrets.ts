// Redacts secrets that are recognisable by their form, in everything that leaves a review: for people, models or a
// database.
import { findSecrets, type Secret } from "./find-secrets.ts";
import { matchRanges, replaceRanges, valuesPattern } from "./replace-ranges.ts";
import { privateKeyLines, redactPrivateKeys } from "./private-key.ts";

/** Another scanner's "allow" comment may apply in the repository, but not to what we publish. */
const allowComments =
  /gitleaks:allow|betterleaks:allow|secretlint-disable-line|allowlist secret|trufflehog:ignore|ggignore/gi;
/** The finder reports one secret of a kind per line, so words are searched one by one as well, and again after each round. */
const betweenWords = /[\s,;()[\]{}<>|]/g;
const rounds = 8;

export function redactSecrets(text: string): string {
  let current = redactPrivateKeys(text);
  for (let round = 0; round < rounds; round++) {
    const found = secretsIn(current);
    if (found.length === 0) return current;
    current = replaced(current, found);
  }
  return redactLines(current, secretsIn(current));
}

/** The values that `redactSecrets` would redact, so that they can be redacted in other texts too. */
export function secretValuesIn(text: string): string[] {
  return [...new Set([...privateKeyLines(text), ...secretsIn(text).map(({ value }) => value)])].filter(
    ({ length }) => length >= 8,
  );
}

function secretsIn(text: string): Secret[] {
  const searched = text.replaceAll(allowComments, (word) => "x".repeat(word.length));
  return [...findSecrets(searched), ...findSecrets(searched.replaceAll(betweenWords, "\n"))].map((secret) => ({
    ...secret,
    // The finder may have seen a newline where the text has a different separator.
    value: text.slice(startOf(secret, searched), startOf(secret, searched) + secret.value.length),
    at: startOf(secret, searched),
  }));
}

/** A match may start before the secret itself. */
function startOf({ value, at }: Secret, text: string): number {
  const exact = text.indexOf(value, at);
  return exact === -1 ? at : exact;
}

/** The same value elsewhere is the same secret. No real text has more distinct ones than this. */
const mostValues = 50;

function replaced(text: string, secrets: readonly Secret[]): string {
  const rangeOf = (secret: Secret, start: number) => ({ start, end: start + secret.value.length, secret });
  const found = secrets.map((secret) => rangeOf(secret, secret.at));
  const values = new Map(secrets.filter(({ value }) => value.length >= 8).map((secret) => [secret.value, secret]));
  const repeated = [...values]
    .slice(0, mostValues)
    .flatMap(([value, secret]) =>
      [...matchRanges(text, valuesPattern([value]))].map(({ start }) => rangeOf(secret, start)),
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
