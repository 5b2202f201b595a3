// Server processes that share a PostgreSQL, one of which is killed at the worst time.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { openModelStandin } from "../src/standin/models/open.ts";
import type { CallRecord } from "../src/world/models/record.ts";
import { openStore } from "../src/world/store/open-store.ts";
import type { Store } from "../src/world/store/store.ts";
import { childrenOf, lives } from "./support/child-processes.ts";
import { databases } from "./support/databases.ts";
import { openServerShop, until, type ServerShop } from "./support/server-shop.ts";
import { replyOf, unitOf } from "./support/with-models.ts";
import { main } from "./support/packed-build.ts";

interface Running {
  child: ChildProcess;
  url: string;
  /** What it logged, a line each. */
  log: string[];
}

async function startProcess(
  role: string,
  server: ServerShop,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Running> {
  const { folder } = server.github.hub;
  const key = join(folder, "key.pem");
  writeFileSync(key, server.app.privateKey!, { mode: 0o600 });
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--role", role], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      DATABASE_URL: databaseUrl,
      CROSSCHECK_GITHUB_HOST: server.github.host,
      CROSSCHECK_APP_ID: String(server.app.id),
      CROSSCHECK_APP_KEY: key,
      CROSSCHECK_WEBHOOK_SECRET: server.app.webhookSecret!,
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => log.push(line));
  const [said] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, log, url: /http:\/\/[\d.:]+/.exec(said)?.[0] ?? said };
}

/** The first to add a job says how long one may be silent; with so short a time, a dead process is noticed soon. */
async function openWithShortLease(place: Parameters<typeof openStore>[0]): Promise<Store> {
  const store = await openStore(place, { jobs: { leaseMs: 2_000 } });
  onTestFinished(async () => await store.close());
  const none = { pull: { host: "none", owner: "none", repo: "none", number: 1 }, installation: null, request: null };
  await store.jobs.add({ kind: "review-pull", key: "none", data: none });
  return store;
}

test.skipIf(databases[1]!.skip)(
  "a worker that is killed while it reviews leaves its review to another, which posts it once; told to stop, all end well",
  async () => {
    const { place } = await databases[1]!.newPlace();
    const { databaseUrl } = place as { databaseUrl: string };
    const server = await openServerShop(databases[0]!.newPlace);
    onTestFinished(async () => await server.close());
    const store = await openWithShortLease(place);
    const [web, doomed] = await Promise.all([
      startProcess("web", server, databaseUrl),
      startProcess("worker", server, databaseUrl),
    ]);
    server.app.webhookUrl = `${web.url}/webhook`;
    await server.openPull();
    await until(() => server.fetched.length > 0);
    doomed.child.kill("SIGKILL");
    const worker = await startProcess("worker", server, databaseUrl);
    await until(() => worker.log.some((line) => line.includes('"what":"posted"')));
    expect(server.deeds().toSorted()).toEqual(["comment", "create-check-run", "review"]);
    expect([(await fetch(`${worker.url}/readyz`)).status, (await fetch(`${web.url}/readyz`)).status]).toEqual([
      200, 200,
    ]);
    for (const { child } of [web, worker]) {
      child.kill("SIGTERM");
      await once(child, "exit");
      // By itself, having put away what it held.
      expect([child.exitCode, child.signalCode]).toEqual([0, null]);
    }
    expect((await store.jobs.depth()).every(({ running }) => running === 0)).toBe(true);
  },
  180_000,
);

test.skipIf(databases[1]!.skip)(
  "what a model answered before its server was killed is not paid for again, and the reader that was left asks no more",
  async () => {
    const { place } = await databases[1]!.newPlace();
    const { databaseUrl } = place as { databaseUrl: string };
    const server = await openServerShop(databases[0]!.newPlace);
    onTestFinished(async () => await server.close());
    const store = await openWithShortLease(place);
    const asked: { body: string; unit: string }[] = [];
    const gate = Promise.withResolvers<void>();
    const vendor = await openModelStandin({
      key: "a-key",
      async script(one) {
        asked.push({ body: JSON.stringify(one.body), unit: unitOf(one) });
        // Only the first is answered while the first server lives.
        if (asked.length > 1) await gate.promise;
        return replyOf(undefined);
      },
    });
    onTestFinished(async () => {
      gate.resolve();
      await vendor.close();
    });
    const config = join(server.github.hub.folder, "config.yml");
    writeFileSync(config, `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: ${vendor.url("anthropic")}\n`);
    const more = { CROSSCHECK_CONFIG: config, ANTHROPIC_API_KEY: "a-key" };
    const doomed = await startProcess("all", server, databaseUrl, more);
    server.app.webhookUrl = `${doomed.url}/webhook`;
    await server.openPull();
    await until(async () => (await store.records.spent(0)) > 0 && asked.length > 2);
    const spent = await store.records.spent(0);
    const readers = childrenOf(doomed.child.pid!);
    doomed.child.kill("SIGKILL");
    await until(() => !readers.some(lives));
    const before = asked.length;
    gate.resolve();
    const worker = await startProcess("worker", server, databaseUrl, more);
    await until(() => worker.log.some((line) => line.includes('"what":"posted"')));
    const [first, ...others] = asked;
    expect(asked.filter(({ body }) => body === first!.body)).toHaveLength(1);
    // The same questions again, and no others: those that were broken off.
    expect(new Set(asked.slice(before).map(({ body }) => body))).toEqual(new Set(others.map(({ body }) => body)));
    const [kept] = await store.records.reviews(1);
    const calls = (await store.records.callsOf(kept!.run)).map((call) => JSON.parse(call) as CallRecord);
    expect(calls.map(({ unit }) => unit).toSorted()).toEqual([...new Set(asked.map(({ unit }) => unit))].toSorted());
    expect(await store.records.spent(0)).toBeCloseTo(
      calls.reduce((sum, { cost }) => sum + (cost.money ?? 0), 0),
      10,
    );
    expect(await store.records.spent(0)).toBeGreaterThan(spent);
    expect(server.deeds().toSorted()).toEqual(["comment", "create-check-run", "review"]);
  },
  180_000,
);
