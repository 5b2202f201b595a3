// Classifies every API failure as one of the kinds that a review knows.
import { ModelFault, type ModelFaultKind } from "../../errors.ts";
import { redactLine } from "../../secrets/redact-line.ts";

export interface FaultPlace {
  model: string;
  /** Redacted in messages. */
  keys: readonly string[];
  /** Whether the answer had begun. */
  began: boolean;
}

/** Errors of the AI SDK and `fetch`, recognised by shape: the SDK is loaded late, and streams pass plain objects. */
interface Thrown {
  name?: unknown;
  message?: unknown;
  statusCode?: unknown;
  responseHeaders?: unknown;
  responseBody?: unknown;
  code?: unknown;
  type?: unknown;
  cause?: unknown;
}

const deepest = 5;

export function classifyModelFault(error: unknown, place: FaultPlace): ModelFault {
  if (error instanceof ModelFault) return error;
  const chain = causes(error);
  const kind = kindOf(chain, place.began);
  const waits = chain.map(retryAfter).find((ms) => ms !== null) ?? null;
  return new ModelFault(place.model, kind, saying(chain, place.keys), waits);
}

function causes(error: unknown): Thrown[] {
  const chain: Thrown[] = [];
  let next = typeof error === "string" ? { message: error } : error;
  while (typeof next === "object" && next !== null && chain.length < deepest) {
    chain.push(next);
    next = (next as Thrown).cause;
  }
  return chain;
}

function kindOf(chain: readonly Thrown[], began: boolean): ModelFaultKind {
  const status = chain.map(({ statusCode }) => statusCode).find((code) => typeof code === "number");
  // Google's way of rejecting a key.
  if (chain.some(({ responseBody }) => String(responseBody).includes("API_KEY_INVALID"))) return "unauthorised";
  if (typeof status === "number" && status >= 300) return kindOfStatus(status);
  const words = chain.flatMap(({ code, type }) => [code, type]).join(" ");
  if (/overloaded|rate_?limit|resource_exhausted|unavailable/i.test(words)) return "overloaded";
  if (chain.some(isUnfinished)) return "cut-off";
  if (chain.some(isBroken)) return began ? "cut-off" : "unreachable";
  return "failed";
}

function kindOfStatus(status: number): ModelFaultKind {
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 429 || status === 503 || status === 529) return "overloaded";
  // A proxy reports that no upstream is available.
  if (status === 502 || status === 504) return "unreachable";
  return "failed";
}

/** The connection was closed cleanly, but the answer is incomplete. */
function isUnfinished({ name, message }: Thrown): boolean {
  if (name === "AI_NoOutputGeneratedError") return true;
  return name === "AI_InvalidResponseDataError" && /without a finish reason/.test(String(message));
}

/** The connection failed or broke. */
function isBroken({ name, message, code }: Thrown): boolean {
  if (typeof code === "string" && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
  if (name === "TypeError" && (message === "terminated" || message === "fetch failed")) return true;
  return typeof message === "string" && message.startsWith("Cannot connect to API");
}

/** The deepest cause is the most specific: "fetch failed" because of "connect ECONNREFUSED 127.0.0.1:11434". */
function saying(chain: readonly Thrown[], keys: readonly string[]): string {
  // A truncated answer has a success status; the deepest cause tells why.
  const answered = chain.find(({ statusCode }) => typeof statusCode === "number" && statusCode >= 300);
  const source = answered ?? chain.findLast(({ message }) => typeof message === "string" && message !== "");
  const status = typeof answered?.statusCode === "number" ? `${answered.statusCode}: ` : "";
  const message = typeof source?.message === "string" && source.message !== "" ? source.message : "no reason was given";
  return redactLine(`${status}${message}`, keys);
}

function retryAfter({ responseHeaders, responseBody }: Thrown): number | null {
  const headers = (responseHeaders ?? {}) as Readonly<Record<string, unknown>>;
  const exact = Number.parseFloat(String(headers["retry-after-ms"]));
  if (exact >= 0) return exact;
  const seconds = Number.parseFloat(String(headers["retry-after"]));
  if (seconds >= 0) return seconds * 1_000;
  // Google puts it in the body.
  const delay =
    typeof responseBody === "string" ? /"retryDelay":\s*"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(responseBody) : null;
  return delay ? Number.parseFloat(delay[1]!) * 1_000 : null;
}
