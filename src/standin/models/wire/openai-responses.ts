// Implements the wire format of OpenAI Responses.
import { makeUnderstand } from "./openai-responses-request.ts";
import { bearer, createdAt, error, overload, wrongKey } from "./openai.ts";
import { event, toJson, splitIntoParts, text, type Fields } from "./shape.ts";
import type { WireResponse, WireMessage, Understood, UsageCounts, VendorWireFormat } from "./wire.ts";

/** Stores its answers, like the vendor does by default, so that clients can refer to them by id. */
export function makeOpenaiResponses(): VendorWireFormat {
  const kept = new Map<string, Fields>();
  return {
    vendor: "openai-responses",
    caching: "automatic",
    base: "/v1",
    takes: (path) => path === "/v1/responses",
    key: bearer,
    wrongKey,
    understand: makeUnderstand(kept),
    answer: (understood, said, counts, nth) => answer(kept, understood, said, counts, nth),
    error,
    overload,
    overloadEvent: () =>
      event(
        {
          type: "error",
          sequence_number: 0,
          code: "server_is_overloaded",
          message: "Our servers are currently overloaded. Please try again later.",
          param: null,
        },
        "error",
      ),
  };
}

function answer(
  kept: Map<string, Fields>,
  understood: Understood,
  said: WireMessage,
  counts: UsageCounts,
  nth: number,
): WireResponse {
  const items = itemsOf(said, nth);
  if (understood.raw["store"] !== false) for (const item of items) kept.set(text(item["id"]), item);
  const isShort = said.ends === "length";
  const response = { id: `resp_${nth}`, object: "response", created_at: createdAt, model: understood.model };
  const begun = { ...response, status: "in_progress", error: null, incomplete_details: null, output: [], usage: null };
  const whole = {
    ...response,
    status: isShort ? "incomplete" : "completed",
    error: null,
    incomplete_details: isShort ? { reason: "max_output_tokens" } : null,
    output: items,
    usage: usageOf(counts),
  };
  let number = 0;
  const named = (data: Fields) => event({ ...data, sequence_number: number++ }, text(data["type"]));
  const opening = [
    named({ type: "response.created", response: begun }),
    named({ type: "response.in_progress", response: begun }),
  ];
  const events = items.map(itemEvents);
  const last = events.at(-1);
  const middle = [
    ...events.slice(0, -1).flatMap(({ growing, done }) => [...growing, ...done]),
    ...(last?.growing ?? []),
  ];
  const closing = [...(last?.done ?? []), { type: `response.${whole.status}`, response: whole }];
  return { body: whole, opening, middle: middle.map(named), closing: closing.map(named) };
}

function itemsOf(said: WireMessage, nth: number): Fields[] {
  const status = said.ends === "length" ? "incomplete" : "completed";
  const part =
    said.ends === "refusal"
      ? { type: "refusal", refusal: said.text ?? "" }
      : { type: "output_text", text: said.text ?? "", annotations: [], logprobs: [] };
  const message = { type: "message", id: `msg_${nth}`, status, role: "assistant", content: [part] };
  const calls = said.calls.map((call, at) => ({
    type: "function_call",
    id: `fc_${nth}_${at}`,
    call_id: `call_${nth}_${at}`,
    name: call.name,
    arguments: toJson(call.input),
    status,
  }));
  return said.text === null ? calls : [message, ...calls];
}

interface ItemEvents {
  growing: Fields[];
  done: Fields[];
}

function itemEvents(item: Fields, at: number): ItemEvents {
  const where = { item_id: item["id"], output_index: at };
  const inner = item["type"] === "message" ? messageEvents(item, where) : callEvents(item, where);
  const empty = item["type"] === "message" ? { content: [] } : { arguments: "" };
  return {
    growing: [
      { type: "response.output_item.added", output_index: at, item: { ...item, ...empty, status: "in_progress" } },
      ...inner.growing,
    ],
    done: [...inner.done, { type: "response.output_item.done", output_index: at, item }],
  };
}

function messageEvents(item: Fields, where: Fields): ItemEvents {
  const [part] = item["content"] as [Fields];
  const spot = { ...where, content_index: 0 };
  const isRefusal = part["type"] === "refusal";
  const name = isRefusal ? "response.refusal" : "response.output_text";
  const whole = text(isRefusal ? part["refusal"] : part["text"]);
  const empty = isRefusal ? { type: "refusal", refusal: "" } : { ...part, text: "" };
  return {
    growing: [
      { type: "response.content_part.added", ...spot, part: empty },
      ...splitIntoParts(whole).map((delta) => ({
        type: `${name}.delta`,
        ...spot,
        delta,
        ...(isRefusal ? {} : { logprobs: [] }),
      })),
    ],
    done: [
      { type: `${name}.done`, ...spot, ...(isRefusal ? { refusal: whole } : { text: whole, logprobs: [] }) },
      { type: "response.content_part.done", ...spot, part },
    ],
  };
}

function callEvents(item: Fields, where: Fields): ItemEvents {
  const whole = text(item["arguments"]);
  return {
    growing: splitIntoParts(whole).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...where,
      delta,
    })),
    done: [{ type: "response.function_call_arguments.done", ...where, arguments: whole }],
  };
}

function usageOf({ uncached, cacheReads, cacheWrites, output }: UsageCounts): Fields {
  const input = uncached + cacheReads + cacheWrites;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheReads },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}
