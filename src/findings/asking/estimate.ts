// Estimates the tokens and cost of the reviewers before anything is spent.
import { mostParts } from "../../change/reading-depth.ts";
import type { Triage } from "../../change/triage.ts";
import { UserError } from "../../errors.ts";
import type { ModelFacts } from "./asking.ts";

export interface Estimate {
  /** Read and written, however much of it comes from a cache. */
  tokens: number;
  /** In dollars; null where no price is known of a model. */
  money: number | null;
}

export interface SpendingLimits {
  maxTokens?: number;
  maxCost?: number;
}

/** What is sent beside the change: instructions, the reviewer's own text, and what it looks up. */
const beside = 6_000;
/** What one answers. */
const answer = 2_000;
/** What the editor reads and answers: findings instead of the change. */
const editing = { read: 6_000, answer: 1_000 };
/** Of a budget; documents of the project, findings of checks and names of files take the rest. */
const shareOfChange = 0.75;

/** One model's first reviewer writes the cache, the others read it; a change past a budget is read in several calls. */
export function estimateCost(
  triage: Pick<Triage, "roster" | "tokens">,
  modelFor: (unit: string) => Pick<ModelFacts, "name" | "price" | "budget"> | null,
): Estimate {
  const begun = new Set<string>();
  let tokens = 0;
  let money: number | null = 0;
  for (const unit of triage.roster) {
    const model = modelFor(unit);
    if (model === null) continue;
    const room = Math.max(1, model.budget * shareOfChange);
    const parts = Math.min(mostParts, Math.ceil(triage.tokens / room) || 1);
    const read = Math.min(triage.tokens, parts * model.budget) + parts * beside;
    const { price } = model;
    tokens += read + parts * answer;
    if (price === null || money === null) money = null;
    else
      money +=
        (read * (begun.has(model.name) ? price.cacheRead : price.cacheWrite) + parts * answer * price.output) / 1e6;
    begun.add(model.name);
  }
  const editor = tokens === 0 ? null : modelFor("editor");
  if (editor === null) return { tokens, money };
  tokens += editing.read + editing.answer;
  if (editor.price === null || money === null) return { tokens, money: null };
  money += (editing.read * editor.price.input + editing.answer * editor.price.output) / 1e6;
  return { tokens, money };
}

export function stopBeforeOverspending(estimate: Estimate, limits: SpendingLimits): void {
  const { tokens, money } = estimate;
  if (limits.maxTokens !== undefined && tokens > limits.maxTokens)
    throw new UserError(
      `This review would take about ${tokens} tokens; the limit is ${limits.maxTokens}`,
      "Raise --max-tokens, or review a smaller range. No model was asked.",
    );
  if (limits.maxCost === undefined || tokens === 0) return;
  if (money === null)
    throw new UserError(
      `--max-cost was given, and the price of a model in use is not known`,
      "Give its price in your config (models: price:), or limit by --max-tokens. No model was asked.",
    );
  if (money > limits.maxCost)
    throw new UserError(
      `This review would cost about ${money.toFixed(2)} dollars; the limit is ${limits.maxCost}`,
      "Raise --max-cost, or review a smaller range. No model was asked.",
    );
}
