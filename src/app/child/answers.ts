// What the process that asks models says of answers is held to its form here, and each answer once more to the schema of
// its question: nothing of it is taken that a model could not have been allowed to say.
import * as z from "zod";
import { ModelFault, modelFaults } from "../../errors.ts";
import type { Asker, ModelFacts } from "../../findings/asking/asking.ts";
import type { Answer } from "./messages.ts";

const cost = z.strictObject({
  tokensIn: z.number(),
  cacheReads: z.number(),
  cacheWrites: z.number(),
  tokensOut: z.number(),
  money: z.number().nullable(),
});
const answer = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("answered"), value: z.unknown(), model: z.string().max(300), cost }),
  z.strictObject({
    is: z.literal("unanswered"),
    model: z.string().max(300),
    fault: z.enum(modelFaults),
    message: z.string(),
    cost: cost.nullable(),
  }),
]);

/** Throws for what is none. */
export function readAnswer(said: unknown): Answer {
  return answer.parse(said);
}

/** Asks nobody: gives what was answered, in the order in which it was asked. */
export function answeredAsker(answers: readonly Answer[], model: string | null): Asker {
  const left = answers.values();
  const facts: ModelFacts | null = model === null ? null : { name: model, price: null, budget: 0, tools: false };
  return {
    modelFor: () => facts,
    async ask(question) {
      const next = left.next().value;
      if (next === undefined) throw new ModelFault(model ?? "none", "failed", "it was not asked");
      if (next.is === "unanswered") throw new ModelFault(next.model, next.fault, next.message, null, next.cost);
      const checked = question.schema.safeParse(next.value);
      if (checked.success) return { value: checked.data, model: next.model, cost: next.cost };
      throw new ModelFault(next.model, "wrong-shape", "its answer is not what was asked for", null, next.cost);
    },
  };
}
