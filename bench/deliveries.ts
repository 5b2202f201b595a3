// Webhooks as they come: repeated, shuffled, lost, reordered and forged.
//   500 deliveries on 50 pull requests of the stand-in, each sent 5 times in one shuffled order: 500 effects, none doubled;
//   then others of which 30% are never sent: what is missing is found by the sweep. On SQLite, and on PostgreSQL with two
//   replicas. 10,000 reorderings of one pull request's events: the same end. 10,000 forged webhooks: none accepted.
//   node bench/deliveries.ts [--pulls 50] [--reorderings 10000] [--forged 10000] [--only repeated,reordered,forged]
//     [--on sqlite,postgresql]
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { newMetrics } from "../src/app/server/metrics.ts";
import { serve } from "../src/app/server/serve.ts";
import type { DataPlace } from "../src/world/store/data-folder.ts";
import { openStore } from "../src/world/store/open-store.ts";
import { postgresPrograms } from "../test/support/postgres-programs.ts";
import { newDatabaseIn, startCluster, stopped } from "../test/support/postgres.ts";
import { effectsOf, shown } from "./deliveries/effects.ts";
import { bodies, forged, kindsOfForgery, rightOne, sendWebhook } from "./deliveries/forged.ts";
import { openReorderings, type Ended } from "./deliveries/reorderings.ts";
import { sendAll, shuffled } from "./deliveries/send.ts";
import { openShop, startServer, type Server, type Shop } from "./deliveries/shop.ts";
import { reordering } from "./deliveries/story.ts";
import { finish } from "./measure.ts";

const { values } = parseArgs({
  options: {
    pulls: { type: "string", default: "50" },
    reorderings: { type: "string", default: "10000" },
    forged: { type: "string", default: "10000" },
    only: { type: "string", default: "repeated,reordered,forged" },
    on: { type: "string", default: "sqlite,postgresql" },
  },
});
const seed = 1_729;
const minute = 60_000;

/** Ten deliveries on each pull request. */
async function busyDay(shop: Shop, pulls: number): Promise<void> {
  for (let n = 1; n <= pulls; n += 1) {
    const { pull, thread } = await shop.newPull(n, false);
    shop.github.comment(pull, "ada", "@crosscheck why?");
    await shop.push(pull, "one");
    shop.github.reply(thread, "ada", "@crosscheck how so?");
    shop.requestReview(pull);
    await shop.push(pull, "two");
    shop.github.editPull(pull, { body: "More of the same." });
    await shop.github.review(pull, "ada", { body: "@crosscheck explain" });
    shop.github.resolve(thread, "ada");
    shop.askAgain(pull);
  }
}

/** Three or four deliveries on each; every fifth is a draft first. */
async function lossyDay(shop: Shop, pulls: number): Promise<void> {
  for (let n = 1; n <= pulls; n += 1) {
    const { pull, thread } = await shop.newPull(n, n % 5 === 0);
    if (n % 2 === 0) await shop.push(pull, "one");
    shop.github.comment(pull, "ada", "@crosscheck why?");
    shop.github.reply(thread, "ada", "@crosscheck how so?");
    if (n % 5 === 0) shop.github.editPull(pull, { draft: false });
  }
}

type Told = Awaited<ReturnType<Shop["told"]>>;

async function withServer<T>(
  folder: string,
  { place, replicas }: { place: DataPlace; replicas: number },
  run: (shop: Shop, server: Server) => Promise<T>,
): Promise<T> {
  const shop = await openShop(folder);
  const server = await startServer(shop, place, replicas);
  try {
    return await run(shop, server);
  } finally {
    await server.stop();
    await shop.close();
  }
}

async function send(shop: Shop, server: Server, deliveries: Told) {
  const urls = server.replicas.map(({ serving }) => serving.url);
  const sent = await sendAll(deliveries, { urls, secret: shop.app.webhookSecret! });
  await server.atRest();
  return sent;
}

