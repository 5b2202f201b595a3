// kill -9 of servers that review: real `crosscheck serve` processes, several on a real PostgreSQL or one on SQLite, killed at
// random moments and at the very moments that matter (a delivery taken, git fetching, a model asked, its answer on its way or
// just there, a write to GitHub on its way or just done), and started again at once. By the ledger of the GitHub stand-in:
// nothing lost, nothing doubled. By that of the models' stand-in: no finished call paid for twice.
// With --restarts, PostgreSQL is restarted instead, in turn as an operator does (fast) and as after a crash (immediate).
//   node bench/server-kill.ts [--reviews 500] [--kills 200 | --restarts 100] [--database postgres|sqlite] [--replicas 3] [--seed 1] [--log file] [--packed]
// `--packed`: as it is published (after `node scripts/build.ts`), which starts several times faster.
// Webhooks go to a replica that lives, as through a proxy; the sweep every 15 minutes is left on.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { DataPlace } from "../src/world/store/data-folder.ts";
import { openStore } from "../src/world/store/open-store.ts";
import type { Store } from "../src/world/store/store.ts";
import { newDatabaseIn, restartCluster, startCluster, stopped } from "../test/support/postgres.ts";
import { finish } from "./measure.ts";
import { openBalancer, openHub, type Balancer, type Hub } from "./server-kill/hub.ts";
import { moments as allMoments, newMoments, type Moment, type Moments } from "./server-kill/moments.ts";
import { startReplica, type Replica } from "./server-kill/replicas.ts";
import { newVendor, type Vendor } from "./server-kill/vendor.ts";

const { values } = parseArgs({
  options: {
    reviews: { type: "string", default: "500" },
    kills: { type: "string", default: "200" },
    restarts: { type: "string" },
    database: { type: "string", default: "postgres" },
    replicas: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    log: { type: "string" },
    packed: { type: "boolean", default: false },
  },
});
const reviews = Number(values.reviews);
const restarts = Number(values.restarts ?? 0);
const kills = restarts > 0 ? restarts : Number(values.kills);
const isPacked = values.packed;
const isPostgres = values.database === "postgres";
const replicaCount = isPostgres ? Number(values.replicas) : 1;
/** So many new ones at once: a machine with few cores must get on with them. */
const newAtOnce = 5;
/** Those that wait because their process was killed are no work. */
const newForMs = 20_000;
const openAtOnce = 16;
/** Longer than the ten seconds after which a server shows that it lives. */
const leaseMs = 15_000;
const deed = restarts > 0 ? "restarts of PostgreSQL" : "kills";
const draw = draws(Number(values.seed));

const folder = mkdtempSync(join(tmpdir(), "crosscheck-server-kill-"));
const undo: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
const started = performance.now();
const seconds = () => Math.round((performance.now() - started) / 1000);

process.setMaxListeners(100);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  await main();
} finally {
  for (const one of undo.toReversed()) await one();
}

async function main(): Promise<void> {
  const { place, restart } = isPostgres
    ? await newPostgres()
    : { place: { folder: join(folder, "data") }, restart: async () => {} };
  const store = await openPlace(place);
  const hub = await openHub(join(folder, "hub"));
  undo.push(() => hub.close());
  const events = newMoments<Replica>();
  const vendor = newVendor(store.records, async () => await wait(100 + 400 * draw()));
  undo.push(() => vendor.close());
  const log: string[] = [];
  const replicas = await startReplicas(place, hub, vendor, events, log);
  watchGitHub(hub, replicas, events);
  const living = () => replicas.flatMap((one) => one.url() ?? []);
  const balancer = await openBalancer(living, (url) => {
    events.happens("accepted", replicas.find((one) => one.url() === url) ?? null);
  });
  undo.push(() => balancer.close());
  hub.app.webhookUrl = balancer.url;

  const progress = { opened: 0, done: hub.tally.done };
  const opening = openAll(hub, progress);
  const killed = restarts > 0 ? await restartAll(restart, progress) : await killAll(replicas, events, progress);
  console.log(`${seconds()} s: ${killed.count} ${deed} are over, ${progress.done()} of ${reviews} reviews are there`);
  await opening;
  await hub.github.webhooks.settled();
  await settled(store, progress);
  const ended = replicas.reduce((sum, one) => sum + one.lost(), 0);
  for (const one of replicas) await one.stop();
  await report({ hub, store, vendor, killed, log, balancer, ended });
}

