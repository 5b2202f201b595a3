// How fast webhooks are acknowledged: signed bodies of 24 kB over connections that are kept alive, to `crosscheck serve` on
// either database, which stores each before it answers and gives out its job meanwhile, beside Probot's own server with a
// handler that does nothing and keeps nothing. The load is on a core of its own.
//   node bench/webhooks.ts [deliveries a run]
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installApp } from "../src/standin/github/apps/install.ts";
import { openStandin } from "../src/standin/github/standin.ts";
import { openStore } from "../src/world/store/open-store.ts";
import type { Store } from "../src/world/store/store.ts";
import { registerApp } from "../test/support/github-app.ts";
import { newDatabaseIn, startCluster, stopped } from "../test/support/postgres.ts";
import { describe, finish } from "./measure.ts";
import { bodyBytes } from "./webhooks/deliveries.ts";
import type { Load, Loaded } from "./webhooks/load.ts";
import { onCore, startFloor, startOurs, startProbot, type Contestant } from "./webhooks/servers.ts";

const rounds = 3;
const connections = 32;
const count = Number(process.argv[2] ?? 4000);
const loadProgram = fileURLToPath(new URL("webhooks/load.ts", import.meta.url));

interface Measured {
  contestant: Contestant;
  /** Of ours: to see when the last job was given out. */
  store: Store | null;
  rates: number[];
  /** Of each run: until the last delivery had its job, after the last was acknowledged. */
  settled: number[];
}

const folder = mkdtempSync(join(tmpdir(), "crosscheck-webhooks-"));
const undo: (() => Promise<unknown> | void)[] = [];

async function send(load: Omit<Load, "secret" | "template" | "connections">): Promise<Loaded> {
  const [command, ...before] = [...onCore(1), process.execPath, loadProgram];
  const given: Load = { ...load, secret, template, connections };
  const { stdout } = await promisify(execFile)(command, [...before, JSON.stringify(given)], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Loaded;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long it took from now until everything was given to jobs. */
async function settle(store: Store | null): Promise<number> {
  if (!store) return 0;
  const start = performance.now();
  while ((await store.deliveries.pending(1)).length > 0) await wait(20);
  return (performance.now() - start) / 1000;
}

async function measure({ contestant, store, rates, settled }: Measured): Promise<void> {
  const { seconds, ms, statuses, busy } = await send({ url: contestant.url, count });
  const rate = count / seconds;
  rates.push(rate);
  settled.push(await settle(store));
  const took = [0.5, 0.99].map((share) => percentile(ms, share).toFixed(1)).join(" and ");
  const after = store ? `; the last job ${settled.at(-1)!.toFixed(1)} s later` : "";
  console.log(
    `${contestant.name.padEnd(26)} ${rate.toFixed(0).padStart(6)} a second; median and 99th percentile ${took} ms; the load was ${Math.round(busy * 100)} % busy${after}`,
  );
  const wrong = Object.keys(statuses).filter((status) => !status.startsWith("2"));
  if (wrong.length > 0) throw new Error(`${contestant.name} answered ${JSON.stringify(statuses)}`);
}

/** 100 a second for ten seconds, whatever the answers take. */
async function paced({ contestant, store }: Measured): Promise<number> {
  const { ms, statuses } = await send({ url: contestant.url, count: 1000, pace: 100 });
  await settle(store);
  const [median, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  console.log(
    `${contestant.name.padEnd(26)} 1,000 in 10 s: median ${median.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms, longest ${ms.at(-1)!.toFixed(1)} ms; answers ${JSON.stringify(statuses)}`,
  );
  return p99;
}

function medianOf(numbers: readonly number[]): number {
  return describe(numbers).value;
}

const github = await openStandin({
  folder: join(folder, "hub"),
  clock: { now: Date.now },
  path: process.env["PATH"] ?? "",
});
undo.push(() => github.close());
const secret = "It's a secret";
const key = join(folder, "key.pem");
const template = join(folder, "payload.json");

/** As GitHub words it, by the stand-in that keeps to GitHub's schemas. */
async function prepare(): Promise<{ appId: number }> {
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: { "a.txt": "a" } }]);
  const app = await registerApp(github, { contents: "read", events: ["pull_request"] });
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  // Nobody is there; what would have been sent is kept.
  app.webhookUrl = "http://127.0.0.1:9/webhook";
  await github.push(shop, "side", [{ message: "feat: b", files: { "b.txt": "b" } }], { from: "main", by: "ada" });
  await github.openPull(shop, "ada", { title: "feat: b", head: "side", body: "" });
  await github.webhooks.settled();
  app.webhookUrl = null;
  writeFileSync(key, app.privateKey!, { mode: 0o600 });
  writeFileSync(template, github.state.deliveries.find(({ event }) => event === "pull_request")!.payload);
  return { appId: app.id };
}