async function repeated(shop: Shop, server: Server, name: string, pulls: number): Promise<Record<string, boolean>> {
  await busyDay(shop, pulls);
  const told = await shop.told();
  const all = shuffled(
    told.flatMap((one) => Array.from({ length: 5 }, () => one)),
    seed,
  );
  const started = performance.now();
  const sent = await send(shop, server, all);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { store } = server.replicas[0]!;
  const effects = await effectsOf(shop, told, store);
  const unfinished = [];
  for (const { guid } of told) if (await store.deliveries.finish(guid, "not finished")) unfinished.push(guid);
  const failed = await store.jobs.failed(100);
  const left = shop.github.state.reactions.filter(({ user }) => user === shop.app.bot).length;
  console.log(
    `${name}: ${told.length} deliveries sent ${all.length} times in ${seconds} s: ${sent.accepted} accepted, ${sent.known} known already, ${sent.refused} refused; ${effects.once} effects, ${effects.doubled.length} doubled, ${failed.length} jobs given up, ${left} signs left standing`,
  );
  console.log(shown(effects));
  for (const one of [...effects.doubled, ...failed.map(({ why }) => why)].slice(0, 10)) console.log(`  ${one}`);
  return {
    [`${name}: each delivery accepted once`]: sent.accepted === told.length && sent.refused === 0,
    [`${name}: ${told.length} deliveries, ${told.length} effects`]: effects.once === told.length,
    [`${name}: nothing doubled`]: effects.doubled.length === 0,
    [`${name}: every delivery dealt with, no job given up`]: unfinished.length + failed.length + left === 0,
  };
}

async function dropped(shop: Shop, server: Server, name: string, pulls: number): Promise<Record<string, boolean>> {
  await lossyDay(shop, pulls);
  const told = await shop.told();
  const order = shuffled(told, seed);
  const lost = order.slice(0, Math.round(0.3 * told.length));
  await send(shop, server, order.slice(lost.length));
  const { store } = server.replicas[0]!;
  const before = await effectsOf(shop, told, store);
  const found = await server.sweep(10 * minute);
  await server.atRest();
  const after = await effectsOf(shop, told, store);
  const again = await server.sweep(30 * minute);
  await server.atRest();
  const end = await effectsOf(shop, told, store);
  console.log(
    `${name}: ${told.length} deliveries, ${lost.length} of them never sent: ${before.once} effects; after a sweep, which found ${found}, ${after.once}; a second one found ${again}; ${end.doubled.length} doubled`,
  );
  console.log(shown(after));
  return {
    [`${name}: 30% lost, and all healed by the sweep`]: before.once < told.length && after.once === told.length,
    [`${name}: a second sweep finds nothing, and nothing is doubled`]: again === 0 && end.doubled.length === 0,
  };
}

async function reordered(folder: string, count: number): Promise<Record<string, boolean>> {
  const store = await openStore({ folder: join(folder, "reordered") }, { jobs: { lookMs: 20, atOnce: 8 } });
  const reorderings = openReorderings(store);
  const cases = fc.sample(reordering, { numRuns: count, seed });
  const started = performance.now();
  const ended: Ended[] = [];
  for (let at = 0; at < cases.length; at += 500) ended.push(...(await reorderings.run(cases.slice(at, at + 500))));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  await reorderings.close();
  await store.close();
  const bad = ended.map(({ faults }, at) => ({ faults, at })).filter(({ faults }) => faults.length > 0);
  const late = ended.filter(({ live }) => !live);
  const reads = Math.max(...late.map((one) => one.reads));
  const deliveries = ended.reduce((sum, one) => sum + one.deliveries, 0);
  console.log(
    `${count} reorderings, ${deliveries} deliveries, in ${seconds} s: ${bad.length} with another end; a head was read ${reads} times at most`,
  );
  for (const { faults, at } of bad.slice(0, 5)) console.log(`  ${faults.join("; ")}: ${JSON.stringify(cases[at])}`);
  return {
    [`${count} reorderings: the same end`]: bad.length === 0,
    "what was read is not read again, in whatever order deliveries come": reads <= 1,
  };
}