async function newPostgres(): Promise<{ place: DataPlace; restart(signal: NodeJS.Signals): Promise<void> }> {
  // Not in the other folder: PostgreSQL runs as a user of its own.
  const cluster = mkdtempSync(join(tmpdir(), "crosscheck-server-kill-"));
  undo.push(() => rmSync(cluster, { recursive: true, force: true }));
  let child = await startCluster(cluster);
  undo.push(() => stopped(child));
  const restart = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
    child = await restartCluster(cluster);
  };
  return { place: { databaseUrl: await newDatabaseIn(cluster) }, restart };
}

/** The first to add a job of a kind says how long one may be silent; who looks for silent ones every second is this store. */
async function openPlace(place: DataPlace): Promise<Store> {
  const first = await openStore(place, { jobs: { leaseMs } });
  const none = { pull: { host: "none", owner: "none", repo: "none", number: 1 }, installation: null, request: null };
  await first.jobs.add({ kind: "review-pull", key: "none", data: none });
  await first.close();
  const store = await openStore(place, { jobs: { leaseMs: 2_000 } });
  undo.push(() => store.close());
  return store;
}

async function startReplicas(place: DataPlace, hub: Hub, vendor: Vendor, events: Moments<Replica>, log: string[]) {
  const key = join(folder, "key.pem");
  writeFileSync(key, hub.app.privateKey!, { mode: 0o600 });
  const env = {
    CROSSCHECK_GITHUB_HOST: hub.github.host,
    CROSSCHECK_APP_ID: String(hub.app.id),
    CROSSCHECK_APP_KEY: key,
    CROSSCHECK_WEBHOOK_SECRET: hub.app.webhookSecret!,
    ...("databaseUrl" in place && { DATABASE_URL: place.databaseUrl }),
  };
  const args = "folder" in place ? ["--data", place.folder] : [];
  const githubPort = Number(hub.github.host.split(":")[1]);
  const replicas: Replica[] = [];
  for (let n = 0; n < replicaCount; n++) {
    const self = () => replicas[n] ?? null;
    const models = await vendor.open({
      asked: () => events.happens("asked", self()),
      answering() {
        events.happens("answering", self());
        setTimeout(() => events.happens("answered", self()), 60 * draw());
      },
    });
    const modelUrl = models.url("anthropic");
    const said = (line: string) => {
      log.push(line);
      if (values.log) appendFileSync(values.log, `${n} ${line}\n`);
    };
    replicas.push(
      await startReplica({ name: `replica-${n}`, folder, githubPort, modelUrl, env, args, isPacked, said }),
    );
  }
  undo.push(async () => void (await Promise.all(replicas.map((one) => one.stop()))));
  return replicas;
}

function watchGitHub(hub: Hub, replicas: readonly Replica[], events: Moments<Replica>): void {
  hub.github.handlers.unshift(async (request, response, { pathname }) => {
    const from = replicas.find(({ ports }) => ports.has(request.socket.remotePort!)) ?? null;
    if (pathname.includes(".git/")) events.happens("fetch", null);
    // GraphQL reads by POST too; a kill at one of those is as good as another.
    else if (request.method !== "GET" && from !== null && !pathname.includes("access_tokens")) {
      events.happens("write", from);
      response.once("finish", () => events.happens("written", from));
    }
    return false;
  });
}

interface Progress {
  opened: number;
  done(): number;
}

async function openAll(hub: Hub, progress: Progress): Promise<void> {
  const isRoom = () => {
    const open = hub.tally.open();
    return open.filter((at) => Date.now() - at < newForMs).length < newAtOnce && open.length < openAtOnce;
  };
  for (let n = 0; n < reviews; n++) {
    while (!isRoom()) await wait(50);
    await hub.openPull(n);
    progress.opened += 1;
  }
}

interface Killed {
  count: number;
  at: Map<Moment, number>;
  /** How long a reader outlived its server, in milliseconds. */
  outlived: number[];
}

/** So many for each review that is done: were it by the clock, a slow machine would never end. */
async function killAll(replicas: readonly Replica[], events: Moments<Replica>, progress: Progress): Promise<Killed> {
  const killed: Killed = { count: 0, at: new Map(), outlived: [] };
  const dying = new Set<Replica>();
  const ends: Promise<void>[] = [];
  let told = 0;
  while (killed.count < kills && progress.done() < reviews) {
    if (progress.done() < (killed.count * 0.9 * reviews) / kills) {
      await wait(20);
      continue;
    }
    const moment = allMoments[Math.floor(draw() * allMoments.length)]!;
    if (moment === "any") await wait(1000 * draw());
    const heard = moment === "any" ? { to: null } : await events.next(moment, 5_000);
    const free = replicas.filter((one) => one.url() !== null && !dying.has(one));
    const target = heard?.to && free.includes(heard.to) ? heard.to : free[Math.floor(draw() * free.length)];
    if (target === undefined) continue;
    dying.add(target);
    const was = heard === null ? "any" : moment;
    killed.at.set(was, (killed.at.get(was) ?? 0) + 1);
    killed.count += 1;
    ends.push(
      target.kill().then((ms) => {
        killed.outlived.push(ms);
        dying.delete(target);
      }),
    );
    if (seconds() - told >= 15) {
      told = seconds();
      console.log(`${told} s: ${killed.count} kills, ${progress.done()} reviews of ${progress.opened} opened`);
    }
  }
  await Promise.all(ends);
  return killed;
}

