// What a server for a large part of GitHub would need, and which part is full first: simulates a day of pull requests minute by
// minute over many installations of very different sizes, with unit costs that were measured as CPU time (which other
// load on the machine hardly changes), and assumptions that are printed as such.
//   node bench/capacity.ts [--pulls 1000000] [--installations 20000] [--measure | --costs '{"review":4.2}']
import { execFileSync } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStore } from "../src/world/store/open-store.ts";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { processTree } from "../src/world/process-tree.ts";
import { newDatabaseIn, startCluster, stopped } from "../test/support/postgres.ts";
import { workflow, workflowFile } from "../test/support/server-shop.ts";

const { values } = parseArgs({
  options: {
    pulls: { type: "string", default: "1000000" },
    installations: { type: "string", default: "20000" },
    measure: { type: "boolean", default: false },
    costs: { type: "string", default: "{}" },
  },
});
const [pulls, installations] = [Number(values.pulls), Number(values.installations)];

/** CPU seconds of one core each, but for bytes. */
interface Costs {
  delivery: number;
  /** In PostgreSQL, for a job from being added to being done. */
  job: number;
  /** Of a small change by checks alone, in the reading process. */
  review: number;
}

/** Measured once by `--measure`, as docs/operations/capacity.md says. */
const usualCosts: Costs = { delivery: 0.0001, job: 0.01, review: 0.6 };

const assumed = {
  deliveriesPerPull: 8,
  jobsPerPull: 4,
  /** Pushes after the first review, and requests. */
  reviewsPerPull: 2,
  readsPerReview: 8,
  writesPerReview: 3,
  /** New objects that a review fetches, with a mirror that is warm. */
  megabytesPerReview: 2,
  /** Of a mirror, which is fetched anew if it was evicted. */
  megabytesPerMirror: 80,
  repositoriesPerInstallation: 12,
  tokensPerReview: 60_000,
  dollarsPerReview: 0.15,
  /** The busiest hour of a weekday beside the mean of the day. */
  peak: 2.2,
  /** Sizes of installations follow a power law. */
  exponent: 1,
};
/** Per installation of an App on an organisation of any size. */
const github = { readsPerHour: 5_000, writesPerHour: 500 };
/** Share of a core that is planned with, so that a queue stays short. */
const usable = 0.7;

const measured = values.measure ? await measure() : usualCosts;
report({ ...measured, ...(JSON.parse(values.costs) as Partial<Costs>) });
process.exit();

function report(costs: Costs): void {
  const sizes = installationSizes();
  const day = simulateDay(sizes);
  const perSecond = (pulls * assumed.reviewsPerPull * assumed.peak) / 86_400;
  console.log(`unit costs in CPU seconds: ${JSON.stringify(costs)}${values.measure ? ", measured now" : ""}`);
  console.log(`assumed: ${JSON.stringify(assumed)}`);
  console.log(
    `busiest minute: ${day.busiestMinute} pull requests; busiest hour: ${perSecond.toFixed(0)} reviews a second`,
  );
  const pullsPerSecond = (pulls * assumed.peak) / 86_400;
  const cores = (load: number) => Math.ceil(load / usable);
  const rows: [string, number, string][] = [
    ["webhook intake", cores(pullsPerSecond * assumed.deliveriesPerPull * costs.delivery), "cores"],
    ["PostgreSQL, jobs", cores(pullsPerSecond * assumed.jobsPerPull * costs.job), "cores"],
    ["reading and checks", cores(perSecond * costs.review), "cores"],
    ["mirrors, warm", Math.ceil((perSecond * assumed.megabytesPerReview * 8) / 1000), "Gbit/s"],
    [
      "mirrors, all kept",
      Math.ceil((installations * assumed.repositoriesPerInstallation * assumed.megabytesPerMirror) / 1e6),
      "TB",
    ],
    ["models", Math.round((perSecond * 60 * assumed.tokensPerReview) / 1e6), "million tokens a minute"],
    ["models", Math.round(pulls * assumed.reviewsPerPull * assumed.dollarsPerReview), "dollars a day"],
  ];
  for (const [part, amount, unit] of rows) console.log(`${part.padEnd(20)} ${amount.toLocaleString("en")} ${unit}`);
  console.log(
    `GitHub's limit of writes holds back ${day.overWrites} installations in their busiest hour, with ${day.shareOverWrites}% of all pull requests; that of reads ${day.overReads}`,
  );
}

