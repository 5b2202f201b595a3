// Valid deliveries beside sockets that send large bodies under false signatures and stall: real `crosscheck serve`, 24 kB a
// delivery at a fixed pace, while so many sockets send up to 20 MB each as fast as they are read, and then hold still. One that
// is closed is opened again. All come from one address, as behind a proxy, where no address tells the attacker.
//   node bench/stalling.ts [--sockets 200] [--seconds 30] [--pace 20]
import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { childrenOf } from "../test/support/child-processes.ts";
import { finish } from "./measure.ts";
import { openConnection } from "./webhooks/connection.ts";
import { signedRequests } from "./webhooks/deliveries.ts";
import { startOurs } from "./webhooks/servers.ts";

const { values } = parseArgs({
  options: {
    sockets: { type: "string", default: "200" },
    seconds: { type: "string", default: "30" },
    pace: { type: "string", default: "20" },
    /** The port that this process attacks. */
    attack: { type: "string" },
  },
});
const [sockets, seconds, pace] = [Number(values.sockets), Number(values.seconds), Number(values.pace)];
const megabyte = Buffer.alloc(1024 * 1024, "x");
const secret = "It's a secret";

interface Attacked {
  opened: number;
  sent: number;
}

// In a process of its own, so that it delays nobody but the server.
if (values.attack !== undefined) attackAll(Number(values.attack));
else await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-stalling-"));
  const key = join(folder, "key.pem");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  // Nobody answers there: the deliveries are only taken.
  const server = await startOurs("server", folder, { appId: 1, key, secret, githubHost: "127.0.0.1:9" });
  const [pid] = childrenOf(process.pid);
  const port = Number(new URL(server.url).port);
  const template = JSON.stringify({ pull_request: { head: { sha: "" } } });
  const requests = signedRequests(template, pace * (seconds + 2), { path: "/webhook", secret });
  const [quiet] = await deliver(requests.splice(0, pace * 2), port);
  const attacked: Attacked = { opened: 0, sent: 0 };
  const attacker = fork(fileURLToPath(import.meta.url), ["--attack", `${port}`, "--sockets", `${sockets}`]);
  attacker.on("message", (message) => Object.assign(attacked, message));
  try {
    await wait(2_000);
    const [ms, statuses] = await deliver(requests, port);
    const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    const p99 = percentile(ms);
    console.log(
      `${sockets} stalling sockets, opened ${attacked.opened} times, sent ${Math.round(attacked.sent / 1e6)} MB; ${ms.length} valid deliveries at ${pace} a second`,
    );
    console.log(
      `p99 ${p99.toFixed(1)} ms (without attackers ${percentile(quiet).toFixed(1)} ms), longest ${ms.at(-1)!.toFixed(1)} ms; answers ${JSON.stringify(statuses)}; the server's memory at most ${Math.round(memory)} MB`,
    );
    finish({
      "every valid delivery was taken": statuses[202] === ms.length,
      "p99 under 250 ms": p99 < 250,
    });
  } finally {
    attacker.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function percentile(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Each at its time, whatever the answers take. */
async function deliver(all: readonly Buffer[], port: number): Promise<[number[], Record<string, number>]> {
  const ms: number[] = [];
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  await Promise.all(
    all.map(async (request, index) => {
      const due = begun + (index * 1000) / pace;
      await wait(Math.max(1, due - performance.now()));
      const status = await sendOne(request, port);
      ms.push(performance.now() - due);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  return [ms.toSorted((one, other) => one - other), statuses];
}

async function sendOne(request: Buffer, port: number): Promise<number | string> {
  try {
    const connection = await openConnection(port);
    const status = await connection.send(request);
    connection.close();
    return status;
  } catch (error) {
    return (error as Error).message;
  }
}

function attackAll(port: number): void {
  const attacked: Attacked = { opened: 0, sent: 0 };
  process.once("disconnect", () => process.exit());
  for (let n = 0; n < sockets; n += 1) attack(port, attacked);
  setInterval(() => process.send?.(attacked), 200);
}

function attack(port: number, attacked: Attacked): void {
  attacked.opened += 1;
  const socket = connect(port, "127.0.0.1");
  const head = [
    "POST /webhook HTTP/1.1",
    "host: crosscheck",
    `x-github-delivery: attack-${attacked.opened}`,
    "x-github-event: pull_request",
    `x-hub-signature-256: sha256=${"0".repeat(64)}`,
    // One byte more than is ever sent.
    `content-length: ${20 * megabyte.length + 1}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  let left = 20;
  const more = () => {
    while (left > 0 && socket.writable) {
      left -= 1;
      attacked.sent += megabyte.length;
      if (!socket.write(megabyte)) return;
    }
  };
  socket.on("drain", more).on("error", () => {});
  socket.on("data", () => socket.destroy());
  socket.on("close", () => setTimeout(() => attack(port, attacked), 50));
  more();
}
