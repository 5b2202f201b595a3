// Asks a model a question with everything common to all models: budget, cache warm-up, retries, validation with one
// repair round, and recording.
import { createHash } from "node:crypto";
import { ModelFault } from "../../errors.ts";
import type { Asker, AskProgress, Question } from "../../findings/asking/asking.ts";
import { jsonSchemaOf } from "./answer-schema.ts";
import { openCall, type ModelCall } from "./call.ts";
import type { Model, ModelReply, ModelRequest } from "./model.ts";
import { questionHash } from "./question-hash.ts";
import { parseModelAnswer } from "./read-answer.ts";
import type { CallRecord, SpendingBudget, Recorder } from "./record.ts";
import { redactLine } from "../../secrets/redact-line.ts";
import { openWarmUp, type WarmUp } from "./warm-up.ts";

export interface AskSetup {
  modelFor(unit: string): Model | null;
  recorder: Recorder;
  purse: SpendingBudget;
  onProgress(progress: AskProgress): void;
  clock: {
    now(): number;
    /** Throws the signal's reason when aborted. */
    sleep(ms: number, stop: AbortSignal): Promise<void>;
  };
  /** Redacts the keys in use from full records. */
  redact?(text: string): string;
}

const mostRetries = 2;
const firstWait = 1_000;
const longestWait = 60_000;

export function openAsker(setup: AskSetup): Asker {
  const warmUp = openWarmUp();
  return {
    modelFor: (unit) => setup.modelFor(unit)?.facts ?? null,
    async ask(question, stop) {
      const model = setup.modelFor(question.unit);
      if (!model) throw new ModelFault("none", "failed", `no model is set for ${question.unit}`);
      const call = openCall(question, model.facts, setup);
      const at = setup.clock.now();
      const result = await answer({ question, model, call, setup, warmUp, stop }).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      call.tell("ended");
      await setup.recorder.keep(recordOf(question, model, call, setup, at, result, stop));
      if ("error" in result) throw withCost(result.error, call);
      return { value: result.value, model: model.facts.name, cost: call.cost() };
    },
  };
}

/** Failed calls cost money too. */
function withCost(error: unknown, call: ModelCall): unknown {
  if (!(error instanceof ModelFault)) return error;
  return new ModelFault(error.model, error.fault, error.message, error.retryAfterMs, call.cost());
}

interface Asking<T> {
  question: Question<T>;
  model: Model;
  call: ModelCall;
  setup: AskSetup;
  warmUp: WarmUp;
  stop: AbortSignal;
}

async function answer<T>(asking: Asking<T>): Promise<T> {
  const { question, model, call, setup, warmUp, stop } = asking;
  // A server that echoes its key must not get it into a review.
  const clean = setup.redact ?? ((text: string) => text);
  setup.purse.before(model.facts.name);
  const prefix = prefixOf(model.facts.name, question);
  const turn = await warmUp.turn(prefix, () => call.tell("waiting"), stop);
  try {
    // Waiting for others does not count against its time limit.
    const deadline = setup.clock.now() + timeLimit(asking);
    const began = () => warmUp.began(prefix);
    const first = await converse(asking, [], deadline, began);
    const reading = parseModelAnswer(clean(first.text), question);
    if (reading.is === "value") return reading.value;
    const complaint = `Your answer was not accepted:\n${reading.complaint}\nGive all of it again, corrected, in the form that was asked for, and nothing else.`;
    const second = await converse(asking, [{ answer: first.text, complaint }], deadline, began);
    const repaired = parseModelAnswer(clean(second.text), question);
    if (repaired.is === "value") return repaired.value;
    throw new ModelFault(model.facts.name, repaired.is, line(setup, repaired.complaint));
  } finally {
    if (turn === "first") warmUp.ended(prefix);
  }
}

/** Retries while the vendor is busy or unreachable, within the time limit. */
async function converse<T>(
  asking: Asking<T>,
  earlier: ModelRequest["earlier"],
  deadline: number,
  began: () => void,
): Promise<ModelReply> {
  const { call, setup, stop } = asking;
  for (let retries = 0; ; retries++) {
    try {
      return await converseOnce(asking, earlier, deadline, began);
    } catch (error) {
      const wait = retries < mostRetries ? waitFor(error, retries) : null;
      if (wait === null || setup.clock.now() + wait >= deadline) throw error;
      call.tell("waiting");
      await setup.clock.sleep(wait, stop);
    }
  }
}

async function converseOnce<T>(
  asking: Asking<T>,
  earlier: ModelRequest["earlier"],
  deadline: number,
  began: () => void,
): Promise<ModelReply> {
  const { question, model, call, setup, stop } = asking;
  const { prompt, schema, limits, trees } = question;
  stop.throwIfAborted();
  setup.purse.before(model.facts.name);
  const ms = deadline - setup.clock.now();
  if (ms <= 0) throw new ModelFault(model.facts.name, "timeout", `no answer within ${timeLimit(asking)} ms`);
  call.tell(earlier.length > 0 ? "repairing" : "started");
  const events = call.listen(began);
  const request = {
    prompt,
    schema: jsonSchemaOf(schema),
    tools: call.tools,
    earlier,
    limits: { ...limits, ms },
    ...(trees && { trees }),
  };
  const reply = await model.converse(request, events, stop);
  call.answers.push(reply.text);
  events.settle(reply);
  return reply;
}

function timeLimit({ question, model }: Pick<Asking<unknown>, "question" | "model">): number {
  return model.facts.timeoutMs ?? question.limits.ms;
}

/** Null: retrying is pointless. */
function waitFor(error: unknown, retries: number): number | null {
  if (!(error instanceof ModelFault)) return null;
  if (error.fault !== "overloaded" && error.fault !== "unreachable") return null;
  return Math.min(error.retryAfterMs ?? firstWait * 2 ** retries, longestWait);
}

/** The prompt prefix that a vendor can have cached. */
function prefixOf(model: string, { prompt }: Question<unknown>): string {
  return createHash("sha256")
    .update(JSON.stringify([model, prompt.instructions, prompt.shared]))
    .digest("hex");
}

function recordOf(
  question: Question<unknown>,
  model: Model,
  call: ModelCall,
  setup: AskSetup,
  at: number,
  result: { value: unknown } | { error: unknown },
  stop: AbortSignal,
): CallRecord {
  const { name } = model.facts;
  return {
    unit: question.unit,
    model: name,
    hash: questionHash(name, question),
    cost: call.cost(),
    steps: call.steps(),
    ms: setup.clock.now() - at,
    at,
    outcome: "value" in result ? { is: "answered", value: result.value } : failure(result.error, setup, stop),
    bodies: setup.recorder.full ? bodiesOf(question, call, setup) : null,
  };
}

function failure(error: unknown, setup: AskSetup, stop: AbortSignal): CallRecord["outcome"] {
  if (error instanceof ModelFault) return { is: "failed", fault: error.fault, message: line(setup, error.message) };
  if (stop.aborted) return { is: "failed", fault: "failed", message: "it was stopped" };
  return {
    is: "failed",
    fault: "failed",
    message: line(setup, error instanceof Error ? error.message : String(error)),
  };
}

function bodiesOf({ prompt }: Question<unknown>, call: ModelCall, setup: AskSetup): CallRecord["bodies"] {
  const clean = (text: string) => setup.redact?.(text) ?? text;
  return {
    prompt: { instructions: clean(prompt.instructions), shared: clean(prompt.shared), own: clean(prompt.own) },
    answers: call.answers.map(clean),
  };
}

function line(setup: AskSetup, text: string): string {
  return redactLine(setup.redact?.(text) ?? text, []);
}
