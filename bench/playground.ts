// How soon a newcomer sees the playground: from starting the command to its first page, whole, against what the same program
// takes to print its version; and how long ending it takes, with nothing left behind.
//   node bench/playground.ts [--source]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describe, finish } from "./measure.ts";
import { packInto } from "./pack.ts";

const { values } = parseArgs({ options: { source: { type: "boolean" } } });
const rounds = 5;
const mostMs = 10_000;

const folder = mkdtempSync(join(tmpdir(), "crosscheck-bench-"));
const program = values.source ? "src/main.ts" : packInto(folder);
const temporary = join(folder, "tmp");
mkdirSync(temporary);
const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: temporary };

interface Round {
  firstMs: number;
  endMs: number;
}

async function round(): Promise<Round> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, "playground", "--no-open"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const found = /http:\S+(?=\n)/.exec(out)?.[0];
      if (found) resolve(found);
    });
    child.on("close", (code) => reject(new Error(`the playground ended with ${code}`)));
  });
  // As a browser comes: in by the address with the token, then the page and what it loads.
  const entered = await fetch(address, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")!.split(";", 1)[0]!;
  const page = await (await fetch(new URL("/playground", address), { headers: { cookie } })).text();
  const assets = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
  for (const asset of assets) await (await fetch(new URL(asset, address))).arrayBuffer();
  if (!page.includes("Open pull request") || assets.length < 3) throw new Error("that is not the first page");
  const firstMs = performance.now() - start;
  const leaving = performance.now();
  child.kill("SIGINT");
  await ended;
  return { firstMs, endMs: performance.now() - leaving };
}

function floorMs(): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [program, "--version"], { env });
  if (status !== 0) throw new Error(`--version ended with ${status}`);
  return performance.now() - start;
}

try {
  const all: (Round & { floor: number })[] = [];
  for (let at = 0; at < rounds; at++) all.push({ ...(await round()), floor: floorMs() });
  const seconds = (list: readonly number[]) =>
    `${(Math.min(...list) / 1000).toFixed(2)} to ${(Math.max(...list) / 1000).toFixed(2)} s`;
  const first = all.map(({ firstMs }) => firstMs);
  console.log(
    `first page: ${seconds(first)}; ${describe(all.map(({ firstMs, floor }) => firstMs / floor)).text} --version`,
  );
  console.log(`ending: ${seconds(all.map(({ endMs }) => endMs))}`);
  // Node keeps what it compiled; that is no folder of ours.
  const left = readdirSync(temporary).filter((name) => name.startsWith("crosscheck-"));
  finish({
    [`the first page is there within ${mostMs / 1000} s`]: Math.max(...first) <= mostMs,
    [`nothing is left behind${left.length > 0 ? `: ${left.join(", ")}` : ""}`]: left.length === 0,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
