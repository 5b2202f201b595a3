// Webhooks that are repeated, reordered, lost and forged. `bench/deliveries.ts` does the same thousands of times.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { effectsOf } from "../bench/deliveries/effects.ts";
import { bodies, forged, rightOne, sendWebhook } from "../bench/deliveries/forged.ts";
import { openReorderings, type Reorderings } from "../bench/deliveries/reorderings.ts";
import { sendAll, shuffled, type Sent } from "../bench/deliveries/send.ts";
import { openShop, startServer, type Server, type Shop } from "../bench/deliveries/shop.ts";
import { reordering } from "../bench/deliveries/story.ts";
import { serve } from "../src/app/server/serve.ts";
import type { WebhookDelivery } from "../src/standin/github/state.ts";
import { openStore } from "../src/world/store/open-store.ts";
import type { Store } from "../src/world/store/store.ts";
import { databases } from "./support/databases.ts";

describe.each(databases)("with its data in $name", ({ name, skip, newPlace }) => {
  describe.skipIf(skip)("a server", () => {
    const replicas = name === "SQLite" ? 1 : 2;

    async function open(): Promise<{
      shop: Shop;
      server: Server;
      send(all: readonly WebhookDelivery[]): Promise<Sent>;
    }> {
      const folder = mkdtempSync(join(tmpdir(), "crosscheck-deliveries-"));
      const { place, remove } = await newPlace();
      const shop = await openShop(folder);
      const server = await startServer(shop, place, replicas);
      onTestFinished(async () => {
        await server.stop();
        await shop.close();
        remove();
        rmSync(folder, { recursive: true, force: true });
      });
      const urls = server.replicas.map(({ serving }) => serving.url);
      const send = async (all: readonly WebhookDelivery[]) => {
        const sent = await sendAll(all, { urls, secret: shop.app.webhookSecret! });
        await server.atRest();
        return sent;
      };
      return { shop, server, send };
    }

    test("does once what is told five times in any order", async () => {
      const { shop, server, send } = await open();
      for (const n of [1, 2]) {
        const { pull, thread } = await shop.newPull(n, false);
        shop.github.comment(pull, "ada", "@crosscheck why?");
        shop.github.reply(thread, "ada", "@crosscheck how so?");
        await shop.push(pull, "more");
        await shop.github.review(pull, "ada", { body: "@crosscheck explain" });
        shop.github.resolve(thread, "ada");
        shop.askAgain(pull);
      }
      const told = await shop.told();
      const seed = fc.sample(fc.nat(), 1)[0]!;
      const five = told.flatMap((one) => Array.from({ length: 5 }, () => one));
      const sent = await send(shuffled(five, seed));
      expect({ seed, ...sent }).toEqual({ seed, accepted: told.length, known: 4 * told.length, refused: 0 });
      const { once, doubled } = await effectsOf(shop, told, server.replicas[0]!.store);
      expect({ seed, once, doubled }).toEqual({ seed, once: told.length, doubled: [] });
    });

    test("finds heads, drafts made ready and calls that it was never told of, once", async () => {
      const { shop, server, send } = await open();
      const missed = await shop.newPull(1, false);
      shop.github.comment(missed.pull, "ada", "@crosscheck why?");
      shop.github.reply(missed.thread, "ada", "@crosscheck how so?");
      const draft = await shop.newPull(2, true);
      await send(await shop.told().then((all) => all.filter(({ payload }) => payload.includes('"number":2,'))));
      const place = (number: number) => `${shop.github.host}/acme/shop#${number}`;
      const { store } = server.replicas[0]!;
      expect(await store.rounds.of(place(2))).toEqual([]);
      shop.github.editPull(draft.pull, { draft: false });

      const told = await shop.told();
      // Two heads; of what was said just now the webhook may still be on its way.
      expect(await server.sweep(0)).toBe(2);
      await server.atRest();
      expect(await server.sweep(10 * 60_000)).toBe(2);
      await server.atRest();
      const { once, doubled } = await effectsOf(shop, told, store);
      expect({ once, doubled }).toEqual({ once: told.length, doubled: [] });
      expect(await server.sweep(30 * 60_000)).toBe(0);
      await server.atRest();
      expect(server.log.filter(({ what }) => what === "answered")).toHaveLength(2);
    });

    test("hears by the sweep nobody whom it would not have heard by a webhook", async () => {
      const { shop, server } = await open();
      const { pull, thread } = await shop.newPull(1, false);
      shop.github.user("linter[bot]", { type: "Bot" });
      shop.github.comment(pull, "linter[bot]", "@crosscheck why?");
      shop.github.comment(pull, shop.app.bot, "@crosscheck why?");
      shop.github.comment(pull, "ada", "@crosscheck-fan why?");
      shop.github.reply(thread, "linter[bot]", "hm");
      shop.github.reply(thread, shop.app.bot, "@crosscheck hm");
      await server.sweep(10 * 60_000);
      await server.atRest();
      expect(server.log.filter(({ what }) => what === "answered")).toEqual([]);
      expect(shop.github.ledger.wire("reply", "react")).toEqual([]);
    });
  });
});

describe("a pull request's events", () => {
  let folder: string;
  let store: Store;
  let reorderings: Reorderings;
  beforeAll(async () => {
    // Where nothing waits for a disk: these are thousands of transactions.
    folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crosscheck-reordered-"));
    store = await openStore({ folder }, { jobs: { lookMs: 20, atOnce: 8 } });
    reorderings = openReorderings(store);
  });
  afterAll(async () => {
    await reorderings.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test("come to the same end in whatever order, and however often, they arrive", async () => {
    // Many at once, since each is a pull request of its own.
    const many = fc.array(reordering, { minLength: 12, maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(many, async (given) => {
        const ended = await reorderings.run(given);
        expect(ended.flatMap(({ faults }, at) => faults.map((fault) => ({ fault, given: given[at] })))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  }, 180_000);
});

test("nothing that GitHub did not send is accepted, and what it did send still is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-forged-"));
  const store = await openStore({ folder });
  const secrets = { right: "It's a secret", other: "It's another secret" };
  const unasked = () => {
    throw new Error("nobody works here");
  };
  const serving = await serve({
    address: { host: "127.0.0.1", port: 0 },
    githubHost: "github.example",
    secret: secrets.right,
    store,
    role: "web",
    installation: unasked,
    read: unasked,
    models: null,
    now: Date.now,
    log() {},
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(async () => {
    agent.destroy();
    await serving.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const url = `${serving.url}/webhook`;
  await fc.assert(
    fc.asyncProperty(forged(secrets), async (webhook) => {
      const status = await sendWebhook(url, agent, webhook);
      expect([400, 401, 405]).toContain(status);
      const id = webhook.headers.find(([header]) => header === "x-github-delivery")?.[1] ?? "";
      // Not there: the store takes it for new.
      if (/-\d+$/.test(id))
        expect(await store.deliveries.accept({ id, event: "ping", body: "", receivedAt: 0 })).toBe(true);
      await store.deliveries.finish(id, "never came");
    }),
    { numRuns: 500 },
  );
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom(null, 1, 50), async (body, chunk) => {
      expect(await sendWebhook(url, agent, rightOne(body, secrets, chunk))).toBe(202);
    }),
    { numRuns: 50 },
  );
});
