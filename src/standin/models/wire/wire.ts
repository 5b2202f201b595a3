// The interface of a vendor's wire format; the server does the rest.
import type { IncomingHttpHeaders } from "node:http";
import type { Caching, PromptPiece } from "../cache.ts";
import type { ScriptedRequest, SimulatedVendor } from "../story.ts";
import { toJson, parsed, type Fields } from "./shape.ts";

/** What came over HTTP. */
export interface Received {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Undefined where it was no JSON. */
  body: unknown;
}

/** A request that the vendor would take. */
export interface Understood extends Pick<
  ScriptedRequest,
  "model" | "system" | "turns" | "tools" | "schema" | "stream"
> {
  /** The text that is paid for and cached. */
  pieces: readonly PromptPiece[];
  /** The tool that must be called to answer, where the schema came as a tool. */
  answerTool: string | null;
  /** The body, which is known to be an object by now. */
  raw: Fields;
}

/** What the model says, when it says anything. */
export interface WireMessage {
  /** Null where only tools are called. */
  text: string | null;
  calls: readonly { name: string; input: unknown }[];
  ends: "done" | "calls" | "refusal" | "length";
}

export interface UsageCounts {
  uncached: number;
  cacheReads: number;
  cacheWrites: number;
  output: number;
}

/** An answer in both of its forms. */
export interface WireResponse {
  /** Not streamed. */
  body: unknown;
  /** Streamed, in three parts: after the first the cache exists; a cut answer lacks the last. */
  opening: readonly string[];
  middle: readonly string[];
  closing: readonly string[];
}

export interface ErrorAnswer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface VendorWireFormat {
  vendor: SimulatedVendor;
  caching: Caching;
  /** Of the API, after the host. */
  base: string;
  takes(path: string): boolean;
  key(received: Received): string | undefined;
  wrongKey(): ErrorAnswer;
  /** Throws `Rejected`. */
  understand(received: Received): Understood;
  answer(understood: Understood, said: WireMessage, usage: UsageCounts, nth: number): WireResponse;
  error(status: number, message: string, param?: string | null): ErrorAnswer;
  overload(): ErrorAnswer;
  /** The event that says it in the middle of a stream; null where the vendor has none. */
  overloadEvent(): string | null;
}

/** The vendor would not take the request. */
export class Rejected extends Error {
  readonly status: number;
  readonly param: string | null;

  constructor(message: string, param: string | null = null, status = 400) {
    super(message);
    this.name = "Rejected";
    this.status = status;
    this.param = param;
  }
}

/** Where a model has no structured output, or not beside tools, the SDKs make the schema a tool of this name. */
export function isAnswerTool(name: string): boolean {
  return /^json(_\d+)?$/.test(name);
}

/** A model that must answer by a tool calls it, unless it was scripted to talk. */
export function isAnswer({ text, ends }: WireMessage): boolean {
  if (text === null || ends === "refusal") return false;
  return isSendable(parsed(text)) || (ends === "length" && /^\s*[[{]/.test(text));
}

/** Undefined is no JSON; and what is nested deeper than can be written again stays the text that it was. */
function isSendable(value: unknown): boolean {
  try {
    return value !== undefined && toJson(value) !== "";
  } catch {
    return false;
  }
}
