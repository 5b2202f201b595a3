// One HTTP exchange with GitHub: the token, the time limit and the size limit are here, and nothing is judged.
import { Octokit } from "@octokit/core";
import type { Api } from "./address.ts";
import type { ByElement } from "./json-by-element.ts";
import { redact } from "./redact.ts";
import type { Answer } from "./verdict.ts";
import { readReply, wholeReplies } from "./whole-reply.ts";

export interface WireOptions {
  api: Api;
  /** Asked before each request, since an App's token ends within the hour. */
  token(): Promise<string>;
  stop: AbortSignal;
  /** How long one request may take, in real milliseconds. */
  timeout?: number;
  /** Bytes. */
  largestReply?: number;
  /** Told of every answer, for those who count. */
  heard?(answered: { status: number; allowances: readonly Allowance[] }): void;
}

/** What may still be asked of GraphQL or of REST, as GitHub last told. */
export interface Allowance {
  resource: string;
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetAt: number;
}

export type Values = Readonly<Record<string, unknown>>;

export interface Wire {
  /** Throws only when it is to stop, or when there is no token. */
  send(route: string, values: Values, how: How): Promise<Answer>;
  allowances(): readonly Allowance[];
  /** A text that can be shown: none of the tokens that were sent is in it. */
  shown(text: string): string;
}
export interface How {
  /** A write that is sent on to another place is a second request, which nobody asked for. */
  redirect: "follow" | "manual";
  etag?: string;
  by?: ByElement | undefined;
}

/** An App's token is renewed; an answer to the one before may still be on its way. */
const secretsKept = 4;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function openWire({ api, token, stop, timeout = 30_000, largestReply = 32_000_000, heard }: WireOptions): Wire {
  const octokit = new Octokit({
    baseUrl: api.rest,
    userAgent: "crosscheck",
    log: silent,
    request: { fetch: wholeReplies(largestReply), log: silent, parseSuccessResponseBody: false },
  });
  const allowances = new Map<string, Allowance>();
  const secrets = new Set<string>();
  return {
    allowances: () => [...allowances.values()],
    shown: (text) => redact(text, secrets),
    async send(route, values, { redirect, etag, by }) {
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
      const answer = await exchange(async () => {
        const reply = (await octokit.request(route, given)) as Reply;
        if (!(reply.data instanceof ReadableStream)) return reply;
        const { "content-type": type = "" } = reply.headers as Record<string, string>;
        return { ...reply, data: await readReply(reply.data, { type, largest: largestReply, by }) };
      });
      stop.throwIfAborted();
      if (answer.is === "answer") {
        note(answer.headers, allowances);
        heard?.({ status: answer.status, allowances: [...allowances.values()] });
      }
      return answer;
    },
  };
}

interface Reply {
  status: number;
  headers: object;
  data: unknown;
}

async function exchange(ask: () => Promise<Reply>): Promise<Answer> {
  try {
    return answerOf(await ask());
  } catch (error) {
    // Octokit throws what is not a success; where there was no reply at all, the error holds none.
    const { response, message, name, cause } = error as Error & { response?: Reply };
    if (response) return answerOf(response);
    const late = name === "AbortError" || /aborted due to timeout/i.test(message);
    // What breaks off while it is read is named in the cause alone.
    const why = name === "TypeError" && cause instanceof Error ? cause.message : message;
    return { is: "none", why: late ? "it did not answer in time" : `the connection failed: ${why}` };
  }
}

function answerOf({ status, headers, data }: Reply): Answer {
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