/** Pull requests a day, the largest first. */
function installationSizes(): number[] {
  const weights = Array.from({ length: installations }, (_, n) => 1 / (n + 1) ** assumed.exponent);
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => (weight / sum) * pulls);
}

function simulateDay(sizes: readonly number[]) {
  // A day of office hours around the world: a cosine, so that its mean is one and its peak as assumed.
  const shapeAt = (minute: number) => 1 + (assumed.peak - 1) * Math.cos(((minute - 15 * 60) / 1440) * 2 * Math.PI);
  const minutes = Array.from({ length: 1440 }, (_, minute) =>
    poisson((pulls / 1440) * Math.max(0.05, shapeAt(minute))),
  );
  const busiest = sizes.map((size) => poisson((size * assumed.peak) / 24));
  const isOver = (perReview: number, limit: number) => (count: number) =>
    count * assumed.reviewsPerPull * perReview > limit;
  const over = busiest.map(isOver(assumed.writesPerReview, github.writesPerHour));
  const heldBack = sizes.reduce((sum, size, n) => sum + (over[n] ? size : 0), 0);
  return {
    busiestMinute: Math.max(...minutes),
    overWrites: over.filter(Boolean).length,
    shareOverWrites: Math.round((100 * heldBack) / pulls),
    overReads: busiest.filter(isOver(assumed.readsPerReview, github.readsPerHour)).length,
  };
}

/** Normal for large means, where it is the same. */
function poisson(mean: number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let count = -1;
  for (let product = 1, limit = Math.exp(-mean); product > limit; count += 1) product *= Math.random();
  return count;
}

async function measure(): Promise<Costs> {
  return { delivery: await costOfDelivery(), job: await costOfJob(), review: await costOfReview() };
}

async function costOfDelivery(count = 2_000): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-capacity-"));
  const store = await openStore({ folder });
  const body = Buffer.alloc(24_000, "x");
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        createHmac("sha256", "secret").update(body).digest("hex");
        await store.deliveries.accept({ id: randomUUID(), event: "push", body, receivedAt: n });
      }),
    );
  const { user, system } = process.cpuUsage(before);
  await store.close();
  rmSync(folder, { recursive: true });
  return (user + system) / 1e6 / count;
}

async function costOfJob(count = 300): Promise<number> {
  const cluster = mkdtempSync(join(tmpdir(), "crosscheck-capacity-"));
  const server = await startCluster(cluster);
  const store = await openStore({ databaseUrl: await newDatabaseIn(cluster) }, { jobs: { lookMs: 60_000 } });
  let done = 0;
  const all = Promise.withResolvers<void>();
  for (let n = 0; n < count; n += 1)
    await store.jobs.add({ kind: "one", key: `github.com/o${n % 20}/r#${n}`, author: `a${n % 50}`, data: n });
  const before = cpuOf(server.pid!);
  store.jobs.work("one", async () => {
    done += 1;
    if (done === count) all.resolve();
  });
  await all.promise;
  const cost = (cpuOf(server.pid!) - before) / count;
  await store.close();
  await stopped(server);
  rmSync(cluster, { recursive: true, force: true });
  return cost;
}

function cpuOf(pid: number): number {
  const ticks = processTree(pid, 1_000).map((one) => {
    const stat = readFileSync(`/proc/${one}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** As published, if it has been built. */
async function costOfReview(): Promise<number> {
  const isBuilt = readdirSync(fileURLToPath(new URL("..", import.meta.url))).includes("dist");
  const main = fileURLToPath(new URL(isBuilt ? "../bin/crosscheck.js" : "../src/main.ts", import.meta.url));
  const files = { [workflowFile]: workflow("build") };
  const made = await makeRepository(
    [
      { message: "feat: a shop", files },
      { message: "ci: test what was compiled", files: { [workflowFile]: workflow("compile") } },
    ],
    process.env,
    new AbortController().signal,
  );
  const script = 'node "$0" review HEAD --no-keep >/dev/null 2>&1; times';
  const out = execFileSync("bash", ["-c", script, main], { cwd: made.path, encoding: "utf8" });
  // The second line is of the children: user and system.
  const [, children = ""] = out.split("\n");
  made.remove();
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, min, sec]) => sum + Number(min) * 60 + Number(sec),
    0,
  );
}
