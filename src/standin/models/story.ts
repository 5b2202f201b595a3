// Types of scripted models, the same for all vendors; `wire/` translates them.
export type SimulatedVendor = "anthropic" | "openai-responses" | "openai-chat" | "google";

/** One request as it came, whatever its wire format. */
export interface ScriptedRequest {
  vendor: SimulatedVendor;
  model: string;
  /** All instruction text. */
  system: string;
  /** The conversation in order; tool calls and results included, as text. */
  turns: readonly { role: "user" | "assistant" | "tool"; text: string }[];
  /** Names of the tools offered. */
  tools: readonly string[];
  /** The JSON Schema that the answer must fit; null where none was asked for. */
  schema: unknown;
  stream: boolean;
  /** The request's body as it came. */
  body: unknown;
  /** How many came before it. */
  nth: number;
}

export type ScriptedReply =
  /** An answer in text; for structured output, JSON. */
  | { is: "text"; text: string }
  | { is: "json"; value: unknown }
  | { is: "calls"; calls: readonly { name: string; input: unknown }[] }
  /** As each vendor says that it will not answer. */
  | { is: "refusal"; text: string }
  /** 529, 503 or 429 as each vendor says it. */
  | {
      is: "overload";
      retryAfterSeconds?: number;
      /** Said as an event of an answer that began well, where the vendor does that and the request streams. */
      inStream?: true;
    }
  | { is: "error"; status: number; message: string }
  /**
   * The connection ends after so many characters of the answer: broken off, or with `quietly` as if it were over,
   * which is what a proxy in between can make of it.
   */
  | { is: "cut"; text: string; after: number; quietly?: true }
  /** Ends because the answer grew too long. */
  | { is: "length"; text: string }
  /** Nothing ever comes; with `after`, nothing more after these words of a streamed answer. */
  | { is: "silence"; after?: string };

/** What the story says to each request. */
export type ModelScript = (asked: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>;

/** What one request cost, as the imitated cache counted it. Only what began to be answered is counted. */
export interface Counted {
  /** Of the request, as in `Asked`. */
  nth: number;
  vendor: SimulatedVendor;
  model: string;
  uncached: number;
  cacheReads: number;
  cacheWrites: number;
  output: number;
}

export interface ModelStandin {
  /** Of the vendor's API, as its SDK wants it for `baseURL`. */
  url(vendor: SimulatedVendor): string;
  /** Every request so far. */
  asked: readonly ScriptedRequest[];
  counted: readonly Counted[];
  close(): Promise<void>;
}

export interface ModelStandinOptions {
  script: ModelScript;
  /** The key that it takes; others get 401, or what the vendor says instead: Google says 400 with API_KEY_INVALID. */
  key?: string;
  /**
   * Waits for this between the first bytes of an answer and the rest, so that a test can see what happens while one
   * answers: the imitated cache exists from those first bytes on.
   */
  betweenFirstAndRest?(asked: ScriptedRequest): Promise<void>;
}
