// Looks up the price and context size of a model in the bundled list or the user's settings.
import type { ModelSettings } from "../../change/config.ts";
import type { Price } from "../../findings/asking/asking.ts";
import list from "./prices.json" with { type: "json" };

interface Listed extends Price {
  /** Context size of one conversation, in tokens. */
  window: number;
}

const models: Readonly<Record<string, Readonly<Record<string, Listed>>>> = list.models;

/** The date of the list. */
export const pricesDate: string = list.date;

/** A name with a date suffix is the same model; any other longer name is a different one. */
const sameModel = /^(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-preview(?:-[\w-]+)?|-\d{3})?$/;

/** A larger change is split. Longer prompts cost more per token and are read less well. */
const usualBudget = 100_000;
/** Local servers start models with a small context and silently drop the rest. */
const cautiousBudget = 16_000;

/** Null if unknown; then only tokens are counted. `use` as in the settings: `vendor/name`. */
export function priceOf(use: string, settings: Pick<ModelSettings, "price"> = {}): Price | null {
  const own = settings.price;
  if (own)
    return {
      input: own.input,
      output: own.output,
      cacheRead: own.cacheRead ?? own.input,
      cacheWrite: own.cacheWrite ?? own.input,
    };
  const found = listed(use);
  if (!found) return null;
  const { window: _, ...price } = found;
  return price;
}

export function budgetOf(use: string, settings: Pick<ModelSettings, "budget"> = {}): number {
  if (settings.budget !== undefined) return settings.budget;
  const window = listed(use)?.window;
  if (window !== undefined) return budgetWithin(window);
  return use.startsWith("compatible/") ? cautiousBudget : usualBudget;
}

/** The budget within a context of this size; instructions, lookups and the answer need the rest. */
export function budgetWithin(window: number): number {
  return Math.min(usualBudget, Math.floor(window / 2));
}

function listed(use: string): Listed | undefined {
  const slash = use.indexOf("/");
  const known = Object.entries(models[use.slice(0, slash)] ?? {});
  const id = use.slice(slash + 1);
  return known
    .filter(([prefix]) => id.startsWith(prefix) && sameModel.test(id.slice(prefix.length)))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}