async function forgeries(folder: string, count: number): Promise<Record<string, boolean>> {
  const secrets = { right: "It's a secret", other: "It's another secret" };
  const store = await openStore({ folder: join(folder, "forged") });
  const metrics = newMetrics();
  const serving = await serve({
    address: { host: "127.0.0.1", port: 0 },
    githubHost: "github.example",
    secret: secrets.right,
    store,
    role: "web",
    installation: () => {
      throw new Error("nobody works here");
    },
    read: async () => await Promise.reject(new Error("nobody reads here")),
    models: null,
    now: Date.now,
    metrics,
    log() {},
  });
  const url = `${serving.url}/webhook`;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const all = fc.sample(forged(secrets), { numRuns: count, seed });
  const statuses = new Map<string, number>();
  const taken: string[] = [];
  const started = performance.now();
  for (let at = 0; at < all.length; at += 16)
    await Promise.all(
      all.slice(at, at + 16).map(async (one) => {
        const status = await sendWebhook(url, agent, one);
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
        if (status === null || status < 400) taken.push(one.kind);
      }),
    );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const right = fc.sample(bodies, { numRuns: 100, seed });
  let accepted = 0;
  for (const [n, body] of right.entries())
    if ((await sendWebhook(url, agent, rightOne(body, secrets, n % 2 ? 50 : null))) === 202) accepted += 1;
  const counted = /deliveries_total\{outcome="accepted"\} (\d+)/.exec(metrics.text([]))?.[1];
  agent.destroy();
  await serving.stop();
  await store.close();
  const answers = [...statuses].map(([status, times]) => `${status}: ${times}`).join(", ");
  console.log(
    `${count} forged or altered webhooks of ${kindsOfForgery} kinds in ${seconds} s: ${taken.length} accepted (${answers}); then ${accepted} of ${right.length} right ones`,
  );
  return {
    [`${count} forged webhooks: none accepted`]: taken.length === 0 && counted === String(right.length),
    "right ones are still accepted": accepted === right.length,
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-deliveries-"));
  // Where nothing waits for a disk: ten thousand pull requests are a lot of transactions.
  const quick = existsSync("/dev/shm") ? mkdtempSync("/dev/shm/crosscheck-deliveries-") : folder;
  const only = values.only.split(",");
  const pulls = Number(values.pulls);
  const goals: Record<string, boolean> = {};
  try {
    if (only.includes("forged")) Object.assign(goals, await forgeries(quick, Number(values.forged)));
    if (only.includes("reordered")) Object.assign(goals, await reordered(quick, Number(values.reorderings)));
    if (only.includes("repeated")) {
      const days = async (name: string, place: (day: string) => Promise<DataPlace>, replicas: number) => {
        for (const [day, run] of [
          ["repeated", repeated],
          ["dropped", dropped],
        ] as const) {
          const data = { place: await place(day), replicas };
          const at = join(folder, name, day);
          const part = await withServer(at, data, async (shop, server) => await run(shop, server, name, pulls));
          Object.assign(goals, part);
        }
      };
      const on = values.on.split(",");
      if (on.includes("sqlite")) await days("SQLite", async (day) => ({ folder: join(quick, day) }), 1);
      if (!on.includes("postgresql")) console.log("PostgreSQL: not asked for");
      else if (postgresPrograms() === null) console.log("PostgreSQL is not installed: not tried");
      else {
        const cluster = mkdtempSync(join(tmpdir(), "crosscheck-postgres-"));
        const child = await startCluster(cluster);
        await days("PostgreSQL, 2 replicas", async () => ({ databaseUrl: await newDatabaseIn(cluster) }), 2);
        await stopped(child);
        rmSync(cluster, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(quick, { recursive: true, force: true });
  }
  finish(goals);
}

await main();
