// Answers from the record without calling a model.
import { ModelFault } from "../../errors.ts";
import type { ModelAnswer, Asker, ModelFacts, Question } from "../../findings/asking/asking.ts";
import { questionHash } from "./question-hash.ts";
import type { CallRecord } from "./record.ts";

export function replayAsker(calls: readonly CallRecord[], modelFor: (unit: string) => ModelFacts | null): Asker {
  const recorded = Map.groupBy(calls, (call) => replayKey(call.unit, call.hash));
  return {
    modelFor,
    async ask<T>(question: Question<T>, stop: AbortSignal) {
      stop.throwIfAborted();
      const model = modelFor(question.unit)?.name ?? "none";
      const same = recorded.get(replayKey(question.unit, questionHash(model, question)));
      // Repeated questions get their answers in the recorded order, then the last one again.
      const call = same && same.length > 1 ? same.shift() : same?.[0];
      if (!call)
        throw new ModelFault(model, "not-recorded", `the record has no answer to this question of ${question.unit}`);
      return replayedAnswer<T>(call);
    },
  };
}

/** The recorded answer; a recorded failure fails again. */
export function replayedAnswer<T>({ model, cost, outcome }: CallRecord): ModelAnswer<T> {
  if (outcome.is === "failed") throw new ModelFault(model, outcome.fault, outcome.message, null, cost);
  return { value: outcome.value as T, model, cost };
}

export function replayKey(unit: string, hash: string): string {
  return `${hash} ${unit}`;
}
