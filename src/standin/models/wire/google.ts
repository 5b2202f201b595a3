// Implements the wire format of Gemini: `generateContent` and `streamGenerateContent`.
import { parseGoogleRequest } from "./google-request.ts";
import { event, parsed, splitIntoParts, type Fields } from "./shape.ts";
import { isAnswer } from "./wire.ts";
import type { WireResponse, ErrorAnswer, WireMessage, Understood, UsageCounts, VendorWireFormat } from "./wire.ts";

const statuses: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const stops: Record<WireMessage["ends"], string> = {
  done: "STOP",
  calls: "STOP",
  refusal: "SAFETY",
  length: "MAX_TOKENS",
};

export const googleWire: VendorWireFormat = {
  vendor: "google",
  caching: "automatic",
  base: "/v1beta",
  takes: (path) => /^\/v1beta\/models\/[^/:]+:(streamGenerateContent|generateContent)$/.test(path),
  key: ({ headers, query }) => headers["x-goog-api-key"]?.toString() ?? query.get("key") ?? undefined,
  wrongKey,
  understand: parseGoogleRequest,
  answer,
  error,
  overload: () => error(503, "The model is overloaded. Please try again later."),
  overloadEvent: () => event(error(503, "The model is overloaded. Please try again later.").body),
};

function error(status: number, message: string): ErrorAnswer {
  return { status, body: { error: { code: status, message, status: statuses[status] ?? "UNKNOWN" } } };
}

/** Google answers 400 with the reason in the details. */
function wrongKey(): ErrorAnswer {
  const details = [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    },
  ];
  const message = "API key not valid. Please pass a valid API key.";
  return { status: 400, body: { error: { code: 400, message, status: "INVALID_ARGUMENT", details } } };
}

function answer(understood: Understood, said: WireMessage, counts: UsageCounts, nth: number): WireResponse {
  const pieces = partsOf(understood, said, nth);
  const usageMetadata = usageOf(counts);
  const common = { modelVersion: understood.model, responseId: `resp_${nth}` };
  const candidate = (given: readonly Fields[], ending: Fields = {}) => ({
    candidates: [{ content: { parts: given, role: "model" }, index: 0, ...ending }],
    usageMetadata,
    ...common,
  });
  const ending = endingOf(said);
  return {
    body: candidate(pieces, ending),
    opening: [event(candidate([{ text: "" }]))],
    middle: pieces.flatMap(streamed).map((part) => event(candidate([part]))),
    closing: [event(candidate([{ text: "" }], ending))],
  };
}

function endingOf({ ends, text }: WireMessage): Fields {
  if (ends !== "refusal") return { finishReason: stops[ends] };
  return {
    finishReason: stops[ends],
    finishMessage: text,
    safetyRatings: [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true }],
  };
}

/** Text is sent in parts, a call as a whole. */
function streamed(part: Fields): Fields[] {
  return typeof part["text"] === "string" ? splitIntoParts(part["text"]).map((some) => ({ text: some })) : [part];
}

function partsOf({ answerTool }: Understood, said: WireMessage, nth: number): Fields[] {
  const calls = said.calls.map((call, at) => callPart(`call_${nth}_${at}`, call.name, call.input, at));
  // A blocked answer has no content.
  if (said.text === null || said.ends === "refusal") return calls;
  const whole = parsed(said.text);
  if (answerTool !== null && isAnswer(said))
    // A call is complete or missing.
    return whole === undefined ? [] : [callPart(`call_${nth}_answer`, answerTool, whole, 0), ...calls];
  return [{ text: said.text }, ...calls];
}

/** The first call of an answer is signed; newer models require the signature back. */
function callPart(id: string, name: string, args: unknown, at: number): Fields {
  return { functionCall: { id, name, args }, ...(at === 0 ? { thoughtSignature: "c3RhbmRpbg==" } : {}) };
}

function usageOf({ uncached, cacheReads, cacheWrites, output }: UsageCounts): Fields {
  const input = uncached + cacheReads + cacheWrites;
  return {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    ...(cacheReads > 0
      ? { cachedContentTokenCount: cacheReads, cacheTokensDetails: [{ modality: "TEXT", tokenCount: cacheReads }] }
      : {}),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: input }],
  };
}
