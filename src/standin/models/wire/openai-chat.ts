// Implements the wire format of OpenAI Chat Completions and compatible servers.
import { parseOpenaiChatRequest } from "./openai-chat-request.ts";
import { bearer, createdAt, error, overload, wrongKey } from "./openai.ts";
import { event, objectFields, toJson, splitIntoParts, type Fields } from "./shape.ts";
import type { WireResponse, WireMessage, Understood, UsageCounts, VendorWireFormat } from "./wire.ts";

const stops: Record<WireMessage["ends"], string> = {
  done: "stop",
  calls: "tool_calls",
  refusal: "stop",
  length: "length",
};

export const openaiChat: VendorWireFormat = {
  vendor: "openai-chat",
  caching: "automatic",
  base: "/v1",
  takes: (path) => path === "/v1/chat/completions",
  key: bearer,
  wrongKey,
  understand: parseOpenaiChatRequest,
  answer,
  error,
  overload,
  overloadEvent: () => event(overload().body),
};

function answer(understood: Understood, said: WireMessage, counts: UsageCounts, nth: number): WireResponse {
  const calls = said.calls.map((call, at) => ({
    id: `call_${nth}_${at}`,
    type: "function",
    function: { name: call.name, arguments: toJson(call.input) },
  }));
  const refuses = said.ends === "refusal";
  const message = {
    role: "assistant",
    content: refuses ? null : said.text,
    refusal: refuses ? said.text : null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const common = {
    id: `chatcmpl-${nth}`,
    created: createdAt,
    model: understood.model,
    system_fingerprint: "fp_standin",
  };
  const usage = usageOf(counts);
  const chunk = (delta: Fields, finish: string | null = null) =>
    event({
      ...common,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    });
  const field = refuses ? "refusal" : "content";
  return {
    body: {
      ...common,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: stops[said.ends] }],
      usage,
    },
    opening: [chunk({ role: "assistant", content: calls.length > 0 ? null : "", refusal: null })],
    middle: [
      ...splitIntoParts(said.text ?? "").map((part) => chunk({ [field]: part })),
      ...calls.flatMap((call, index) => callDeltas(call, index).map((delta) => chunk({ tool_calls: [delta] }))),
    ],
    closing: [
      chunk({}, stops[said.ends]),
      ...(wantsUsage(understood) ? [event({ ...common, object: "chat.completion.chunk", choices: [], usage })] : []),
      "data: [DONE]\n\n",
    ],
  };
}

function wantsUsage(understood: Understood): boolean {
  return objectFields(understood.raw["stream_options"])["include_usage"] === true;
}

function callDeltas(call: { id: string; type: string; function: { name: string; arguments: string } }, index: number) {
  return [
    { index, id: call.id, type: call.type, function: { name: call.function.name, arguments: "" } },
    ...splitIntoParts(call.function.arguments).map((part) => ({ index, function: { arguments: part } })),
  ];
}

function usageOf({ uncached, cacheReads, cacheWrites, output }: UsageCounts): Fields {
  const input = uncached + cacheReads + cacheWrites;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheReads, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
