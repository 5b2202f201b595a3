// Soaks real `crosscheck serve` processes under a steady stream of pull requests on the simulated GitHub, at the rate that keeps
// the cores about 70% busy: memory must stay flat, nothing may fail, and no files or processes may be left.
//   node bench/soak.ts [--minutes 60] [--database sqlite|postgres] [--replicas 2] [--busy 70] [--packed]
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { newDatabaseIn, startCluster, stopped } from "../test/support/postgres.ts";
import { finish } from "./measure.ts";
import { openBalancer, openHub } from "./server-kill/hub.ts";
import { startReplica, type Replica } from "./server-kill/replicas.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    database: { type: "string", default: "sqlite" },
    replicas: { type: "string", default: "2" },
    busy: { type: "string", default: "70" },
    packed: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const busy = Number(values.busy) / 100;
const isPostgres = values.database === "postgres";
/** Between two looks at memory and load. */
const lookMs = 5_000;
/** Memory may differ by so much from its median in the second quarter. */
const mayDiffer = 0.1;

interface Look {
  /** Resident memory of the servers themselves, in MB: their readers come and go. */
  memory: number;
  busy: number;
}

// Its own folder for temporary files, so that every file that is left is one of ours.
const folder = mkdtempSync(join(tmpdir(), "crosscheck-soak-"));
const temporary = mkdtempSync(join(tmpdir(), "crosscheck-soak-tmp-"));
const undo: (() => Promise<unknown> | void)[] = [
  () => rmSync(folder, { recursive: true, force: true }),
  () => rmSync(temporary, { recursive: true, force: true }),
];
process.setMaxListeners(100);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  await main();
} finally {
  for (const one of undo.toReversed()) await one();
}
process.exit();

async function main(): Promise<void> {
  const hub = await openHub(join(folder, "hub"));
  undo.push(() => hub.close());
  const log: string[] = [];
  const replicas = await startAll(hub, log);
  const balancer = await openBalancer(
    () => replicas.flatMap((one) => one.url() ?? []),
    () => {},
  );
  undo.push(() => balancer.close());
  hub.app.webhookUrl = balancer.url;

  const looks: Look[] = [];
  const until = Date.now() + minutes * 60_000;
  let opened = 0;
  let before = load();
  let lastLook = Date.now();
  while (Date.now() < until) {
    await wait(500);
    if (Date.now() - lastLook >= lookMs) {
      const now = load();
      looks.push({ memory: memoryOf(replicas), busy: (now.busy - before.busy) / (now.all - before.all) });
      [before, lastLook] = [now, Date.now()];
    }
    // More work while the cores have time for it, with as much on its way as that takes.
    const recent = looks.at(-1)?.busy ?? 0;
    if (recent < busy && opened - hub.tally.done() < cpus().length * 4) await hub.openPull(opened++);
  }
  for (let left = 600; left > 0 && hub.tally.open().length > 0; left -= 1) await wait(500);
  const ended = replicas.reduce((sum, one) => sum + one.lost(), 0);
  // A job that is stopped at the end has not failed.
  const said = [...log];
  for (const one of replicas) await one.stop();
  await wait(2_000);
  report({ hub, looks, opened, ended, log: said, refused: balancer.failed() });
}

async function startAll(hub: Awaited<ReturnType<typeof openHub>>, log: string[]): Promise<Replica[]> {
  const key = join(folder, "key.pem");
  writeFileSync(key, hub.app.privateKey!, { mode: 0o600 });
  // Reviews by checks alone.
  const config = join(folder, "no-models.yml");
  writeFileSync(config, "{}\n");
  const env = {
    CROSSCHECK_CONFIG: config,
    CROSSCHECK_APP_ID: String(hub.app.id),
    CROSSCHECK_APP_KEY: key,
    CROSSCHECK_WEBHOOK_SECRET: hub.app.webhookSecret!,
    CROSSCHECK_GITHUB_HOST: hub.github.host,
    TMPDIR: temporary,
    ...(isPostgres ? { DATABASE_URL: await newPostgres() } : { CROSSCHECK_DATA: join(folder, "data") }),
  };
  const replicas: Replica[] = [];
  for (let n = 0; n < (isPostgres ? Number(values.replicas) : 1); n += 1) {
    const said = (line: string) => void log.push(line);
    const means = { folder, githubPort: Number(hub.github.host.split(":")[1]), modelUrl: "http://127.0.0.1:9" };
    const replica = await startReplica({
      ...means,
      name: `replica-${n}`,
      env,
      args: [],
      isPacked: values.packed,
      said,
    });
    replicas.push(replica);
    undo.push(async () => await replica.stop());
  }
  return replicas;
}

async function newPostgres(): Promise<string> {
  const cluster = mkdtempSync(join(tmpdir(), "crosscheck-soak-"));
  undo.push(() => rmSync(cluster, { recursive: true, force: true }));
  const child = await startCluster(cluster);
  undo.push(() => stopped(child));
  return await newDatabaseIn(cluster);
}

/** In ticks since the machine was started. */
function load(): { busy: number; all: number } {
  const sums = cpus().map(({ times }) => ({
    all: Object.values(times).reduce((sum, one) => sum + one, 0),
    idle: times.idle,
  }));
  const all = sums.reduce((sum, one) => sum + one.all, 0);
  return { all, busy: all - sums.reduce((sum, one) => sum + one.idle, 0) };
}

function memoryOf(replicas: readonly Replica[]): number {
  return replicas.reduce((sum, { pid }) => sum + resident(pid()), 0);
}

function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Those that have the folder in their environment, besides the servers. */
function processesIn(place: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "utf8").includes(place);
    } catch {
      return false;
    }
  }).length;
}

interface Soaked {
  hub: Awaited<ReturnType<typeof openHub>>;
  looks: readonly Look[];
  opened: number;
  ended: number;
  log: readonly string[];
  refused: number;
}

function report({ hub, looks, opened, ended, log, refused }: Soaked): void {
  const quarter = Math.floor(looks.length / 4);
  const later = looks.slice(quarter);
  const level = median(looks.slice(quarter, 2 * quarter).map(({ memory }) => memory));
  // Of windows, since a collection of garbage may be due at any one look.
  const windows = Array.from({ length: 3 }, (_, n) =>
    median(later.slice(n * quarter, (n + 1) * quarter).map((one) => one.memory)),
  );
  const worst = Math.max(...windows.map((one) => Math.abs(one - level) / level));
  const failures = log.filter((line) =>
    /"what":"(?:failed|not dispatched|a request failed|the store cannot be written)"/.test(line),
  );
  const files = readdirSync(temporary);
  const left = processesIn(temporary);
  const shown = windows.map((one) => `${Math.round(one)} MB`).join(", ");
  console.log(
    `${minutes} minutes on ${values.database}: ${opened} pull requests, cores ${Math.round(100 * mean(later.map((one) => one.busy)))}% busy`,
  );
  console.log(
    `memory of the servers, median of the second, third and fourth quarter: ${shown} (${(100 * worst).toFixed(1)}%)`,
  );
  for (const line of failures.slice(0, 5)) console.log(`  ${line.slice(0, 300)}`);
  finish({
    "memory flat within 10% after the first quarter": worst <= mayDiffer,
    "no errors": failures.length === 0 && refused === 0 && ended === 0,
    "every pull request reviewed once": hub.tally.lost().length === 0 && hub.tally.doubled().length === 0,
    "no files left": files.length === 0,
    "no processes left": left === 0,
  });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
