// Where GitHub's webhooks come in. A delivery is answered only after it is stored: what was acknowledged is never lost
// (SRV-2). Plain node:http, since this path must be quick; what a delivery means is read afterwards.
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deliveries } from "../../world/store/kept/deliveries.ts";
import type { Intake, Taking } from "./intake.ts";

/** GitHub sends no more. */
const largestBody = 25 * 1024 * 1024;

export interface WebhookNeeds {
  secret: WebhookSecret;
  deliveries: Pick<Deliveries, "accept">;
  intake: Intake;
  now(): number;
  /** Told of each delivery that is new. */
  accepted(): void;
  /** Told what became of each. */
  counted?(outcome: "accepted" | "duplicate" | "refused"): void;
}

/** Made ready once, for all that come. */
export type WebhookSecret = KeyObject;
export const webhookSecret = (secret: string): WebhookSecret => createSecretKey(secret, "utf8");

export async function takeWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, deliveries, intake, now, accepted, counted }: WebhookNeeds,
): Promise<void> {
  const answer = (status: number, text: string) => {
    if (status !== 202) counted?.("refused");
    const headers = { "content-type": "text/plain; charset=utf-8", "content-length": text.length + 1 };
    response.writeHead(status, headers).end(`${text}\n`);
  };
  const taking = intake.begin();
  try {
    if (request.method !== "POST") return answer(405, "Webhooks are posted here");
    const id = header(request, "x-github-delivery");
    const event = header(request, "x-github-event");
    if (id === null || event === null) return answer(400, "This is not a webhook of GitHub's");
    const body = await bodyOf(request, taking);
    if (typeof body === "string") {
      response.shouldKeepAlive = false;
      return body === "too large"
        ? answer(413, "The body is larger than GitHub sends")
        : answer(503, "Too much is coming in at this moment");
    }
    if (!isSigned(body, header(request, "x-hub-signature-256") ?? "", secret))
      return answer(401, "The signature is not that of the secret");
    const isNew = await deliveries.accept({ id, event, body, receivedAt: now() });
    counted?.(isNew ? "accepted" : "duplicate");
    answer(202, isNew ? "Accepted" : "Known already");
    if (isNew) accepted();
  } finally {
    taking.end();
  }
}

/** Ids and events are short words; anything else is not GitHub's, nor is what comes twice. */
function header({ rawHeaders }: IncomingMessage, name: string): string | null {
  let found: string | null = null;
  // As they came over the wire, names and values in turn: to sort them all into an object takes longer than the rest.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length !== name.length || rawHeaders[at]!.toLowerCase() !== name) continue;
    if (found !== null) return null;
    found = rawHeaders[at + 1]!;
  }
  return found !== null && /^[\w=.-]{1,200}$/.test(found) ? found : null;
}

type Refused = "too large" | "no room";

/** What is refused is read no further into memory; the rest of it is let pass, so that the sender hears the answer. */
function bodyOf(request: IncomingMessage, taking: Taking): Promise<Buffer | Refused> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (why: Refused) => {
      chunks.length = 0;
      request.off("data", read).resume();
      resolve(why);
    };
    const read = (chunk: Buffer) => {
      length += chunk.length;
      if (length > largestBody) return refuse("too large");
      if (!taking.fits(chunk.length)) return refuse("no room");
      chunks.push(chunk);
    };
    request.on("data", read);
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The sender hung up before the end of the body")));
  });
}

/** In constant time: how long it takes tells nothing of the right signature. */
function isSigned(body: Uint8Array, signature: string, secret: WebhookSecret): boolean {
  const right = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}
