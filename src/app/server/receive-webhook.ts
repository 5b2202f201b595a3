// Receives GitHub's webhooks. A delivery is acknowledged only after it is stored, and parsed later, so that this stays fast.
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deliveries } from "../../world/store/kept/deliveries.ts";
import type { WebhookIntake, IntakeSlot } from "./webhook-intake.ts";

/** The largest body that GitHub sends. */
const largestBody = 25 * 1024 * 1024;

export interface WebhookNeeds {
  secret: WebhookSecret;
  deliveries: Pick<Deliveries, "accept">;
  intake: WebhookIntake;
  now(): number;
  /** Called for each new delivery. */
  accepted(): void;
  /** Called with the outcome of each delivery. */
  counted?(outcome: "accepted" | "duplicate" | "refused"): void;
}

/** Created once, since importing a key is slow. */
export type WebhookSecret = KeyObject;
export const webhookSecret = (secret: string): WebhookSecret => createSecretKey(secret, "utf8");

export async function receiveWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, deliveries, intake, now, accepted, counted }: WebhookNeeds,
): Promise<void> {
  const answer = (status: number, text: string) => {
    if (status !== 202) counted?.("refused");
    const headers = { "content-type": "text/plain; charset=utf-8", "content-length": text.length + 1 };
    response.writeHead(status, headers).end(`${text}\n`);
  };
  // A body that is not wanted is not read either: the connection ends with the answer.
  const refuse = (status: number, text: string) => {
    response.shouldKeepAlive = false;
    answer(status, text);
  };
  const evicted = Promise.withResolvers<"evicted">();
  const taking = intake.begin(request.socket.remoteAddress ?? "", () => evicted.resolve("evicted"));
  try {
    if (request.method !== "POST") return refuse(405, "Send webhooks with POST");
    const id = header(request, "x-github-delivery");
    const event = header(request, "x-github-event");
    if (id === null || event === null) return refuse(400, "This is not a GitHub webhook");
    const signature = header(request, "x-hub-signature-256") ?? "";
    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return refuse(401, "The signature does not match the secret");
    if (Number(header(request, "content-length") ?? 0) > largestBody)
      return refuse(413, "The body is larger than GitHub sends");
    const body = await Promise.race([bodyOf(request, taking), evicted.promise]);
    if (body === "too large") return refuse(413, "The body is larger than GitHub sends");
    if (body === "no room") return refuse(503, "Too many webhooks at once");
    // Whoever it was no longer listens, and a line in the log for each would fill the disk.
    if (body === "gone") return counted?.("refused");
    if (body === "evicted") return refuse(408, "The body arrived too slowly");
    if (!isSigned(body, signature, secret)) return answer(401, "The signature does not match the secret");
    taking.verified();
    const isNew = await deliveries.accept({ id, event, body, receivedAt: now() });
    counted?.(isNew ? "accepted" : "duplicate");
    answer(202, isNew ? "Accepted" : "Already received");
    if (isNew) accepted();
  } finally {
    taking.end();
  }
}

/** Null for a header that is repeated or is not a short word: GitHub does not send such. */
function header({ rawHeaders }: IncomingMessage, name: string): string | null {
  let found: string | null = null;
  // Raw headers, since building the headers object takes longer than everything else here.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length !== name.length || rawHeaders[at]!.toLowerCase() !== name) continue;
    if (found !== null) return null;
    found = rawHeaders[at + 1]!;
  }
  return found !== null && /^[\w=.-]{1,200}$/.test(found) ? found : null;
}

type Refused = "too large" | "no room" | "gone";

function bodyOf(request: IncomingMessage, taking: IntakeSlot): Promise<Buffer | Refused> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (why: Refused) => {
      chunks.length = 0;
      request.off("data", read).pause();
      resolve(why);
    };
    const read = (chunk: Buffer) => {
      length += chunk.length;
      if (length > largestBody) return refuse("too large");
      if (!taking.fits(chunk.length)) return refuse("no room");
      chunks.push(chunk);
      const turn = taking.turn();
      if (turn === null) return;
      request.pause();
      void turn.then(() => request.resume());
    };
    request.on("data", read);
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });
}

/** Compares in constant time. */
function isSigned(body: Uint8Array, signature: string, secret: WebhookSecret): boolean {
  const right = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}
