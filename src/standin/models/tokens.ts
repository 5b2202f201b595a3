// Counts tokens with one encoding for all vendors: consistent, not exact.
import { encode } from "gpt-tokenizer/encoding/o200k_base";

// A change's text may hold what a tokenizer takes for control marks; here it is text like any other.
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Encodes each text once: reviewers of one review send the same long texts again and again. */
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
 * Encoding takes time with the square of a run without a break, and hostile text has long ones. They are cut, always at
 * the same places from the start on, so that equal prefixes stay equal.
 */
function bearable(text: string): string[] {
  const ends = [...text.matchAll(/\S{500}|\s{500}/g)].map((run) => run.index + run[0].length);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}
