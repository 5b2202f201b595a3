// Twenty honest pull requests, one after the other, on an idle server and beside fifty that one person opened just before: large
// ones that keep a reader busy. Measured from the moment a pull request is opened to its review on the simulated GitHub.
//   node bench/fairness.ts [--database sqlite|postgres] [--hostile 50] [--honest 20] [--every 4000] [--repository same|other]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openServerTasks } from "../src/app/server/server-tasks.ts";
import type { DataPlace } from "../src/world/store/data-folder.ts";
import { newDatabaseIn, startCluster, stopped } from "../test/support/postgres.ts";
import { openServerShop, until, workflow, workflowFile, type ServerShop } from "../test/support/server-shop.ts";
import { finish } from "./measure.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    hostile: { type: "string", default: "50" },
    honest: { type: "string", default: "20" },
    every: { type: "string", default: "4000" },
    repository: { type: "string", default: "same" },
  },
});
const [hostile, honest, every] = [Number(values.hostile), Number(values.honest), Number(values.every)];
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

const cluster = values.database === "postgres" ? mkdtempSync(join(tmpdir(), "crosscheck-fairness-")) : null;
const database = cluster === null ? null : await startCluster(cluster);
try {
  const idle = await measure(0);
  const beside = await measure(hostile);
  const ratio = percentile(beside.ms) / percentile(idle.ms);
  console.log(
    `${values.database}, ${honest} honest pull requests, one every ${every} ms, in the ${values.repository} repository`,
  );
  console.log(`idle server: ${text(idle.ms)}`);
  console.log(
    `beside ${hostile} hostile ones: ${text(beside.ms)}; ${beside.hostileDone} of those were reviewed meanwhile`,
  );
  console.log(`p95 ${ratio.toFixed(2)} times that of an idle server`);
  finish({
    "honest p95 at most 2 times that of an idle server": ratio <= 2,
    "every honest pull request was reviewed": beside.ms.length === honest && idle.ms.length === honest,
  });
} finally {
  if (database) await stopped(database);
  if (cluster !== null) rmSync(cluster, { recursive: true, force: true });
}
process.exit();

async function measure(attackers: number): Promise<{ ms: number[]; hostileDone: number }> {
  const shop = await openServerShop(newPlace);
  const env = { PATH: process.env["PATH"] ?? "", HOME: shop.github.hub.folder, TMPDIR: tmpdir() };
  shop.read = openServerTasks({ program: [process.execPath, main], env }).reviewPullRequest;
  const target = await repositoryFor(shop);
  await shop.start({}, { jobs: { lookMs: 1_000 } });
  const reviewed = new Map<string, number>();
  const look = setInterval(() => {
    for (const { target: of, at } of shop.github.ledger.wire("review"))
      reviewed.set(of.replace(/^([^#]+#\d+).*$/, "$1"), at);
  }, 200);
  const attacks = await Promise.all(Array.from({ length: attackers }, (_, n) => attack(shop, n)));
  if (attackers > 0) await wait(5_000);
  const opened = new Map<string, number>();
  for (let n = 0; n < honest; n += 1) {
    const begun = Date.now();
    opened.set(await openHonest(shop, target, n), begun);
    await wait(Math.max(0, begun + every - Date.now()));
  }
  await until(() => [...opened.keys()].every((key) => reviewed.has(key)));
  clearInterval(look);
  const ms = [...opened].map(([key, begun]) => reviewed.get(key)! - begun).toSorted((one, other) => one - other);
  const hostileDone = attacks.filter((key) => reviewed.has(key)).length;
  // What is still waiting is not awaited.
  await Promise.race([shop.close(), wait(20_000)]);
  return { ms, hostileDone };
}

async function repositoryFor({ github, shop }: ServerShop) {
  if (values.repository === "same") return shop;
  return await github.repository("acme", "other", [
    { message: "feat: another", files: { [workflowFile]: workflow("build") } },
  ]);
}

async function openHonest({ github }: ServerShop, at: ServerShop["shop"], n: number): Promise<string> {
  const by = `honest-${n}`;
  github.user(by);
  const title = `ci: test what was compiled, ${n}`;
  await github.push(at, by, [{ message: title, files: { [workflowFile]: workflow(`compile-${n}`) } }], {
    from: "main",
    by,
  });
  const { number } = await github.openPull(at, by, { title, head: by, body: "" });
  return `${at.owner}/${at.name}#${number}`;
}

async function attack({ github, shop }: ServerShop, n: number): Promise<string> {
  const by = "mallory";
  if (n === 0) github.user(by);
  const head = `attack-${n}`;
  const line = (file: number, at: number) =>
    `export const value${file}_${at} = [${Array.from({ length: 12 }, (_, one) => `call${one}(value${at}, "${n}")`).join(", ")}];`;
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, file) => [
      `src/part-${n}-${file}.ts`,
      `${Array.from({ length: 200 }, (_line, at) => line(file, at)).join("\n")}\n`,
    ]),
  );
  const title = `feat: part ${n}`;
  await github.push(shop, head, [{ message: title, files }], { from: "main", by });
  const { number } = await github.openPull(shop, by, { title, head, body: "" });
  return `${shop.owner}/${shop.name}#${number}`;
}

async function newPlace(): Promise<{ place: DataPlace; remove(): void }> {
  if (cluster !== null) return { place: { databaseUrl: await newDatabaseIn(cluster) }, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-fairness-"));
  return { place: { folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function percentile(sorted: readonly number[]): number {
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

function text(sorted: readonly number[]): string {
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `median ${(median / 1000).toFixed(1)} s, p95 ${(percentile(sorted) / 1000).toFixed(1)} s, longest ${((sorted.at(-1) ?? 0) / 1000).toFixed(1)} s`;
}
