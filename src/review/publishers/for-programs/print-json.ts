// Prints JSON without lone surrogates.
import { plainJson } from "../../words/text.ts";

/** JSON that every parser accepts: a lone surrogate, which makes some reject the whole file, becomes U+FFFD. */
export function printJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => (typeof inner === "string" ? inner.toWellFormed() : inner),
    2,
  );
  return `${plainJson(text)}\n`;
}
