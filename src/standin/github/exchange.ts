// Requests and responses as data, and GitHub's refusals.

export interface ReceivedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The body if it is JSON; otherwise null. */
  json: unknown;
  /** There is a body, and it is no JSON. */
  isBroken: boolean;
}

/** Parses a body as JSON. */
export function jsonOf(body: Buffer): Pick<ReceivedRequest, "json" | "isBroken"> {
  if (body.length === 0) return { json: null, isBroken: false };
  try {
    return { json: JSON.parse(body.toString("utf8")), isBroken: false };
  } catch {
    return { json: null, isBroken: true };
  }
}

export function brokenJson(): Failure {
  return new Failure(400, "Problems parsing JSON");
}

export interface SentResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Anything but text and bytes is serialised as JSON. */
  body: unknown;
}

/** A fault of one field of a request, in GitHub's format. */
export interface FieldError {
  resource: string;
  field: string;
  code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom" | "too_large";
  message?: string;
}

export type GraphqlErrorType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "INSUFFICIENT_SCOPES"
  | "RATE_LIMITED"
  | "EXCESSIVE_PAGINATION"
  | "MISSING_PAGINATION_BOUNDARIES"
  | "SERVICE_UNAVAILABLE";

/** A refusal; nothing was changed. */
export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly (FieldError | string)[];
  readonly headers: Readonly<Record<string, string>>;
  /** The GraphQL type of the error. */
  readonly type: GraphqlErrorType;
  /** The GraphQL message, if it differs. */
  readonly inGraphql: string;

  constructor(
    status: number,
    message: string,
    more: {
      errors?: readonly (FieldError | string)[];
      headers?: Readonly<Record<string, string>>;
      type?: GraphqlErrorType;
      inGraphql?: string;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.type = more.type ?? typeOf(status);
    this.inGraphql = more.inGraphql ?? message;
  }
}

function typeOf(status: number): GraphqlErrorType {
  if (status === 404) return "NOT_FOUND";
  if (status === 403) return "FORBIDDEN";
  if (status === 429) return "RATE_LIMITED";
  return "UNPROCESSABLE";
}

export function notFound(): Failure {
  return new Failure(404, "Not Found");
}

/** GitHub's "Validation Failed", with one field. */
export function invalid(error: FieldError): Failure {
  return new Failure(422, "Validation Failed", { errors: [error], inGraphql: error.message ?? error.code });
}

/** GitHub's "Unprocessable Entity", with one sentence. `subject` precedes it in GraphQL. */
export function unprocessable(sentence: string, subject = ""): Failure {
  return new Failure(422, "Unprocessable Entity", {
    errors: [sentence],
    inGraphql: subject === "" ? sentence : `${subject} ${sentence}`,
  });
}

function documentation(path = ""): string {
  return `https://docs.github.com/rest${path}`;
}

export function failureReply(failure: Failure, about = ""): SentResponse {
  return {
    status: failure.status,
    headers: failure.headers,
    body: {
      message: failure.message,
      ...(failure.errors.length > 0 && { errors: failure.errors }),
      documentation_url: documentation(about),
      status: String(failure.status),
    },
  };
}
