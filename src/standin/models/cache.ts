// Simulates prompt caching: usage is determined when a request arrives, and its cache entries exist once the first
// bytes of the answer were sent.
import { createHash } from "node:crypto";
import type { TokenMeter } from "./tokens.ts";

/** A part of a request's text, in the order in which the vendor reads it. */
export interface PromptPiece {
  text: string;
  /** The client marks the prefix up to here for caching. */
  breakpoint?: boolean;
  /** Part of the cache key, but not counted as text. */
  free?: boolean;
}

export interface CacheReading {
  uncached: number;
  cacheReads: number;
  cacheWrites: number;
  /** Call it when the first bytes of the answer were sent. */
  began(): void;
}

/** `marked`: Anthropic, where the client marks what is cached. `automatic`: OpenAI and Google. */
export type Caching = "marked" | "automatic";

export const minimumTokens = 1024;
export const blockTokens = 128;
/** The number of pieces before a breakpoint that are searched for existing cache entries. */
const lookback = 20;

interface Prefix {
  key: string;
  tokens: number;
  breakpoint: boolean;
}

export class PromptCache {
  readonly #kept = new Set<string>();
  readonly #tokens: TokenMeter;

  constructor(tokens: TokenMeter) {
    this.#tokens = tokens;
  }

  read(caching: Caching, model: string, pieces: readonly PromptPiece[]): CacheReading {
    const reading = caching === "marked" ? this.#marked(model, pieces) : this.#automatic(model, pieces);
    return {
      uncached: reading.uncached,
      cacheReads: reading.cacheReads,
      cacheWrites: reading.cacheWrites,
      began: () => {
        for (const key of reading.leaves) this.#kept.add(key);
      },
    };
  }

  #marked(model: string, pieces: readonly PromptPiece[]) {
    const prefixes = this.#prefixes(model, pieces);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const marked = prefixes.filter((prefix) => prefix.breakpoint && prefix.tokens >= minimumTokens);
    const readable = prefixes.filter((prefix, at) => this.#kept.has(prefix.key) && nearBreakpoint(prefixes, at));
    const cacheReads = readable.at(-1)?.tokens ?? 0;
    const upTo = Math.max(marked.at(-1)?.tokens ?? 0, cacheReads);
    return {
      cacheReads,
      cacheWrites: upTo - cacheReads,
      uncached: total - upTo,
      leaves: marked.map((prefix) => prefix.key),
    };
  }

  #automatic(model: string, pieces: readonly PromptPiece[]) {
    const blocks = this.#blocks(model, pieces);
    const missing = blocks.keys.findIndex((key) => !this.#kept.has(key));
    const found = (missing === -1 ? blocks.keys.length : missing) * blockTokens;
    const cacheReads = found >= minimumTokens ? found : 0;
    return { cacheReads, cacheWrites: 0, uncached: blocks.total - cacheReads, leaves: blocks.keys };
  }

  #prefixes(model: string, pieces: readonly PromptPiece[]): Prefix[] {
    const hash = createHash("sha256").update(model);
    let tokens = 0;
    return pieces.map((piece) => {
      hash.update(`\0${piece.text.length}\0${piece.text}`);
      tokens += piece.free ? 0 : this.#tokens.count(piece.text);
      return { key: hash.copy().digest("hex"), tokens, breakpoint: piece.breakpoint === true };
    });
  }

  /** One key per full block of tokens, for the whole prefix up to its end. */
  #blocks(model: string, pieces: readonly PromptPiece[]): { keys: string[]; total: number } {
    const hash = createHash("sha256").update(model);
    for (const piece of pieces) if (piece.free) hash.update(`\0${piece.text}`);
    const tokens = pieces.flatMap((piece) => (piece.free ? [] : this.#tokens.of(piece.text)));
    const keys: string[] = [];
    for (let end = blockTokens; end <= tokens.length; end += blockTokens) {
      hash.update(`\0${tokens.slice(end - blockTokens, end).join(",")}`);
      keys.push(hash.copy().digest("hex"));
    }
    return { keys, total: tokens.length };
  }
}

function nearBreakpoint(prefixes: readonly Prefix[], at: number): boolean {
  return prefixes.slice(at, at + lookback).some((prefix) => prefix.breakpoint);
}
