// Defines the types of scripted models, the same for all vendors; `wire/` translates them.
export type SimulatedVendor = "anthropic" | "openai-responses" | "openai-chat" | "google";

/** A request, independent of its wire format. */
export interface ScriptedRequest {
  vendor: SimulatedVendor;
  model: string;
  /** All instruction text. */
  system: string;
  /** The conversation in order; tool calls and results included, as text. */
  turns: readonly { role: "user" | "assistant" | "tool"; text: string }[];
  /** Names of the tools offered. */
  tools: readonly string[];
  /** The JSON Schema of the answer; null without one. */
  schema: unknown;
  stream: boolean;
  /** The request's body as received. */
  body: unknown;
  /** The number of requests before it. */
  nth: number;
}

export type ScriptedReply =
  /** An answer in text; for structured output, JSON. */
  | { is: "text"; text: string }
  | { is: "json"; value: unknown }
  | { is: "calls"; calls: readonly { name: string; input: unknown }[] }
  /** The vendor's form of a refusal to answer. */
  | { is: "refusal"; text: string }
  /** Status 529, 503 or 429, depending on the vendor. */
  | {
      is: "overload";
      retryAfterSeconds?: number;
      /** Sent as an event in a stream that began normally, if the vendor does that and the request streams. */
      inStream?: true;
    }
  | { is: "error"; status: number; message: string }
  /**
   * The connection ends after this many characters of the answer: aborted, or with `quietly` closed normally, as a
   * proxy may do.
   */
  | { is: "cut"; text: string; after: number; quietly?: true }
  /** The answer ends at the length limit. */
  | { is: "length"; text: string }
  /** No response; with `after`, a streamed answer that stalls after this text. */
  | { is: "silence"; after?: string };

/** Decides the reply to each request. */
export type ModelScript = (asked: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>;

/** The usage of one request by the simulated cache. Only requests with an answer are counted. */
export interface Counted {
  /** The number of the request, as in `ScriptedRequest`. */
  nth: number;
  vendor: SimulatedVendor;
  model: string;
  uncached: number;
  cacheReads: number;
  cacheWrites: number;
  output: number;
}

export interface ModelStandin {
  /** The base URL of the vendor's API for its SDK. */
  url(vendor: SimulatedVendor): string;
  /** Every request so far. */
  asked: readonly ScriptedRequest[];
  counted: readonly Counted[];
  close(): Promise<void>;
}

export interface ModelStandinOptions {
  script: ModelScript;
  /** The accepted key. Others get 401, or the vendor's own error: Google's is 400 with API_KEY_INVALID. */
  key?: string;
  /**
   * Awaited between the first bytes of an answer and the rest, so that a test can act in between: the cache entries
   * exist from then on.
   */
  betweenFirstAndRest?(asked: ScriptedRequest): Promise<void>;
}
