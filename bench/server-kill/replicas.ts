// `crosscheck serve` as people start it, several times side by side, each with a home and a way to GitHub of its own, so that
// one can tell which of them asks. Killed, a replica is started again at once.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { childrenOf, lives } from "../../test/support/child-processes.ts";

/** As it is published, which starts several times faster, or from source. */
const main = (isPacked: boolean) =>
  fileURLToPath(new URL(isPacked ? "../../dist/main.js" : "../../src/main.ts", import.meta.url));

export interface ReplicaOptions {
  name: string;
  folder: string;
  /** Port of GitHub on this machine. */
  githubPort: number;
  /** Where its models are asked. */
  modelUrl: string;
  /** What all of them share: the App, the database. */
  env: Record<string, string>;
  args: readonly string[];
  isPacked: boolean;
  said(line: string): void;
}

export interface Replica {
  name: string;
  /** Null while it starts. */
  url(): string | null;
  pid(): number;
  /** Ports from which GitHub hears of it. */
  ports: Set<number>;
  /** Ends it as a power cut would, and starts it again; says how long its readers outlived it, in milliseconds. */
  kill(): Promise<number>;
  stop(): Promise<void>;
  /** How often it ended by itself. */
  lost(): number;
}

export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { name, folder, modelUrl, env, args, said } = options;
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const config = join(home, "config.yml");
  writeFileSync(config, `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: ${modelUrl}\n`);
  const ports = new Set<number>();
  const relay = await openRelay(options.githubPort, ports);
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CROSSCHECK_CONFIG: config,
    CROSSCHECK_GITHUB_API: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/api/v3`,
    ANTHROPIC_API_KEY: "a-key",
    ...env,
  };
  let child: ChildProcess;
  let url: string | null = null;
  let lost = 0;
  let isEnding = false;
  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [main(options.isPacked), "serve", "--port", "0", ...args], {
      env: own,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    // Whatever becomes of the bench.
    const end = () => started.kill("SIGKILL");
    process.once("exit", end);
    started.once("exit", (code) => {
      process.off("exit", end);
      // Started again at once, as a supervisor would; while the database is away, that fails too, and is tried again.
      if (code === null || isEnding || child !== started) return;
      lost += 1;
      url = null;
      void start();
    });
    createInterface(started.stderr).on("line", said);
    const listening = once(createInterface(started.stdout), "line") as Promise<[string]>;
    const failed = once(started, "exit").then(() => null);
    const first = await Promise.race([listening, failed]);
    if (first !== null && child === started) url = /http:\/\/[\d.:]+/.exec(first[0])?.[0] ?? null;
  };
  await start();
  if (url === null) throw new Error(`${name} did not start`);
  return {
    name,
    lost: () => lost,
    url: () => url,
    pid: () => child.pid!,
    ports,
    async kill() {
      const dead = child;
      url = null;
      const readers = childrenOf(dead.pid!);
      dead.kill("SIGKILL");
      const gone = outlived(readers);
      await once(dead, "exit");
      await start();
      return await gone;
    },
    async stop() {
      isEnding = true;
      url = null;
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      relay.close();
    },
  };
}

/** Bytes in, bytes out: only whose they are is noted. */
async function openRelay(port: number, ports: Set<number>): Promise<Server> {
  const server = createServer((client) => {
    const github = connect(port, "127.0.0.1", () => ports.add(github.localPort!));
    const end = () => {
      client.destroy();
      github.destroy();
    };
    client.on("error", end).on("close", end).pipe(github);
    github.on("error", end).on("close", end).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function outlived(pids: readonly number[]): Promise<number> {
  const start = performance.now();
  while (pids.some(lives) && performance.now() - start < 30_000) await wait(20);
  return pids.length === 0 ? 0 : performance.now() - start;
}
