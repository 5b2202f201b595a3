// Where GitHub's webhooks come in. A delivery is answered only after it is stored: what was acknowledged is never lost
// (SRV-2). Plain node:http, since this path must be quick; what a delivery means is read afterwards.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deliveries } from "../../world/store/store.ts";

/** GitHub sends no more. */
const largestBody = 25 * 1024 * 1024;

export interface WebhookNeeds {
  secret: string;
  deliveries: Pick<Deliveries, "accept">;
  now(): number;
  /** Told of each delivery that is new. */
  accepted(): void;
  /** Told what became of each. */
  counted?(outcome: "accepted" | "duplicate" | "refused"): void;
}

export async function takeWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, deliveries, now, accepted, counted }: WebhookNeeds,
): Promise<void> {
  const answer = (status: number, text: string) => {
    if (status !== 202) counted?.("refused");
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
  };
  if (request.method !== "POST") return answer(405, "Webhooks are posted here");
  const id = header(request, "x-github-delivery");
  const event = header(request, "x-github-event");
  if (id === null || event === null) return answer(400, "This is not a webhook of GitHub's");
  const body = await bodyOf(request);
  if (body === null) {
    response.shouldKeepAlive = false;
    return answer(413, "The body is larger than GitHub sends");
  }
  if (!isSigned(body, header(request, "x-hub-signature-256") ?? "", secret))
    return answer(401, "The signature is not that of the secret");
  const isNew = await deliveries.accept({ id, event, body: body.toString("utf8"), receivedAt: now() });
  counted?.(isNew ? "accepted" : "duplicate");
  answer(202, isNew ? "Accepted" : "Known already");
  if (isNew) accepted();
}

/** Ids and events are short words; anything else is not GitHub's. */
function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && /^[\w=.-]{1,200}$/.test(value) ? value : null;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** In constant time: how long it takes tells nothing of the right signature. */
function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const right = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}
