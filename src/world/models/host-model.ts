// The model of a coding agent that runs Crosscheck as a tool: questions wait for the agent, which answers them later.
import { createHash } from "node:crypto";
import { ModelFault } from "../../errors.ts";
import { jsonSchemaOf } from "./answer-schema.ts";
import { noUsage } from "./cost-of.ts";
import type { Model, ModelRequest } from "./model.ts";

/** A question that the agent has not answered yet, or whose answer was not accepted. */
export interface HostQuestion {
  id: string;
  unit: string;
  prompt: ModelRequest["prompt"];
  schema: Record<string, unknown>;
  tools: readonly { name: string; description: string; input: Record<string, unknown> }[];
  /** Why the answer before was not accepted; null: there was none. */
  complaint: string | null;
}

export interface HostAnswers {
  /** The agent, as in `host/claude-code`. */
  name: string;
  /** By question: its answers, in order. A second one replaces the first if that was not accepted. */
  answers: Readonly<Record<string, readonly string[]>>;
}

export interface HostModels {
  modelFor(unit: string): Model | null;
  open(): readonly HostQuestion[];
}

/** In tokens. An agent reads a question beside its own work, in parts of 30,000 characters. */
const budget = 40_000;
/** An agent has no price list, and its usage is not known here. */
const price = null;
/** A second opinion of the same model would be none, and what runs, runs in the first attempt alone. */
const others = ["second-opinion", "arbiter", "probe"];

/** `later`: units whose questions depend on all answers before. */
export function openHostModels({ name, answers }: HostAnswers, later: readonly string[]): HostModels {
  const waiting = new Map<string, HostQuestion>();
  const modelFor = (unit: string): Model => ({
    facts: { name, price, budget, tools: true },
    async converse(request, events) {
      const id = questionId(unit, request);
      const text = Object.hasOwn(answers, id) ? answers[id]![request.earlier.length] : undefined;
      events.began();
      if (text !== undefined) return { text, usage: noUsage, steps: 1 };
      if (waiting.size === 0 || !later.includes(unit)) waiting.set(id, questionOf(id, unit, request));
      throw new ModelFault(name, "unanswered", "");
    },
  });
  return {
    modelFor: (unit) => (others.includes(unit) ? null : modelFor(unit)),
    open: () => [...waiting.values()],
  };
}

function questionId(unit: string, { prompt, schema }: ModelRequest): string {
  const { instructions, shared, own } = prompt;
  const whole = JSON.stringify([unit, instructions, shared, own, schema]);
  return createHash("sha256").update(whole).digest("hex").slice(0, 12);
}

function questionOf(id: string, unit: string, { prompt, schema, tools, earlier }: ModelRequest): HostQuestion {
  return {
    id,
    unit,
    prompt,
    schema,
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description, input: jsonSchemaOf(tool.input) })),
    complaint: earlier.at(-1)?.complaint ?? null,
  };
}
