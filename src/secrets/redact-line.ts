// Redacts messages of services and programs: known values and everything that could be a secret.
import { findOwnSecrets, outputSource } from "./find-own-secrets.ts";
import { replaceRanges } from "./replace-ranges.ts";
import { redactValues } from "./redact-values.ts";

const tokens =
  /\b(?:gh[a-z]_[A-Za-z0-9_.-]{10,}|github_pat_\w{10,}|ey[\w-]{10,}\.[\w-]+\.[\w-]+|(?:sk|rk|pk)-[\w-]{12,}|AIza[\w-]{20,})|\b(bearer|basic|token(?= [\w.+/=-]{16})) (?!authentication\b)[\w.+/=-]{12,}/gi;
/** Longer texts are not searched for tokens, because the search is quadratic in the worst case. */
const mostSearched = 20_000;
/** No token is longer. The pattern would miss a token that is split. */
const longestToken = 4000;
const longestLine = 300;

export function redactTokens(text: string, values: Iterable<string>): string {
  return redactValues(text, values).replaceAll(tokens, (_, kind: string | undefined) => (kind ? `${kind} ***` : "***"));
}

/** The message as one short line without control characters, which could rewrite a terminal. */
export function redactLine(text: string, values: Iterable<string>): string {
  const line = redactFound(redactTokens(beginning(redactValues(text, values)), []))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}

function redactFound(text: string): string {
  const ranges = findOwnSecrets(text, outputSource).map(({ value, at }) => {
    const start = Math.max(text.indexOf(value, at), 0);
    return { start, end: start + value.length };
  });
  return replaceRanges(text, ranges, () => "***");
}

/** Cuts between words, so that no token is split. */
function beginning(text: string): string {
  if (text.length <= mostSearched) return text;
  const end = Math.max(text.lastIndexOf(" ", mostSearched), text.lastIndexOf("\n", mostSearched));
  return text.slice(0, Math.max(end, mostSearched - longestToken));
}
