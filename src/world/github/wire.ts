// Performs one HTTP exchange with GitHub: adds the token and enforces time and size limits.
import { Octokit } from "@octokit/core";
import type { Api } from "./address.ts";
import type { ByElement } from "./json-by-element.ts";
import { redactLine } from "../../secrets/redact-line.ts";
import type { VerdictReply } from "./verdict.ts";
import { readReply, wholeReplies } from "./whole-reply.ts";

export interface TokenSource {
  (): Promise<string>;
  /** Called for a token that GitHub no longer accepts; a new one is requested once. */
  refused?(token: string): void;
}

export interface WireOptions {
  api: Api;
  /** Called before each request, because an App's token expires within the hour. */
  token: TokenSource;
  stop: AbortSignal;
  /** Timeout of one request, in real milliseconds. */
  timeout?: number;
  /** Bytes. */
  largestReply?: number;
  /** Called after every request, for metrics. */
  onRequest?(ended: EndedRequest): void;
}

export interface EndedRequest {
  /** The method and route with placeholders; for GraphQL the operation's name. */
  route: string;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  ms: number;
  /** Null without an answer. */
  status: number | null;
  allowances: readonly Allowance[];
}

/** The remaining rate limit of GraphQL or REST. */
export interface Allowance {
  resource: string;
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetAt: number;
}

export type Values = Readonly<Record<string, unknown>>;

export interface GitHubTransport {
  /** Throws only when aborted or without a token. */
  send(route: string, values: Values, how: How): Promise<VerdictReply>;
  allowances(): readonly Allowance[];
  /** Text with all sent tokens redacted. */
  shown(text: string): string;
}
interface How {
  /** Redirected writes are refused, because they would be a second request. */
  redirect: "follow" | "manual";
  etag?: string;
  by?: ByElement | undefined;
}

/** An App's token is renewed; an answer to the previous one may still arrive. */
const secretsKept = 4;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function openWire({
  api,
  token,
  stop,
  timeout = 30_000,
  largestReply = 32_000_000,
  onRequest,
}: WireOptions): GitHubTransport {
  const octokit = new Octokit({
    baseUrl: api.rest,
    userAgent: "crosscheck",
    log: silent,
    request: { fetch: wholeReplies(largestReply), log: silent, parseSuccessResponseBody: false },
  });
  const allowances = new Map<string, Allowance>();
  const secrets = new Set<string>();
  /** With the token it was sent with. */
  async function sendOnce(route: string, values: Values, { redirect, etag, by }: How) {
    stop.throwIfAborted();
    const secret = await token();
    secrets.add(secret);
    if (secrets.size > secretsKept) secrets.delete(secrets.values().next().value!);
    const given = {
      ...values,
      headers: {
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        authorization: `Bearer ${secret}`,
        ...(etag === undefined ? {} : { "if-none-match": etag }),
      },
      request: { signal: AbortSignal.any([stop, AbortSignal.timeout(timeout)]), redirect },
    };
    const [at, started] = [Date.now(), performance.now()];
    const answer = await exchange(async () => {
      const reply = (await octokit.request(route, given)) as Reply;
      if (!(reply.data instanceof ReadableStream)) return reply;
      const { "content-type": type = "" } = reply.headers as Record<string, string>;
      return { ...reply, data: await readReply(reply.data, { type, largest: largestReply, by }) };
    });
    stop.throwIfAborted();
    if (answer.is === "answer") note(answer.headers, allowances);
    const status = answer.is === "answer" ? answer.status : null;
    const ms = performance.now() - started;
    onRequest?.({ route: routeOf(route, values), at, ms, status, allowances: [...allowances.values()] });
    return { answer, secret };
  }

  return {
    allowances: () => [...allowances.values()],
    shown: (text) => redactLine(text, secrets),
    async send(route, values, how) {
      const { answer, secret } = await sendOnce(route, values, how);
      if (answer.is !== "answer" || answer.status !== 401 || !token.refused) return answer;
      // GitHub did not authenticate the request, so nothing was done and it can be sent again.
      token.refused(secret);
      return (await sendOnce(route, values, how)).answer;
    },
  };
}

/** Documents and their names are our own. */
function routeOf(route: string, { query }: Values): string {
  const named = typeof query === "string" ? /^\s*(query|mutation)\s+(\w+)/.exec(query) : null;
  return named ? `POST /graphql ${named[1]} ${named[2]}` : route;
}

interface Reply {
  status: number;
  headers: object;
  data: unknown;
}

async function exchange(ask: () => Promise<Reply>): Promise<VerdictReply> {
  try {
    return answerOf(await ask());
  } catch (error) {
    // Octokit throws for errors; without a response the error has none.
    const { response, message, name, cause } = error as Error & { response?: Reply };
    if (response) return answerOf(response);
    const late = name === "AbortError" || /aborted due to timeout/i.test(message);
    // A truncated response is named in the cause only.
    const why = name === "TypeError" && cause instanceof Error ? cause.message : message;
    return { is: "none", why: late ? "it did not answer in time" : `the connection failed: ${why}` };
  }
}

function answerOf({ status, headers, data }: Reply): VerdictReply {
  return {
    is: "answer",
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    data,
  };
}

function note(headers: Readonly<Record<string, string>>, allowances: Map<string, Allowance>): void {
  const limit = Number(headers["x-ratelimit-limit"]);
  if (!(limit > 0)) return;
  const resource = headers["x-ratelimit-resource"] ?? "core";
  const remaining = Number(headers["x-ratelimit-remaining"]);
  allowances.set(resource, { resource, limit, remaining, resetAt: Number(headers["x-ratelimit-reset"]) * 1000 });
}
