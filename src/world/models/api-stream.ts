// Reduces a stream of the AI SDK to an answer or a fault.
import type { LanguageModelUsage, TextStreamPart, ToolSet } from "ai";
import { ModelFault, type ModelFaultKind } from "../../errors.ts";
import { noUsage, plus } from "./cost-of.ts";
import type { ModelEvents, ModelReply, Usage } from "./model.ts";
import { redactLine } from "../../secrets/redact-line.ts";
import type { Vendor } from "./vendors/vendor.ts";

type Part = TextStreamPart<ToolSet>;
type Finish = Extract<Part, { type: "finish-step" }>;

/** Longer than any valid answer. */
const longestText = 4_000_000;

export interface StreamListener extends ModelEvents {
  model: string;
  keys: readonly string[];
  vendor: Pick<Vendor, "begins" | "usageIn">;
}

/** An answer as far as it has come. */
interface SoFar {
  text: string;
  /** Usage of finished steps. */
  usage: Usage;
  steps: number;
  /** Usage of the current step so far. */
  underWay: Usage | null;
  finish: Finish | null;
  broken: { by: unknown } | null;
}

export async function readStream(stream: AsyncIterable<Part>, listening: StreamListener): Promise<ModelReply> {
  const soFar: SoFar = { text: "", usage: noUsage, steps: 0, underWay: null, finish: null, broken: null };
  try {
    for await (const part of stream) take(part, soFar, listening);
    if (soFar.broken) throw soFar.broken.by;
    return ended(soFar, listening);
  } catch (error) {
    // Input tokens are paid even if nothing comes of it.
    if (soFar.underWay) listening.used(plus(soFar.usage, soFar.underWay), soFar.steps + 1);
    throw error;
  }
}

function take(part: Part, soFar: SoFar, listening: StreamListener): void {
  if (showsBeginning(part, listening)) listening.began();
  switch (part.type) {
    case "raw":
      soFar.underWay = listening.vendor.usageIn(part.rawValue) ?? soFar.underWay;
      break;
    case "start-step":
      soFar.text = "";
      break;
    case "text-delta":
      soFar.text += part.text;
      if (soFar.text.length > longestText)
        throw new ModelFault(listening.model, "too-long", `more than ${longestText} characters`);
      break;
    case "finish-step":
      finishStep(part, soFar, listening);
      break;
    case "error":
      // Continues reading, because the cost can come later.
      soFar.broken ??= { by: part.error };
      break;
    case "abort":
      throw new ModelFault(listening.model, "failed", "it was stopped");
    default:
  }
}

function finishStep(part: Finish, soFar: SoFar, listening: StreamListener): void {
  const usage = part.usage.inputTokens === undefined ? (soFar.underWay ?? noUsage) : usageOf(part.usage);
  soFar.finish = part;
  soFar.steps += 1;
  soFar.usage = plus(soFar.usage, usage);
  soFar.underWay = null;
  listening.used(soFar.usage, soFar.steps);
}

function ended({ finish, text, usage, steps }: SoFar, { model, keys }: StreamListener): ModelReply {
  if (finish === null) throw new ModelFault(model, "cut-off", "the connection ended before the answer did");
  const wrong = wrongEnd(finish, text, steps);
  if (wrong) throw new ModelFault(model, wrong.kind, redactLine(wrong.message, keys));
  return { text, usage, steps };
}

function showsBeginning(part: Part, { vendor }: StreamListener): boolean {
  if (part.type === "raw") return vendor.begins(part.rawValue);
  return part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-call";
}

type WrongEnd = { kind: ModelFaultKind; message: string };

function wrongEnd({ finishReason, rawFinishReason }: Finish, text: string, steps: number): WrongEnd | null {
  switch (finishReason) {
    case "length":
      return { kind: "too-long", message: "it reached the limit of its answer" };
    case "content-filter":
      return { kind: "refused", message: text.trim() === "" ? (rawFinishReason ?? "no reason was given") : text };
    case "interrupted":
      return { kind: "cut-off", message: "the stream ended before the answer did" };
    case "tool-calls":
      return { kind: "too-many-steps", message: `no answer after ${steps} steps` };
    case "error":
      // Without a finish reason the answer may be incomplete.
      return rawFinishReason === undefined
        ? { kind: "cut-off", message: "the stream ended before the answer did" }
        : { kind: "failed", message: `it ended with ${rawFinishReason}` };
    case "other":
      return text.trim() === "" ? { kind: "failed", message: `it ended with ${rawFinishReason ?? "nothing"}` } : null;
    case "stop":
      return null;
  }
}

export function usageOf(usage: LanguageModelUsage): Usage {
  const { cacheReadTokens: cacheReads = 0, cacheWriteTokens: cacheWrites = 0, noCacheTokens } = usage.inputTokenDetails;
  const input = noCacheTokens ?? Math.max(0, (usage.inputTokens ?? 0) - cacheReads - cacheWrites);
  return { input, cacheReads, cacheWrites, output: usage.outputTokens ?? 0 };
}
