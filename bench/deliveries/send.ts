// Deliveries on their way: signed as GitHub signs them, each as often as wanted, in one shuffled order, to all replicas.
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import type { WebhookDelivery } from "../../src/standin/github/state.ts";

/** The same order for the same seed. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const result = [...all];
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

export interface Sent {
  accepted: number;
  known: number;
  refused: number;
}

export async function sendAll(
  deliveries: readonly WebhookDelivery[],
  { urls, secret, atOnce = 16 }: { urls: readonly string[]; secret: string; atOnce?: number },
): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const sent: Sent = { accepted: 0, known: 0, refused: 0 };
  let next = 0;
  const work = async () => {
    while (next < deliveries.length) {
      const at = next;
      next += 1;
      const text = await sendOne(deliveries[at]!, `${urls[at % urls.length]!}/webhook`, secret, agent);
      sent[text === "Accepted\n" ? "accepted" : text === "Already received\n" ? "known" : "refused"] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return sent;
}

async function sendOne(delivery: WebhookDelivery, url: string, secret: string, agent: Agent): Promise<string> {
  const { event, guid, payload } = delivery;
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(payload),
    "x-github-event": event,
    "x-github-delivery": guid,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`,
  };
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
      response.on("error", reject);
    });
    // A connection that was kept may be ended by the other side just when it is used again.
    sent.on("error", (error) => (sent.reusedSocket ? resolve(sendOne(delivery, url, secret, agent)) : reject(error)));
    sent.end(payload);
  });
}