async function ours(name: string, appId: number, databaseUrl?: string): Promise<Measured> {
  const home = join(folder, databaseUrl === undefined ? "embedded" : "shared");
  mkdirSync(home);
  const settings = { appId, key, secret, githubHost: github.host, ...(databaseUrl !== undefined && { databaseUrl }) };
  const contestant = await startOurs(name, home, settings);
  undo.push(contestant.stop);
  const store = await openStore(databaseUrl === undefined ? { folder: join(home, "data") } : { databaseUrl });
  undo.push(() => store.close());
  return { contestant, store, rates: [], settled: [] };
}

async function peer(started: Promise<Contestant>): Promise<Measured> {
  const contestant = await started;
  undo.push(contestant.stop);
  return { contestant, store: null, rates: [], settled: [] };
}

try {
  const { appId } = await prepare();
  // Not inside the other: PostgreSQL may run as a user of its own.
  const cluster = mkdtempSync(join(tmpdir(), "crosscheck-webhooks-pg-"));
  undo.push(() => rmSync(cluster, { recursive: true, force: true }));
  const postgres = await startCluster(cluster, { durable: true });
  undo.push(() => stopped(postgres));
  const probot = await peer(startProbot(folder, { key, secret }));
  const floor = await peer(startFloor());
  const embedded = await ours("crosscheck on SQLite", appId);
  const shared = await ours("crosscheck on PostgreSQL", appId, await newDatabaseIn(cluster));
  const all = [floor, probot, embedded, shared];

  console.log(
    `${count} deliveries a run, ${bodyBytes} bytes each, ${connections} connections; ` +
      (onCore(0).length > 0
        ? "servers on core 0, the load on core 1, PostgreSQL's processes where the kernel puts them"
        : "taskset is missing: servers and load share the cores"),
  );
  console.log(
    "SQLite: journal_mode = wal, synchronous = full; PostgreSQL: its defaults (fsync and synchronous_commit on)",
  );
  for (const { contestant, store } of all) {
    await send({ url: contestant.url, count: 3000 });
    await settle(store);
  }
  for (let round = 0; round < rounds; round++) for (const one of all) await measure(one);
  const rate = (one: Measured) => medianOf(one.rates);
  for (const one of all)
    console.log(`${one.contestant.name.padEnd(26)} ${rate(one).toFixed(0).padStart(6)} a second, the median`);
  const [onSqlite, onPostgres] = [rate(embedded) / rate(probot), rate(shared) / rate(probot)];
  console.log(`times Probot's rate: ${onSqlite.toFixed(2)} on SQLite, ${onPostgres.toFixed(2)} on PostgreSQL`);
  const late = [await paced(embedded), await paced(shared)];
  finish({
    "the load could do more than was asked of it: the floor is above every server": all.every(
      (one) => one === floor || rate(one) < rate(floor),
    ),
    "SQLite: at least 1.3 times Probot's rate": onSqlite >= 1.3,
    "PostgreSQL: at least 0.7 times Probot's rate": onPostgres >= 0.7,
    "SQLite: 99 of 100 within 250 ms, at 1,000 in 10 s": late[0]! < 250,
    "PostgreSQL: 99 of 100 within 250 ms, at 1,000 in 10 s": late[1]! < 250,
  });
} finally {
  for (const step of undo.toReversed()) await step();
  rmSync(folder, { recursive: true, force: true });
}
