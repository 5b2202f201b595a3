// Deliveries over HTTP: many at once, repeated, too large for the memory limit, and with a failing store.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, request as requestOf, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { newWebhookIntake, readAddressRanges } from "./webhook-intake.ts";
import { receiveWebhook, webhookSecret, type WebhookNeeds } from "./receive-webhook.ts";

const secret = "It's a secret";

async function listen(needs: Pick<WebhookNeeds, "deliveries"> & Partial<WebhookNeeds>): Promise<URL> {
  const all: WebhookNeeds = {
    secret: webhookSecret(secret),
    intake: newWebhookIntake(),
    now: () => 1,
    accepted() {},
    ...needs,
  };
  const server = createServer((request, response) => {
    receiveWebhook(request, response, all).catch(() => response.writeHead(500).end("Not stored\n"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`);
}

function post(url: URL, id: string, body: string | Buffer, more: Record<string, string> = {}): ClientRequest {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = { "x-github-delivery": id, "x-github-event": "ping", "x-hub-signature-256": signature, ...more };
  // The sender hears of a connection that is cut by its answer, or the lack of one.
  return requestOf(url, { method: "POST", headers, agent: false }).on("error", () => {});
}

async function answerTo(request: ClientRequest): Promise<string> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return `${response.statusCode} ${(await text(response)).trim()}`;
}

const send = (url: URL, id: string, body = "{}") => {
  const request = post(url, id, body);
  request.end(body);
  return answerTo(request);
};

describe.each(databases)("webhooks, stored in $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("received twice at the same time are accepted once", async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    const store = await openForTest(place);
    const counted: string[] = [];
    let told = 0;
    const url = await listen({
      deliveries: store.deliveries,
      counted: (outcome) => counted.push(outcome),
      accepted: () => told++,
    });
    const ids = ["a", "b", "a", "c", "a"];
    const said = await Promise.all(ids.map((id) => send(url, id)));
    expect(said.toSorted()).toEqual([
      "202 Accepted",
      "202 Accepted",
      "202 Accepted",
      "202 Already received",
      "202 Already received",
    ]);
    expect([told, counted.toSorted()]).toEqual([3, ["accepted", "accepted", "accepted", "duplicate", "duplicate"]]);
    expect(await store.deliveries.pending(9)).toHaveLength(3);
  });

  test.skipIf(skip)("are not acknowledged if the store fails", async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    const store = await openForTest(place);
    // Whatever is in the table's way: this process no longer reaches it.
    const { accept } = (await openForTest(place)).deliveries;
    let reachable = false;
    const url = await listen({
      deliveries: {
        accept: (delivery) => (reachable ? accept(delivery) : accept({ ...delivery, receivedAt: null as never })),
      },
    });
    const ids = ["a", "b", "a", "c"];
    expect(await Promise.all(ids.map((id) => send(url, id)))).toEqual(ids.map(() => "500 Not stored"));
    expect(await store.deliveries.pending(9)).toEqual([]);
    reachable = true;
    expect(await send(url, "a")).toBe("202 Accepted");
  });
});

describe("bodies", () => {
  const kept: string[] = [];
  const deliveries = {
    accept: async ({ body }: { body: string | Buffer }) => {
      kept.push(String(body));
      return true;
    },
  };

  test("that exceed the memory limit together are rejected until there is room", async () => {
    const url = await listen({ deliveries, intake: newWebhookIntake({ most: 1000, now: () => 0 }) });
    const body = "x".repeat(800);
    const slow = post(url, "slow", body, { "content-length": "800" });
    slow.write(body.slice(0, 700));
    // The first part has arrived when another of its size is turned away.
    let said = "";
    while (said !== "503 Too many webhooks at once") said = await send(url, "more", "y".repeat(700));
    expect(await send(url, "small", "z".repeat(100))).toBe("202 Accepted");
    slow.end(body.slice(700));
    expect(await answerTo(slow)).toBe("202 Accepted");
    expect(await send(url, "next", "y".repeat(900))).toBe("202 Accepted");
  });

  test("of aborted requests free their memory", async () => {
    const url = await listen({ deliveries, intake: newWebhookIntake({ most: 1000, now: () => 0 }) });
    const body = "g".repeat(800);
    const gone = post(url, "gone", body, { "content-length": "800" });
    gone.write(body.slice(0, 700));
    while ((await send(url, "more", "y".repeat(700))) === "202 Accepted");
    gone.destroy();
    while ((await send(url, "more", "y".repeat(700))) !== "202 Accepted");
    expect(kept).not.toContain(body);
  });

  test("that are larger than GitHub sends are turned away, and no bit too soon", async () => {
    const url = await listen({ deliveries });
    const largest = "x".repeat(25 * 1024 * 1024);
    expect(await send(url, "largest", largest)).toBe("202 Accepted");
    const larger = post(url, "larger", `${largest}x`, { "transfer-encoding": "chunked" });
    larger.end(`${largest}x`);
    expect(await answerTo(larger)).toBe("413 The body is larger than GitHub sends");
  });

  test("that declare too great a length or no signature are refused before they arrive", async () => {
    const url = await listen({ deliveries });
    const long = post(url, "long", "", { "content-length": "26214401" });
    long.flushHeaders();
    expect(await answerTo(long)).toBe("413 The body is larger than GitHub sends");
    const unsigned = post(url, "unsigned", "", { "content-length": "2000", "x-hub-signature-256": "sha1=00" });
    unsigned.flushHeaders();
    expect(await answerTo(unsigned)).toBe("401 The signature does not match the secret");
  });

  test("that stall yield to those that arrive, and are ended", async () => {
    let at = 0;
    const intake = newWebhookIntake({ most: 1000, now: () => at });
    onTestFinished(() => intake.close());
    const url = await listen({ deliveries, intake });
    const stalling = ["one", "two", "three"].map((id) => {
      const request = post(url, id, "x".repeat(400), { "content-length": "400" });
      request.write("x".repeat(300));
      return answerTo(request);
    });
    // All three have arrived when nothing more fits.
    while ((await send(url, "probe", "y".repeat(400))) === "202 Accepted");
    at = 1_000;
    expect(await send(url, "honest", "z".repeat(900))).toBe("202 Accepted");
    expect(await Promise.all(stalling)).toEqual(stalling.map(() => "408 The body arrived too slowly"));
  });

  test("that arrive too slowly are ended although there is room", async () => {
    let at = 0;
    const intake = newWebhookIntake({ now: () => at });
    onTestFinished(() => intake.close());
    const url = await listen({ deliveries, intake });
    const slow = post(url, "slow", "x".repeat(400), { "content-length": "400" });
    slow.write("x");
    while ((await send(url, "probe")) !== "202 Accepted");
    at = 10_000;
    expect(await answerTo(slow)).toBe("408 The body arrived too slowly");
  });

  test("from elsewhere take no memory from preferred addresses", () => {
    const ranges = readAddressRanges("192.30.252.0/22, 2a0a:a440::/29");
    const intake = newWebhookIntake({ most: 100, preferred: ranges, now: () => 0 });
    onTestFinished(() => intake.close());
    const evicted: string[] = [];
    const begin = (address: string) => intake.begin(address, () => evicted.push(address));
    expect(begin("192.30.252.7").fits(60)).toBe(true);
    expect(begin("203.0.113.1").fits(40)).toBe(true);
    expect(begin("203.0.113.2").fits(10)).toBe(true);
    expect(begin("203.0.113.3").fits(50)).toBe(false);
    expect(begin("2a0a:a440::1").fits(30)).toBe(true);
    expect(evicted).toEqual(["203.0.113.1"]);
    expect(() => readAddressRanges("192.30.252.0")).toThrow("is not an address range");
  });

  test("that are more than their signature covers are refused", async () => {
    const url = await listen({ deliveries });
    const request = post(url, "1", "{}");
    request.end("{} ");
    expect(await answerTo(request)).toBe("401 The signature does not match the secret");
  });
});
