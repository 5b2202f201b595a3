// Tests whether a model answers, for `crosscheck models`.
import { z } from "zod";
import { ModelFault, type ModelFaultKind } from "../../errors.ts";
import { jsonSchemaOf } from "./answer-schema.ts";
import type { Model, ModelRequest } from "./model.ts";
import { parseModelAnswer } from "./read-answer.ts";
import { redactLine } from "../../secrets/redact-line.ts";

export type ModelTrial =
  | { works: true; ms: number; reply: string }
  | { works: false; fault: ModelFaultKind; message: string };

const schema = z.strictObject({ ok: z.boolean() });

const request: ModelRequest = {
  prompt: { instructions: "Answer in JSON.", shared: "", own: 'Say that you are there: {"ok": true}' },
  schema: jsonSchemaOf(schema),
  tools: [],
  earlier: [],
  // Some models use reasoning tokens even for this.
  limits: { steps: 1, outputTokens: 2_000, ms: 60_000 },
};

export async function tryModel(model: Model, stop: AbortSignal): Promise<ModelTrial> {
  const start = performance.now();
  try {
    const { timeoutMs = request.limits.ms } = model.facts;
    const limits = { ...request.limits, ms: timeoutMs };
    const { text } = await model.converse({ ...request, limits }, { began() {}, used() {} }, stop);
    const reading = parseModelAnswer(text, { schema, fromText });
    if (reading.is !== "value") return { works: false, fault: reading.is, message: redactLine(text, []) };
    return { works: true, ms: Math.round(performance.now() - start), reply: redactLine(text, []) };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return { works: false, fault: error.fault, message: error.message };
  }
}

/** Programs wrap the answer in a sentence. */
function fromText(text: string): z.output<typeof schema> | null {
  return /"ok":\s*true/.test(text) ? { ok: true } : null;
}
