// Recovers the secrets that redacted quotes hide, so that they can be redacted in other texts.
import { matchRanges, replaceRanges, valuesPattern } from "./replace-ranges.ts";

export interface RedactableQuote {
  text: string;
  masked?: string;
}

/** Shorter values, and words without a digit, could occur in any text, so they are redacted on their line only. */
const shortest = 6;

export function quotedSecrets(quotes: readonly RedactableQuote[]): string[] {
  return [...new Set(quotes.flatMap((quote) => quotedSecret(quote) ?? []))];
}

/** `masked` is the text with one value replaced by an ellipsis, once or several times. */
export function quotedSecret({ text, masked = text }: RedactableQuote): string | null {
  const parts = masked.split("…");
  const gaps = parts.length - 1;
  const length = (text.length - (masked.length - gaps)) / gaps;
  const start = parts[0]!.length;
  const value = text.slice(start, start + length);
  const fits = gaps > 0 && Number.isInteger(length) && parts.join(value) === text;
  return fits && value.length >= shortest && /\d/.test(value) ? value : null;
}

export function replaceSecrets(text: string, values: readonly string[]): string {
  if (values.length === 0) return text;
  return replaceRanges(text, matchRanges(text, valuesPattern(values)), () => "…");
}
