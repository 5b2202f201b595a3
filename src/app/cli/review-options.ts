// Translates the options of `crosscheck review`.
import { UserError } from "../../errors.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { ReviewOptions } from "../../review-change.ts";
import { textOption, type Input } from "./commands/command.ts";

export function reviewOptions(input: Input): ReviewOptions {
  const request = textOption(input, "request");
  const profile = textOption(input, "profile") as "strict" | "balanced" | "minimal" | undefined;
  const mode = textOption(input, "mode") as "standard" | "enhanced" | undefined;
  const maxTokens = numberOption(input, "maxTokens", "--max-tokens");
  const maxCost = numberOption(input, "maxCost", "--max-cost");
  return {
    ...(request !== undefined && { request }),
    ...(profile !== undefined && { profile }),
    ...(mode !== undefined && { mode }),
    fullPass: input.options["fullPass"] === true,
    secondOpinion: input.options["secondOpinion"] === true || input.options["codex"] === true,
    ignoreConfig: input.options["config"] === false,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
  };
}

/** The spending limits among them. */
export function limitsOf({ maxCost, maxTokens }: ReviewOptions): SpendingLimits {
  return { ...(maxCost !== undefined && { maxCost }), ...(maxTokens !== undefined && { maxTokens }) };
}

function numberOption(input: Input, name: string, flag: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new UserError(`${flag} takes a number, not "${text}"`, `Give it as in ${flag} 100000.`);
  return number;
}
