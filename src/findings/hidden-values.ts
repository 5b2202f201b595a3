// The values that masked quotes hide: what must be repeated nowhere, neither to people nor to models.
import type { Quote } from "../change/change.ts";
import type { Report } from "./report.ts";

/** Shorter ones, and words without a digit, could be part of any text: those are masked on their line alone. */
const leastLength = 6;

/** What the mask left out: the mask is the text with the same value taken out once or several times. */
export function hiddenBy({ text, masked = text }: Quote): string | null {
  const parts = masked.split("…");
  const gaps = parts.length - 1;
  const length = (text.length - (masked.length - gaps)) / gaps;
  const start = parts[0]!.length;
  const value = text.slice(start, start + length);
  const fits = gaps > 0 && Number.isInteger(length) && parts.join(value) === text;
  return fits && value.length >= leastLength && /\d/.test(value) ? value : null;
}

/** Takes out of a text what the findings of these reports hide. */
export function coverOf(reports: readonly Report[]): (text: string) => string {
  const quotes = reports.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence));
  const hidden = quotes.filter(({ masked }) => masked !== undefined).flatMap((quote) => hiddenBy(quote) ?? []);
  const longestFirst = [...new Set(hidden)].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((covered, secret) => covered.replaceAll(secret, "…"), text);
}