/** Spread over the reviews, as kills are; each waits a moment, so that some find the pool idle and some in a transaction. */
async function restartAll(restart: (signal: NodeJS.Signals) => Promise<void>, progress: Progress): Promise<Killed> {
  const killed: Killed = { count: 0, at: new Map(), outlived: [] };
  while (killed.count < kills) {
    if (progress.done() < (killed.count * 0.9 * reviews) / kills) {
      await wait(20);
      continue;
    }
    await wait(500 * draw());
    // Fast, or immediate.
    await restart(killed.count % 2 === 0 ? "SIGINT" : "SIGQUIT");
    killed.count += 1;
    if (killed.count % 10 === 0) console.log(`${seconds()} s: ${killed.count} restarts, ${progress.done()} reviews`);
  }
  return killed;
}

/** Until nothing waits and nothing runs any more. */
async function settled(store: Store, progress: Progress): Promise<void> {
  let told = seconds();
  for (;;) {
    const depth = await store.jobs.depth();
    if (
      depth.every(({ waiting, running }) => waiting + running === 0) &&
      (await store.deliveries.pending(1)).length === 0
    )
      return;
    if (seconds() - told >= 15) {
      told = seconds();
      console.log(`${told} s: ${progress.done()} reviews; ${JSON.stringify(depth)}`);
    }
    await wait(500);
  }
}

interface Ran {
  hub: Hub;
  store: Store;
  vendor: Vendor;
  killed: Killed;
  log: readonly string[];
  balancer: Balancer;
  /** Processes that ended by themselves. */
  ended: number;
}

async function report({ hub, store, vendor, killed, log, balancer, ended }: Ran): Promise<void> {
  const { requests, questions, afterKept, afterAnswered, afterBroken } = vendor.paid();
  const [lost, doubled, failed] = [hub.tally.lost(), hub.tally.doubled(), await store.jobs.failed(1000)];
  const outlived = killed.outlived.filter((ms) => ms > 0).toSorted((one, other) => one - other);
  const said = (what: string) => log.filter((line) => line.includes(`"what":"${what}"`)).length;
  for (const one of [...lost, ...doubled].slice(0, 20)) console.log(`  ${one}`);
  for (const { key, why, attempts } of failed.slice(0, 20)) console.log(`  given up: ${key} after ${attempts}: ${why}`);
  console.log(
    `${reviews} reviews, ${killed.count} ${deed} with ${replicaCount} replicas on ${isPostgres ? "PostgreSQL" : "SQLite"} in ${seconds()} s`,
  );
  if (restarts === 0)
    console.log(`killed at: ${[...killed.at].map(([moment, count]) => `${moment} ${count}`).join(", ")}`);
  console.log(
    `readers that were left outlived their server by ${Math.round(outlived.at(outlived.length >> 1) ?? 0)} ms (median of ${outlived.length}), ${Math.round(outlived.at(-1) ?? 0)} ms at most`,
  );
  console.log(
    `processes that ended by themselves: ${ended}; deliveries: ${balancer.again()} sent on to another replica or again, ${balancer.failed()} not taken at all; ${said("failed")} attempts failed, ${hub.tally.edits()} texts written over in place`,
  );
  console.log(`lost ${lost.length}, doubled ${doubled.length}, jobs given up ${failed.length}`);
  console.log(
    `the vendor was asked ${requests} times, ${questions} different questions: asked again ${afterKept} whose answer was kept, ` +
      `${afterAnswered} whose answer was on its way or not yet kept, ${afterBroken} that were never answered`,
  );
  finish({
    "each kill or restart took place": killed.count === kills,
    "no process ended by itself": ended === 0,
    "nothing lost": lost.length === 0,
    "nothing doubled": doubled.length === 0,
    "no model call whose end was kept was paid for again": afterKept === 0,
    "no reader outlived its server by more than ten seconds": (outlived.at(-1) ?? 0) < 10_000,
  });
}

/** Numbers that are the same for the same seed. */
function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
