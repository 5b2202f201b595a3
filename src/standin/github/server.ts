// Runs the HTTP server of the simulated GitHub: parses requests, applies faults and limits, sends responses.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { callerOf, needCaller, type Caller } from "./callers.ts";
import { brokenJson, Failure, failureReply, jsonOf, type ReceivedRequest, type SentResponse } from "./exchange.ts";
import type { DrawnFaults, InjectedFault, Faultable } from "./faults.ts";
import { answerGraphql, isMutation, questionIn } from "./graphql/answer.ts";
import type { Hub } from "./hub.ts";
import { anonymous, Meter, quotaHeaders, secondary, type RateLimits, type Resource } from "./limits.ts";
import { answerRest } from "./rest/answer.ts";

/** Git, OAuth and other handlers besides the API; returns true if it has answered. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

export interface GitHubServer {
  hub: Hub;
  faults: DrawnFaults;
  limits: RateLimits;
  /** Tried in order, before the API. */
  handlers: RawHandler[];
  latencyMs: number;
  /** Every request to the API, in order. */
  requests: { method: string; path: string; status: number | null }[];
}

const rest = "/api/v3";
const graphql = "/api/graphql";

export function makeServer(serving: GitHubServer): Server {
  const meter = new Meter(serving.limits, () => serving.hub.clock.now());
  const at = { open: 0 };
  return createServer((request, response) => {
    at.open++;
    response.once("close", () => at.open--);
    serve(serving, meter, at, request, response).catch((error: unknown) => {
      // A bug of the stand-in itself, reported to the test.
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(`the stand-in failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
  });
}

async function serve(
  serving: GitHubServer,
  meter: Meter,
  at: { open: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", serving.hub.url);
  if (serving.latencyMs > 0) await wait(serving.latencyMs);
  for (const handler of serving.handlers) if (await handler(request, response, url)) return;
  const asked = faultable(await read(request, url));
  const entry: GitHubServer["requests"][number] = { method: asked.method, path: asked.path, status: null };
  serving.requests.push(entry);
  const fault = serving.faults.draw(asked);
  if (fault && (await breaksBefore(fault, asked, response))) return;
  const reply = await answer(serving, meter, at, asked);
  entry.status = reply.status;
  if (fault && breaksAfter(fault, reply, response)) return;
  send(response, reply);
}

async function read(request: IncomingMessage, url: URL): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body,
    ...jsonOf(body),
  };
}

function faultable(asked: ReceivedRequest): Faultable {
  const query = asked.path === graphql ? (questionIn(asked.json)?.query ?? "") : null;
  const isWrite = query === null ? asked.method !== "GET" && asked.method !== "HEAD" : isMutation(query);
  return { ...asked, graphql: query, isWrite };
}

async function breaksBefore(fault: InjectedFault, asked: Faultable, response: ServerResponse): Promise<boolean> {
  switch (fault.do) {
    case "500":
      send(response, { status: 500, body: { message: "Server Error" } });
      return true;
    case "502":
      send(response, badGateway);
      return true;
    case "timeout":
      // Held open until the client or the stand-in closes it.
      return true;
    case "reset":
      response.destroy();
      return true;
    case "truncated":
      if (!asked.isWrite) return false;
      cut(response, { status: 200, body: { id: 0, node_id: "", body: "" } });
      return true;
    case "slow":
      await wait(fault.milliseconds ?? 1000);
      return false;
    default:
      return false;
  }
}

const badGateway: SentResponse = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>\n",
};

function breaksAfter(fault: InjectedFault, reply: SentResponse, response: ServerResponse): boolean {
  if (fault.do === "502-after") send(response, badGateway);
  else if (fault.do === "reset-after") response.destroy();
  else if (fault.do === "truncated" || fault.do === "truncated-after") cut(response, reply);
  else return fault.do === "timeout-after";
  return true;
}

/** Sends half of the response, then closes the connection. */
function cut(response: ServerResponse, reply: SentResponse): void {
  const bytes = bytesOf(reply);
  response.writeHead(reply.status, { ...headersOf(reply), "content-length": String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function answer(
  serving: GitHubServer,
  meter: Meter,
  at: { open: number },
  asked: Faultable,
): Promise<SentResponse> {
  const resource: Resource = asked.graphql === null ? "core" : "graphql";
  const isFree = asked.path === `${rest}/rate_limit`;
  let who = anonymous;
  try {
    const caller = callerOf(serving.hub, asked.headers["authorization"]);
    who = whoIs(caller);
    if (at.open > serving.limits.concurrent) throw secondary(serving.limits);
    if (caller === null && asked.graphql !== null) needCaller(caller);
    if (!isFree) meter.take(who, resource, asked.isWrite);
    if (asked.isBroken) throw brokenJson();
    const reply = await dispatch(serving, meter, caller, who, asked);
    const fresh = conditional(asked, reply);
    if (fresh.status === 304) meter.giveBack(who, resource);
    return { ...fresh, headers: { ...quotaHeaders(meter.quota(who, resource)), ...scopes(caller), ...fresh.headers } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // GraphQL reports an exhausted hourly limit with status 200, other refusals with their own status.
    const isPrimary =
      error.type === "RATE_LIMITED" && error.headers["retry-after"] === undefined && error.status === 403;
    if (asked.graphql !== null && isPrimary && "x-ratelimit-limit" in error.headers)
      return { status: 200, headers: error.headers, body: { errors: [{ type: error.type, message: error.message }] } };
    const { headers = {}, ...reply } = failureReply(error, asked.graphql === null ? "" : "/graphql");
    return { ...reply, headers: { ...quotaHeaders(meter.quota(who, resource)), ...headers } };
  }
}

function whoIs(caller: Caller | null): string {
  if (!caller) return anonymous;
  const { token } = caller;
  return token.kind === "user" ? `user ${token.user}` : `installation ${token.installation}`;
}

function scopes(caller: Caller | null): Record<string, string> {
  if (caller?.token.kind !== "user" || !caller.token.scopes) return {};
  return { "x-oauth-scopes": caller.token.scopes.join(", ") };
}

async function dispatch(
  serving: GitHubServer,
  meter: Meter,
  caller: Caller | null,
  who: string,
  asked: Faultable,
): Promise<SentResponse> {
  const quota = (resource: Resource) => meter.quota(who, resource);
  if (asked.path === graphql && asked.method === "POST")
    return await answerGraphql(serving.hub, caller, questionIn(asked.json), () => quota("graphql"));
  if (asked.path === rest || asked.path.startsWith(`${rest}/`))
    return await answerRest({ hub: serving.hub, caller, quota, asked, path: asked.path.slice(rest.length) || "/" });
  throw new Failure(404, "Not Found");
}

/** Adds an ETag to reads, and answers 304 if the client has it. */
function conditional(asked: Faultable, reply: SentResponse): SentResponse {
  if (asked.method !== "GET" || reply.status !== 200 || asked.graphql !== null) return reply;
  const etag = `W/"${createHash("sha256").update(bytesOf(reply)).digest("hex")}"`;
  if (asked.headers["if-none-match"] === etag) return { status: 304, headers: { ...reply.headers, etag }, body: "" };
  return { ...reply, headers: { ...reply.headers, etag } };
}

function bytesOf({ body }: SentResponse): Buffer {
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(JSON.stringify(body) ?? "");
}

function headersOf({ headers = {} }: SentResponse): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "x-github-media-type": "github.v3; format=json",
    "x-github-request-id": "0000:STANDIN",
    ...headers,
  };
}

function send(response: ServerResponse, reply: SentResponse): void {
  const hasBody = reply.status !== 204 && reply.status !== 304;
  response.writeHead(reply.status, headersOf(reply));
  response.end(hasBody ? bytesOf(reply) : undefined);
}
