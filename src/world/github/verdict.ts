// Classifies GitHub's answers: pure, and the only place that knows how GitHub refuses.

/** One HTTP exchange: an answer, or none. */
export type VerdictReply = DecisiveReply | { is: "none"; why: string };
interface DecisiveReply {
  is: "answer";
  status: number;
  headers: Headers;
  data: unknown;
}
type Headers = Readonly<Record<string, string>>;

export type RequestVerdict =
  | { is: "good"; data: unknown }
  /** Refused for now: nothing was done; includes when to retry. */
  | { is: "wait"; status: number; why: string; retryAfter: number }
  /** Refused: nothing was done. */
  | { is: "no"; status: number; why: string }
  /** No answer, a broken one or a server error: a write may have been done. */
  | { is: "lost"; why: string };

interface GraphqlError {
  type?: string;
  message?: string;
  path?: readonly (string | number)[];
  extensions?: { code?: string };
}
/** Whether the response is usable despite an error at this path. */
export type MayMiss = (path: readonly (string | number)[]) => boolean;

/** Without a duration GitHub asks for a minute. */
const unsaidWait = 60_000;

export function restVerdict(answer: VerdictReply, now: number): RequestVerdict {
  if (answer.is === "none") return { is: "lost", why: answer.why };
  const { status, headers, data } = answer;
  if (status >= 500 || status === 408) return { is: "lost", why: errorMessage(answer) };
  if (cameTooEarly(answer))
    return { is: "wait", status, why: errorMessage(answer), retryAfter: waitFrom(headers, now) };
  if (status >= 300) return { is: "no", status, why: errorMessage(answer) };
  if (status === 204 || status === 205) return { is: "good", data: null };
  return isObject(data) ? { is: "good", data } : { is: "lost", why: "the reply is not what its type says" };
}

export function graphqlVerdict(answer: VerdictReply, now: number, mayMiss: MayMiss): RequestVerdict {
  const verdict = restVerdict(answer, now);
  if (verdict.is !== "good" || answer.is === "none") return verdict;
  const { data, errors } = verdict.data as { data?: unknown; errors?: readonly GraphqlError[] };
  const grave = Array.isArray(errors) ? (errors as GraphqlError[]).filter(({ path }) => !path || !mayMiss(path)) : [];
  if (grave.length === 0) return isObject(data) ? { is: "good", data } : { is: "lost", why: "the reply holds no data" };
  const why = grave
    .slice(0, 3)
    .map((error) => error.message ?? "no message")
    .join("; ");
  if (grave.some((error) => error.type === "RATE_LIMITED"))
    return { is: "wait", status: 200, why, retryAfter: waitFrom(answer.headers, now) };
  const statuses = grave.map(statusOf);
  return statuses.includes(null) ? { is: "lost", why } : { is: "no", status: statuses[0]!, why };
}

/** Null for a server error, which has no known type. */
function statusOf({ type, extensions }: GraphqlError): number | null {
  const known = type === undefined ? undefined : refusals[type];
  if (known !== undefined) return known;
  // A request that does not match the schema is refused before anything runs.
  return type === undefined && extensions?.code !== undefined ? 400 : null;
}

const refusals: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  UNAUTHENTICATED: 401,
  UNPROCESSABLE: 422,
  VALIDATION: 422,
  BAD_USER_INPUT: 422,
  STALE_DATA: 409,
  MAX_NODE_LIMIT_EXCEEDED: 400,
};

/** A rate limit: GitHub answers 429, or 403 with one of three hints, and does nothing. */
function cameTooEarly({ status, headers, data }: DecisiveReply): boolean {
  if (status === 429) return true;
  return status === 403 && ("retry-after" in headers || headers["x-ratelimit-remaining"] === "0" || namesLimit(data));
}

/** How long GitHub asks to wait, in milliseconds. */
function waitFrom(headers: Headers, now: number): number {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  const reset = Number(headers["x-ratelimit-reset"]);
  return headers["x-ratelimit-remaining"] === "0" && reset > 0 ? Math.max(1000, reset * 1000 - now) : unsaidWait;
}

function namesLimit(data: unknown): boolean {
  return isObject(data) && /secondary rate limit|rate limit exceeded|abuse detection/i.test(String(data["message"]));
}

function errorMessage({ status, data }: DecisiveReply): string {
  if (!isObject(data) || typeof data["message"] !== "string") return `it answered ${status}`;
  const details = Array.isArray(data["errors"]) ? data["errors"].slice(0, 5).map(detail).filter(Boolean) : [];
  return [`it answered ${status}: ${data["message"]}`, ...details].join("; ");
}

function detail(error: unknown): string {
  if (typeof error === "string") return error;
  if (!isObject(error)) return "";
  return [error["field"], error["message"] ?? error["code"]].filter((part) => typeof part === "string").join(" ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
