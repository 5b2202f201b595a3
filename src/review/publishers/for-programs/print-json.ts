import { plainJson } from "../../words/text.ts";

/** JSON that any reader takes: half a surrogate pair, which some refuse with the whole file, becomes the replacement character. */
export function printJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => (typeof inner === "string" ? inner.toWellFormed() : inner),
    2,
  );
  return `${plainJson(text)}\n`;
}
