// Tracks one running call: usage, answers and progress events.
import type { AskProgress, Question, Tool } from "../../findings/asking/asking.ts";
import type { ModelCost } from "../../model-cost.ts";
import { costOf, noUsage, plus, since } from "./cost-of.ts";
import type { Model, ModelEvents, ModelReply, Usage } from "./model.ts";
import type { SpendingBudget } from "./record.ts";

export interface ModelCall {
  answers: string[];
  cost(): ModelCost;
  steps(): number;
  tell(is: AskProgress["is"]): void;
  /** For one conversation of the call; `settle` adds what the reply reports beyond its last step. */
  listen(began: () => void): ModelEvents & { settle(reply: ModelReply): void };
  /** The same tools, reporting each lookup. */
  tools: readonly Tool[];
}

export function openCall(
  { unit, tools }: Pick<Question<unknown>, "unit" | "tools">,
  { name, price }: Model["facts"],
  { purse, onProgress }: { purse: SpendingBudget; onProgress(progress: AskProgress): void },
): ModelCall {
  let used = noUsage;
  let steps = 0;
  let state: AskProgress["is"] = "started";
  const cost = () => costOf(used, price);
  function tell(is: AskProgress["is"]): void {
    state = is;
    onProgress({ unit, model: name, is, cost: cost(), steps });
  }

  function listen(began: () => void): ReturnType<ModelCall["listen"]> {
    let before = noUsage;
    let stepsBefore = 0;
    function count(usage: Usage, now: number): void {
      const more = since(before, usage);
      if (now === stepsBefore && tokens(more) === 0) return;
      used = plus(used, more);
      steps += Math.max(0, now - stepsBefore);
      before = usage;
      stepsBefore = now;
      tell(state);
      purse.spend(name, costOf(more, price));
    }
    return {
      began() {
        began();
        tell("writing");
      },
      used: count,
      settle: (reply) => count(reply.usage, reply.steps),
    };
  }

  return {
    answers: [],
    cost,
    steps: () => steps,
    tell,
    listen,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input: tool.input,
      async run(input, stop) {
        tell("reading");
        return await tool.run(input, stop);
      },
    })),
  };
}

function tokens(usage: Usage): number {
  return usage.input + usage.cacheReads + usage.cacheWrites + usage.output;
}
