// Defines the interface of a vendor's wire format; the server does the rest.
import type { IncomingHttpHeaders } from "node:http";
import type { Caching, PromptPiece } from "../cache.ts";
import type { ScriptedRequest, SimulatedVendor } from "../story.ts";
import { toJson, parsed, type Fields } from "./shape.ts";

/** A received HTTP request. */
export interface Received {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Undefined if it is not JSON. */
  body: unknown;
}

/** A valid request. */
export interface Understood extends Pick<
  ScriptedRequest,
  "model" | "system" | "turns" | "tools" | "schema" | "stream"
> {
  /** The text that is counted and cached. */
  pieces: readonly PromptPiece[];
  /** The tool that must be called to answer, if the schema was sent as a tool; otherwise null. */
  answerTool: string | null;
  /** The body, known to be an object. */
  raw: Fields;
}

/** The model's message. */
export interface WireMessage {
  /** Null if only tools are called. */
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

/** An answer in both forms. */
export interface WireResponse {
  /** Not streamed. */
  body: unknown;
  /** Streamed in three parts: after the first the cache entries exist; a cut answer lacks the last. */
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
  /** The path of the API after the host. */
  base: string;
  takes(path: string): boolean;
  key(received: Received): string | undefined;
  wrongKey(): ErrorAnswer;
  /** Throws `Rejected`. */
  understand(received: Received): Understood;
  answer(understood: Understood, said: WireMessage, usage: UsageCounts, nth: number): WireResponse;
  error(status: number, message: string, param?: string | null): ErrorAnswer;
  overload(): ErrorAnswer;
  /** The overload event in a stream; null if the vendor has none. */
  overloadEvent(): string | null;
}

/** The vendor would refuse the request. */
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

/**
 * If a model lacks structured output, or lacks it together with tools, the SDKs send the schema as a tool of this name.
 */
export function isAnswerTool(name: string): boolean {
  return /^json(_\d+)?$/.test(name);
}

/**
 * Whether the text is sent as a call of the answer tool: valid JSON, or JSON that was truncated by the length limit.
 */
export function isAnswer({ text, ends }: WireMessage): boolean {
  if (text === null || ends === "refusal") return false;
  return isSendable(parsed(text)) || (ends === "length" && /^\s*[[{]/.test(text));
}

/** False for undefined, and for JSON nested too deeply to be serialised. */
function isSendable(value: unknown): boolean {
  try {
    return value !== undefined && toJson(value) !== "";
  } catch {
    return false;
  }
}
