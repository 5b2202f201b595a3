// What models cost and how much they can read, from the list beside this file or from the user's own settings.
import type { ModelSettings } from "../../change/config.ts";
import type { Price } from "../../findings/asking/asking.ts";
import list from "./prices.json" with { type: "json" };

interface Listed extends Price {
  /** How much it can read and write in one conversation, in tokens. */
  window: number;
}

const models: Readonly<Record<string, Readonly<Record<string, Listed>>>> = list.models;

/** The day on which the list was made. */
export const pricesDate: string = list.date;

/** Under a name with a date or the like behind it: the same model. Under any other longer name: another one. */
const sameModel = /^(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-preview(?:-[\w-]+)?|-\d{3})?$/;

/** Where a change is larger, it is split (TRI-9). Longer prompts cost more for each token, and are read less well. */
const usualBudget = 100_000;
/** Servers at home start models with a small window, and drop without a word what is past it. */
const cautiousBudget = 16_000;

/** Null: nobody knows, and only tokens are counted. `use` as in the settings: `vendor/name`. */
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
  if (window !== undefined) return Math.min(usualBudget, Math.floor(window / 2));
  return use.startsWith("compatible/") ? cautiousBudget : usualBudget;
}

function listed(use: string): Listed | undefined {
  const slash = use.indexOf("/");
  const known = Object.entries(models[use.slice(0, slash)] ?? {});
  const id = use.slice(slash + 1);
  return known
    .filter(([prefix]) => id.startsWith(prefix) && sameModel.test(id.slice(prefix.length)))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}
