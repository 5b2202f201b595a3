// The load, in a process of its own: as fast as the answers come, or at a pace that no answer holds up.
//   node bench/webhooks/load.ts '<Load as JSON>'
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openConnection, type Connection } from "./connection.ts";
import { signedRequests } from "./deliveries.ts";

export interface Load {
  url: string;
  secret: string;
  /** A file with one payload. */
  template: string;
  count: number;
  connections: number;
  /** How many a second; absent: the next one as soon as a connection is free. */
  pace?: number;
}

export interface Loaded {
  seconds: number;
  /** How long each took to be acknowledged, shortest first. */
  ms: readonly number[];
  /** How often each status was answered. */
  statuses: Readonly<Record<string, number>>;
  /** What this process itself worked, of one core. */
  busy: number;
}

const load = JSON.parse(process.argv[2] ?? "") as Load;
const { port, pathname } = new URL(load.url);
const requests = signedRequests(readFileSync(load.template, "utf8"), load.count, {
  path: pathname,
  secret: load.secret,
});
const ms: number[] = [];
const statuses: Record<string, number> = {};

async function sendOne(connection: Connection, request: Buffer, due: number): Promise<void> {
  const status = await connection.send(request);
  ms.push(performance.now() - due);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function asFastAsItGoes(): Promise<void> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(Number(port))));
  start();
  let next = 0;
  const drain = async (connection: Connection) => {
    for (let request = requests[next++]; request; request = requests[next++])
      await sendOne(connection, request, performance.now());
  };
  await Promise.all(connections.map(drain));
  stop();
  for (const connection of connections) connection.close();
}

/** Each is due at its time, and its wait counts from then: a slow answer makes none of the others late. */
async function at(pace: number): Promise<void> {
  const free = await Promise.all(Array.from({ length: load.connections }, () => openConnection(Number(port))));
  start();
  const begun = performance.now();
  const sending = requests.map(async (request, index) => {
    const due = begun + (index * 1000) / pace;
    await wait(Math.max(1, due - performance.now()));
    const connection = takeOpen(free) ?? (await openConnection(Number(port)));
    await sendOne(connection, request, due);
    free.push(connection);
  });
  await Promise.all(sending);
  stop();
  for (const connection of free) connection.close();
}

function takeOpen(free: Connection[]): Connection | undefined {
  for (let connection = free.pop(); connection; connection = free.pop()) if (connection.open) return connection;
  return undefined;
}

let begun = { at: 0, cpu: process.cpuUsage() };
let loaded: Loaded | null = null;

function start(): void {
  begun = { at: performance.now(), cpu: process.cpuUsage() };
}

function stop(): void {
  const seconds = (performance.now() - begun.at) / 1000;
  const { user, system } = process.cpuUsage(begun.cpu);
  loaded = { seconds, ms: ms.toSorted((a, b) => a - b), statuses, busy: (user + system) / 1e6 / seconds };
}

await (load.pace === undefined ? asFastAsItGoes() : at(load.pace));
process.stdout.write(`${JSON.stringify(loaded)}\n`);
