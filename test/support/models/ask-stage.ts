// A stage for stories about questions: what is recorded and told is kept, and time passes only while somebody waits.
// For tests.
import { z } from "zod";
import type { ModelSettings } from "../../../src/change/config.ts";
import type { Asker, AskProgress, Question } from "../../../src/findings/asking/asking.ts";
import { openApiModel } from "../../../src/world/models/api-model.ts";
import { openAsker } from "../../../src/world/models/ask.ts";
import type { Model } from "../../../src/world/models/model.ts";
import { openSpendingBudget, type BudgetLimits } from "../../../src/world/models/spending-budget.ts";
import type { CallRecord } from "../../../src/world/models/record.ts";
import { redactTokens } from "../../../src/secrets/redact-line.ts";

export const stageKey = "sk-stage-0123456789abcdef";

const answerSchema = z.strictObject({ findings: z.array(z.strictObject({ path: z.string(), line: z.int() })) });
export type StageAnswer = z.output<typeof answerSchema>;

export interface Stage {
  asker: Asker;
  model: Model;
  calls: CallRecord[];
  told: AskProgress[];
  /** How long was waited between attempts, in order. */
  waits: number[];
}

export interface StageOptions extends Partial<ModelSettings> {
  /** Of the server. */
  url: string;
  limits?: BudgetLimits;
  full?: boolean;
  noKey?: true;
}

export function stage({ url, limits = {}, full = false, noKey, ...settings }: StageOptions): Stage {
  const calls: CallRecord[] = [];
  const told: AskProgress[] = [];
  const waits: number[] = [];
  let now = 1_000_000;
  const env = noKey ? {} : { STAGE_KEY: stageKey };
  const model = openApiModel(
    { use: "anthropic/claude-sonnet-4-5", baseUrl: url, key: "STAGE_KEY", ...settings },
    { env },
  );
  const asker = openAsker({
    modelFor: (unit) => (unit === "nobody" ? null : model),
    recorder: { full, keep: async (call) => void calls.push(call) },
    purse: openSpendingBudget(limits, { repositoryThisMonth: 0, thisMonth: 0 }),
    onProgress: (progress) => void told.push(progress),
    clock: {
      now: () => now,
      async sleep(ms, stop) {
        stop.throwIfAborted();
        waits.push(ms);
        now += ms;
      },
    },
    redact: (text) => redactTokens(text, [stageKey]),
  });
  return { asker, model, calls, told, waits };
}

export function stageQuestion(other: Partial<Question<StageAnswer>> = {}): Question<StageAnswer> {
  return {
    unit: "code-reviewer",
    prompt: { instructions: "Review.", shared: "The change.", own: "Look for bugs." },
    tools: [],
    schema: answerSchema,
    limits: { steps: 4, outputTokens: 1_000, ms: 20_000 },
    ...other,
  };
}
