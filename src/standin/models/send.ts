// Writes to a client that may disconnect at any moment.
import type { ServerResponse } from "node:http";
import { toJson } from "./wire/shape.ts";
import type { ErrorAnswer } from "./wire/wire.ts";

export function sendError(response: ServerResponse, { status, headers = {}, body }: ErrorAnswer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(toJson(body));
}

/** Sends events of a stream. `sent` is called at once, before the client can read them. */
export async function write(response: ServerResponse, events: readonly string[], sent?: () => void): Promise<void> {
  if (response.destroyed) return;
  if (!response.headersSent)
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  await put(response, events.join(""), sent);
}

/** Sends a body in one piece, and awaits `between` after its first byte. */
export async function sendWhole(
  response: ServerResponse,
  body: string,
  upTo: number,
  between: () => Promise<void>,
): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) });
  const held: { wait?: Promise<void> } = {};
  await put(response, body.slice(0, 1), () => {
    held.wait = between();
  });
  await held.wait;
  await put(response, body.slice(1, upTo));
  if (upTo === body.length) end(response);
}

export function end(response: ServerResponse): void {
  if (!response.destroyed) response.end();
}

export function drop(response: ServerResponse): void {
  response.destroy();
}

async function put(response: ServerResponse, bytes: string, sent?: () => void): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    // It was sent, or the client is gone.
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
    sent?.();
  });
}
