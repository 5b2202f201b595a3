// Handles requests of Apps that carry a JWT, a secret or a browser session instead of a token.
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { answerApps } from "../apps.ts";
import {
  brokenJson,
  Failure,
  failureReply,
  jsonOf,
  notFound,
  type ReceivedRequest,
  type SentResponse,
} from "../exchange.ts";
import type { Hub } from "../hub.ts";
import { answerManifest } from "../manifest.ts";
import { answerOAuth } from "../oauth.ts";
import { answerInstallPage } from "./install-page.ts";
import type { Webhooks } from "../webhooks.ts";

const ours = [
  /^\/api\/v3\/app(?:\/|$)/,
  /^\/api\/v3\/app-manifests\//,
  /^\/api\/v3\/installation\/token$/,
  /^\/api\/v3\/(?:repos\/[^/]+\/[^/]+|orgs\/[^/]+|users\/[^/]+)\/installation$/,
  /^\/login\/oauth\//,
  /^(?:\/organizations\/[^/]+)?\/settings\/apps\/new$/,
  /^\/apps\/[^/]+\/installations\/new$/,
];

/** Returns false for requests of other parts, whose body is then still unread. */
export function appsHandler(
  hub: Hub,
  webhooks: Webhooks,
): (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean> {
  return async (request, response, url) => {
    if (!ours.some((pattern) => pattern.test(url.pathname))) return false;
    send(hub, response, await answer(hub, webhooks, await read(request, url)));
    return true;
  };
}

async function answer(hub: Hub, webhooks: Webhooks, asked: ReceivedRequest): Promise<SentResponse> {
  try {
    if (asked.isBroken) throw brokenJson();
    const reply =
      (await answerApps(hub, webhooks, asked)) ??
      (await answerOAuth(hub, asked)) ??
      (await answerManifest(hub, asked)) ??
      answerInstallPage(hub, webhooks, asked);
    return reply ?? failureReply(notFound());
  } catch (error) {
    if (error instanceof Failure) return failureReply(error);
    throw error;
  }
}

async function read(request: IncomingMessage, url: URL): Promise<ReceivedRequest> {
  const body = await buffer(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isJson = headers["content-type"]?.includes("json") === true;
  const parsed = isJson ? jsonOf(body) : { json: null, isBroken: false };
  return { method: request.method ?? "GET", path: url.pathname, query: url.searchParams, headers, body, ...parsed };
}

function send(hub: Hub, response: ServerResponse, { status, headers, body }: SentResponse): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    // The simulated time, so that an App can detect a wrong clock.
    date: new Date(hub.clock.now()).toUTCString(),
    ...(!isText && { "content-type": "application/json; charset=utf-8" }),
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}
