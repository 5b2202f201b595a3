// For tests: a server on loopback that answers with what it is given, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { apiOf, type Api } from "../../../src/world/github/address.ts";
import type { RequestClock } from "../../../src/world/github/clock.ts";

export interface Asked {
  method: string;
  /** Without the base of the API. */
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
}
export interface Given {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of an answer: silence, a cut connection, or half of the body. */
  fault?: "silent" | "reset" | "half";
}
export interface Loopback extends AsyncDisposable {
  api: Api;
  asked: readonly Asked[];
}

export async function openLoopback(answer: (asked: Asked, nth: number) => Given | Promise<Given>): Promise<Loopback> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const text = Buffer.concat(await request.toArray()).toString("utf8");
      const path = (request.url ?? "").replace(/^\/api\/(?:v3)?/, "/").replace(/^\/\//, "/");
      const body: unknown = text === "" ? null : JSON.parse(text);
      const one = { method: request.method ?? "", path, headers: request.headers, body };
      asked.push(one);
      give(response, await answer(one, asked.length));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    api: apiOf(`127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function give(response: ServerResponse, { status = 200, headers = {}, body = {}, fault }: Given): void {
  if (fault === "silent") return;
  if (fault === "reset") return void response.destroy();
  const text = JSON.stringify(body);
  if (status === 304 || status === 204) return void response.writeHead(status, headers).end();
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  });
  if (fault === "half") response.write(text.slice(0, text.length / 2), () => void response.destroy());
  else response.end(text);
}

/** A clock on which waiting takes no time. */
export function quickClock(start = 1_700_000_000_000): RequestClock & { waits: number[] } {
  const waits: number[] = [];
  let now = start;
  return {
    waits,
    now: () => now,
    wait: async (milliseconds, stop) => {
      stop.throwIfAborted();
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}
