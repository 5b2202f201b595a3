// Handles one model request: key, parsing, usage, and the scripted reply.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PromptCache, CacheReading } from "./cache.ts";
import { drop, end, sendError, sendWhole, write } from "./send.ts";
import type { ScriptedRequest, Counted, ScriptedReply, ModelStandinOptions } from "./story.ts";
import type { TokenMeter } from "./tokens.ts";
import { toJson, parsed } from "./wire/shape.ts";
import {
  Rejected,
  type WireResponse,
  type Received,
  type WireMessage,
  type Understood,
  type VendorWireFormat,
} from "./wire/wire.ts";

export interface ModelServer {
  options: ModelStandinOptions;
  wires: readonly VendorWireFormat[];
  tokens: TokenMeter;
  cache: PromptCache;
  asked: ScriptedRequest[];
  counted: Counted[];
}

/** One request in progress. */
interface Exchange {
  serving: ModelServer;
  wire: VendorWireFormat;
  understood: Understood;
  asked: ScriptedRequest;
  reading: CacheReading;
  response: ServerResponse;
}

export async function serveModelRequest(
  serving: ModelServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receive(request);
  const wire = serving.wires.find(({ takes }) => takes(received.path));
  if (!wire || request.method !== "POST") {
    sendError(response, { status: 404, body: { error: { message: `Not found: ${received.path}` } } });
    return;
  }
  const { key } = serving.options;
  if (key !== undefined && wire.key(received) !== key) {
    sendError(response, wire.wrongKey());
    return;
  }
  const understood = understand(wire, received);
  if (understood instanceof Rejected) {
    sendError(response, wire.error(understood.status, understood.message, understood.param));
    return;
  }
  // Determined on arrival: entries added while the script runs do not count.
  const reading = serving.cache.read(wire.caching, understood.model, understood.pieces);
  const asked = askedOf(wire, understood, received.body, serving.asked.length);
  serving.asked.push(asked);
  const reply = await serving.options.script(asked);
  await perform({ serving, wire, understood, asked, reading, response }, reply);
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  return {
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: parsed(Buffer.concat(chunks).toString("utf8")),
  };
}

function understand(wire: VendorWireFormat, received: Received): Understood | Rejected {
  try {
    return wire.understand(received);
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
}

function askedOf(wire: VendorWireFormat, understood: Understood, body: unknown, nth: number): ScriptedRequest {
  const { model, system, turns, tools, schema, stream } = understood;
  return { vendor: wire.vendor, model, system, turns, tools, schema, stream, body, nth };
}

async function perform(exchange: Exchange, reply: ScriptedReply): Promise<void> {
  const { wire, response, understood } = exchange;
  switch (reply.is) {
    case "error":
      sendError(response, wire.error(reply.status, reply.message));
      return;
    case "overload":
      await overload(exchange, reply);
      return;
    case "silence":
      // Held open until the client or the stand-in closes it.
      if (reply.after === undefined || !understood.stream) return;
      await begin(exchange, { text: reply.after, calls: [], ends: "length" });
      return;
    case "cut":
      await cutShort(exchange, reply);
      return;
    default:
      await answer(exchange, saidBy(reply));
  }
}

function saidBy(reply: Exclude<ScriptedReply, { is: "error" | "overload" | "silence" | "cut" }>): WireMessage {
  switch (reply.is) {
    case "json":
      return { text: toJson(reply.value), calls: [], ends: "done" };
    case "calls":
      return { text: null, calls: reply.calls, ends: "calls" };
    case "text":
      return { text: reply.text, calls: [], ends: "done" };
    case "refusal":
    case "length":
      return { text: reply.text, calls: [], ends: reply.is };
  }
}

async function overload(
  { wire, response, understood }: Exchange,
  reply: ScriptedReply & { is: "overload" },
): Promise<void> {
  const event = reply.inStream && understood.stream ? wire.overloadEvent() : null;
  if (event !== null) {
    await write(response, [event]);
    end(response);
    return;
  }
  const { retryAfterSeconds: seconds } = reply;
  const said = wire.overload();
  sendError(response, seconds === undefined ? said : { ...said, headers: { "retry-after": String(seconds) } });
}

/** Sends the first bytes, creates the cache entries, and waits if requested. */
async function begin(exchange: Exchange, said: WireMessage): Promise<WireResponse> {
  const { serving, wire, understood, asked, reading, response } = exchange;
  const { uncached, cacheReads, cacheWrites } = reading;
  const output = serving.tokens.count((said.text ?? "") + said.calls.map((call) => toJson(call)).join(""));
  const counts = { uncached, cacheReads, cacheWrites, output };
  serving.counted.push({ nth: asked.nth, vendor: wire.vendor, model: understood.model, ...counts });
  const whole = wire.answer(understood, said, counts, asked.nth);
  if (!understood.stream) return whole;
  await write(response, whole.opening, reading.began);
  await serving.options.betweenFirstAndRest?.(asked);
  await write(response, whole.middle);
  return whole;
}

async function answer(exchange: Exchange, said: WireMessage): Promise<void> {
  const whole = await begin(exchange, said);
  if (exchange.understood.stream) {
    await write(exchange.response, whole.closing);
    end(exchange.response);
    return;
  }
  await sendBody(exchange, toJson(whole.body));
}

async function sendBody(exchange: Exchange, body: string, upTo = body.length): Promise<void> {
  const { serving, asked, reading, response } = exchange;
  await sendWhole(response, body, upTo, async () => {
    reading.began();
    await serving.options.betweenFirstAndRest?.(asked);
  });
}

async function cutShort(exchange: Exchange, reply: ScriptedReply & { is: "cut" }): Promise<void> {
  const { stream } = exchange.understood;
  const text = stream ? reply.text.slice(0, reply.after) : reply.text;
  const whole = await begin(exchange, { text, calls: [], ends: "length" });
  if (!stream) {
    const body = toJson(whole.body);
    // Cuts at the given character of the answer, if the body contains the answer as one string.
    const start = body.indexOf(JSON.stringify(text).slice(1, -1));
    const cut = start === -1 ? Math.floor(body.length / 2) : start + reply.after;
    await sendBody(exchange, body, Math.min(cut, body.length - 1));
  }
  if (reply.quietly && stream) end(exchange.response);
  else drop(exchange.response);
}
