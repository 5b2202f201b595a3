// Answers from the record, with no model call: the same review again (REV-10).
import { ModelFault } from "../../errors.ts";
import type { Asker, ModelFacts, Question } from "../../findings/asking/asking.ts";
import { questionHash } from "./question-hash.ts";
import type { CallRecord } from "./record.ts";

export function replayAsker(calls: readonly CallRecord[], modelFor: (unit: string) => ModelFacts | null): Asker {
  const recorded = Map.groupBy(calls, (call) => keyOf(call.unit, call.hash));
  return {
    modelFor,
    async ask<T>(question: Question<T>, stop: AbortSignal) {
      stop.throwIfAborted();
      const model = modelFor(question.unit)?.name ?? "none";
      const same = recorded.get(keyOf(question.unit, questionHash(model, question)));
      // Asked twice in the same words, it was answered twice: in the order of then, and the last one from there on.
      const call = same && same.length > 1 ? same.shift() : same?.[0];
      if (!call)
        throw new ModelFault(model, "not-recorded", `the record has no answer to this question of ${question.unit}`);
      if (call.outcome.is === "failed") throw failedAsThen(call.model, call.cost, call.outcome);
      return { value: call.outcome.value as T, model: call.model, cost: call.cost };
    },
  };
}

function failedAsThen(
  model: string,
  cost: CallRecord["cost"],
  { fault, message }: Extract<CallRecord["outcome"], { is: "failed" }>,
): ModelFault {
  return new ModelFault(model, fault, message, null, cost);
}

function keyOf(unit: string, hash: string): string {
  return `${hash} ${unit}`;
}
