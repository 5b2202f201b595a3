// No key leaves in a message, a record or a log: neither those in use nor what has the look of one.
import { withoutForms } from "../secret-forms.ts";

/** Shorter values are no keys; taking them out would only garble the text. */
const shortestKey = 6;
const keyLike = /\b(?:sk|rk|pk)-[\w-]{12,}|\bAIza[\w-]{20,}|\b(bearer|basic) [\w.+/=-]{12,}/gi;
const longestLine = 300;

/** The text without the keys, otherwise as it is. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const inUse = keys.filter((key) => key.length >= shortestKey);
  return withoutForms(text, inUse).replaceAll(keyLike, (_, kind: string | undefined) => (kind ? `${kind} ***` : "***"));
}

/** For messages: what vendors, servers and programs say in one short line that no terminal obeys. */
export function oneLineWithoutKeys(text: string, keys: readonly string[]): string {
  const line = withoutKeys(text.slice(0, 20_000), keys)
    // Control and format characters can rewrite the terminal or the order in which it is read.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
