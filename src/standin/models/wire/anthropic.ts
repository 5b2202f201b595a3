// Implements the wire format of Anthropic Messages: `POST /v1/messages`.
import { parseAnthropicRequest } from "./anthropic-request.ts";
import { event, isFields, toJson, parsed, splitIntoParts, type Fields } from "./shape.ts";
import { isAnswer } from "./wire.ts";
import type { WireResponse, ErrorAnswer, WireMessage, Understood, UsageCounts, VendorWireFormat } from "./wire.ts";

const types: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const stops: Record<WireMessage["ends"], string> = {
  done: "end_turn",
  calls: "tool_use",
  refusal: "refusal",
  length: "max_tokens",
};

export const anthropicWire: VendorWireFormat = {
  vendor: "anthropic",
  caching: "marked",
  base: "/v1",
  takes: (path) => path === "/v1/messages",
  key: ({ headers }) => headers["x-api-key"]?.toString() ?? headers.authorization?.replace(/^Bearer /, ""),
  wrongKey: () => error(401, "invalid x-api-key"),
  understand: parseAnthropicRequest,
  answer,
  error,
  overload: () => error(529, "Overloaded"),
  overloadEvent: () => event(errorBody("overloaded_error", "Overloaded"), "error"),
};

function error(status: number, message: string): ErrorAnswer {
  return { status, body: errorBody(types[status] ?? "api_error", message) };
}

function errorBody(type: string, message: string): Fields {
  return { type: "error", error: { type, message }, request_id: "req_standin" };
}

interface Block {
  type: "text" | "tool_use";
  /** The block of a complete answer. */
  whole: Fields;
  /** The block at its start in a stream. */
  empty: Fields;
  deltas: readonly Fields[];
}

function answer(understood: Understood, said: WireMessage, counts: UsageCounts, nth: number): WireResponse {
  const blocks = blocksOf(understood, said, nth);
  const usage = usageOf(counts);
  const asTool = blocks.some((block) => block.type === "tool_use");
  const stop = {
    stop_reason: asTool && said.ends === "done" ? "tool_use" : stops[said.ends],
    stop_sequence: null,
    ...(said.ends === "refusal" ? { stop_details: { type: "refusal", category: null, explanation: said.text } } : {}),
  };
  const message = { id: `msg_${nth}`, type: "message", role: "assistant", model: understood.model };
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  return {
    body: { ...message, content: blocks.map((block) => block.whole), ...stop, usage },
    opening: [named({ type: "message_start", message: start })],
    middle: [named({ type: "ping" }), ...blocks.flatMap(blockEvents)],
    closing: [
      ...(blocks.length > 0 ? [blockStop(blocks.length - 1)] : []),
      named({ type: "message_delta", delta: stop, usage }),
      named({ type: "message_stop" }),
    ],
  };
}

function named(data: Fields): string {
  return event(data, String(data["type"]));
}

function blockStop(index: number): string {
  return named({ type: "content_block_stop", index });
}

/** Leaves the last block open: its end belongs to the end of the answer. */
function blockEvents(block: Block, index: number): string[] {
  return [
    ...(index > 0 ? [blockStop(index - 1)] : []),
    named({ type: "content_block_start", index, content_block: block.empty }),
    ...block.deltas.map((delta) => named({ type: "content_block_delta", index, delta })),
  ];
}

function blocksOf({ answerTool }: Understood, said: WireMessage, nth: number): Block[] {
  const calls = said.calls.map((call, at) => toolBlock(`toolu_${nth}_${at}`, call.name, toJson(call.input)));
  if (said.text === null || said.text === "") return calls;
  if (answerTool !== null && isAnswer(said)) return [toolBlock(`toolu_${nth}_answer`, answerTool, said.text), ...calls];
  return [textBlock(said.text), ...calls];
}

function textBlock(whole: string): Block {
  return {
    type: "text",
    whole: { type: "text", text: whole },
    empty: { type: "text", text: "" },
    deltas: splitIntoParts(whole).map((part) => ({ type: "text_delta", text: part })),
  };
}

function toolBlock(id: string, name: string, input: string): Block {
  const value = parsed(input);
  return {
    type: "tool_use",
    // Truncated JSON is not repaired: the input is empty.
    whole: { type: "tool_use", id, name, input: value === undefined ? {} : value },
    empty: { type: "tool_use", id, name, input: {} },
    deltas: ["", ...splitIntoParts(isFields(value) && Object.keys(value).length === 0 ? "" : input)].map((part) => ({
      type: "input_json_delta",
      partial_json: part,
    })),
  };
}

function usageOf({ uncached, cacheReads, cacheWrites, output }: UsageCounts): Fields {
  return {
    input_tokens: uncached,
    cache_creation_input_tokens: cacheWrites,
    cache_read_input_tokens: cacheReads,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrites, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: "standard",
  };
}
