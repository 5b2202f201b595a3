// A run that was broken off goes on: what was answered then is answered from the record, the rest is asked.
import type { ModelAnswer, Asker, Question } from "../../findings/asking/asking.ts";
import { questionHash } from "./question-hash.ts";
import type { CallRecord } from "./record.ts";
import { replayedAnswer, replayKey } from "./replay.ts";

/** Each answer once: a question that is asked more often than it was then is asked anew. */
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
