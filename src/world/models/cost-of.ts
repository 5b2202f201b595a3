// Computes the cost of a call from its usage.
import type { Price } from "../../findings/asking/asking.ts";
import type { ModelCost } from "../../model-cost.ts";
import type { Usage } from "./model.ts";

export const noUsage: Usage = { input: 0, cacheReads: 0, cacheWrites: 0, output: 0 };

export function costOf(usage: Usage, price: Price | null): ModelCost {
  return {
    tokensIn: usage.input,
    cacheReads: usage.cacheReads,
    cacheWrites: usage.cacheWrites,
    tokensOut: usage.output,
    money: price === null ? null : moneyFor(usage, price),
  };
}

function moneyFor(usage: Usage, price: Price): number {
  const millionths =
    usage.input * price.input +
    usage.cacheReads * price.cacheRead +
    usage.cacheWrites * price.cacheWrite +
    usage.output * price.output;
  return millionths / 1e6;
}

export function plus(some: Usage, more: Usage): Usage {
  return {
    input: some.input + more.input,
    cacheReads: some.cacheReads + more.cacheReads,
    cacheWrites: some.cacheWrites + more.cacheWrites,
    output: some.output + more.output,
  };
}

/** What was added to `before`; a vendor's downward correction gives nothing back. */
export function since(before: Usage, now: Usage): Usage {
  return {
    input: Math.max(0, now.input - before.input),
    cacheReads: Math.max(0, now.cacheReads - before.cacheReads),
    cacheWrites: Math.max(0, now.cacheWrites - before.cacheWrites),
    output: Math.max(0, now.output - before.output),
  };
}
