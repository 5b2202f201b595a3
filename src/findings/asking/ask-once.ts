// Asks a model one question without tools and reports what it took.
import { ModelFault } from "../../errors.ts";
import type { Report } from "../report.ts";
import type { Asker, Question } from "./asking.ts";

export type OnceAnswer<T> = { report: Report } & (
  | { is: "answer"; by: string; value: T }
  | { is: "fault"; message: string }
);

/** A model that fails is a report like any other; whoever holds a clock says how long it took. */
export async function askOnce<T>(question: Question<T>, asker: Asker, stop: AbortSignal): Promise<OnceAnswer<T>> {
  const empty = { unit: question.unit, by: "reviewer" as const, findings: [], verdicts: [], read: [], ms: 0 };
  try {
    const { value, model, cost } = await asker.ask(question, stop);
    return { is: "answer", by: model, value, report: { ...empty, status: "ran", model, cost } };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    const { model, fault, message, cost } = error;
    const why = { kind: "model-failed", model, fault, message } as const;
    return { is: "fault", message, report: { ...empty, ...(cost && { cost }), status: "failed", model, why } };
  }
}
