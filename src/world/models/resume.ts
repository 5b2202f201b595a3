// Resumes an interrupted run: answered questions come from the record, the rest are asked.
import type { ModelAnswer, Asker, Question } from "../../findings/asking/asking.ts";
import { questionHash } from "./question-hash.ts";
import type { CallRecord } from "./record.ts";
import { replayedAnswer, replayKey } from "./replay.ts";

/** Each recorded answer is used once. */
export function resumingAsker(calls: readonly CallRecord[], asker: Asker): Asker {
  if (calls.length === 0) return asker;
  const recorded = Map.groupBy(calls, (call) => replayKey(call.unit, call.hash));
  return {
    modelFor: asker.modelFor,
    async ask<T>(question: Question<T>, stop: AbortSignal): Promise<ModelAnswer<T>> {
      stop.throwIfAborted();
      const model = asker.modelFor(question.unit)?.name ?? "none";
      const call = recorded.get(replayKey(question.unit, questionHash(model, question)))?.shift();
      return call ? replayedAnswer<T>(call) : await asker.ask(question, stop);
    },
  };
}
