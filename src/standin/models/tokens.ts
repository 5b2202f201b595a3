// Counts tokens with one encoding for all vendors: consistent, not exact.
import { encode } from "gpt-tokenizer/encoding/cl100k_base";

// A change may contain text that looks like a tokenizer's special tokens; it is encoded as plain text.
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Encodes each text once, because the reviewers of a review send the same long texts. */
export class TokenMeter {
  readonly #known = new Map<string, readonly number[]>();

  of(text: string): readonly number[] {
    const known = this.#known.get(text);
    if (known) return known;
    const tokens = bearable(text).flatMap((part) => encode(part, asText));
    this.#known.set(text, tokens);
    return tokens;
  }

  count(text: string): number {
    return this.of(text).length;
  }
}

/**
 * Encoding is quadratic in the length of a run without a break, and hostile text has long ones. Runs are split at fixed
 * positions from the start, so that equal prefixes stay equal.
 */
function bearable(text: string): string[] {
  const ends = [...text.matchAll(/\S{500}|\s{500}/g)].map((run) => run.index + run[0].length);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}
