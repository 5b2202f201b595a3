// Computes the key under which a recorded answer is found.
import { createHash } from "node:crypto";
import type { Question } from "../../findings/asking/asking.ts";
import { jsonSchemaOf } from "./answer-schema.ts";

/** Hash of the whole prompt and the model. */
export function questionHash(model: string, question: Pick<Question<unknown>, "prompt" | "schema" | "tools">): string {
  const { instructions, shared, own } = question.prompt;
  const tools = question.tools.map((tool) => [tool.name, tool.description]);
  const parts = [model, instructions, shared, own, jsonSchemaOf(question.schema), tools];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
