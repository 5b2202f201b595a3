// A review must not become the next place where a leaked secret stands. One finding masks it; another may quote the
// same line for a reason of its own, and the diff shows it too. Nothing that is shown or posted holds what any quote masks.
import type { Quote } from "../change/change.ts";
import type { Finding } from "../findings/finding.ts";
import { hiddenBy } from "../findings/hidden-values.ts";
import type { Draft } from "./draft.ts";

/** The hidden value is covered wherever it occurs; a line that is masked once is masked always, should the value be too short for that. */
export function safeDraft(draft: Draft): Draft {
  const covered = withoutSecrets(draft);
  const masked = covered.judged.flatMap(({ finding }) => finding.evidence.filter((one) => one.masked !== undefined));
  if (masked.length === 0) return covered;
  const judged = covered.judged.map((one) => ({
    ...one,
    finding: {
      ...one.finding,
      evidence: one.finding.evidence.map((quote) => maskedLike(quote, masked)) as Finding["evidence"],
    },
  }));
  return { ...covered, judged };
}

function maskedLike(quote: Quote, masked: readonly Quote[]): Quote {
  if (quote.masked !== undefined) return quote;
  const same = masked.find((one) => overlap(one, quote));
  if (!same) return quote;
  return { ...quote, masked: same.start === quote.start && same.end === quote.end ? same.masked! : "…" };
}

function overlap(a: Quote, b: Quote): boolean {
  return a.path === b.path && a.side === b.side && a.start <= b.end && b.start <= a.end;
}

/** The draft without what its masked quotes hide. */
function withoutSecrets(draft: Draft): Draft {
  const secrets = [...new Set(maskedQuotes(draft).flatMap((quote) => hiddenBy(quote) ?? []))].toSorted(
    (a, b) => b.length - a.length,
  );
  if (secrets.length === 0) return draft;
  const cover = (text: string) => secrets.reduce((covered, secret) => covered.replaceAll(secret, "…"), text);
  return eachText(draft, cover);
}

export function maskedQuotes({ judged }: Draft): Quote[] {
  return judged.flatMap(({ finding }) => finding.evidence.filter((quote) => quote.masked !== undefined));
}

/** Every text of a value, changed; keys stay. */
export function eachText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => eachText(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, eachText(inner, change)])) as T;
}
