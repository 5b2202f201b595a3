// The servers that are held against each other, each a process of its own on the first core.
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Contestant {
  name: string;
  /** Where its webhooks are posted. */
  url: string;
  stop(): Promise<void>;
}

const probotVersion = "14.3.2";

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const canPin = spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;

/** The words before a command that keep it on one core; none where that cannot be done. */
export function onCore(core: number): string[] {
  return canPin ? ["taskset", "--cpu-list", String(core)] : [];
}

/** Waits until it says where it listens. */
async function start(
  name: string,
  path: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Contestant> {
  const [command = "", ...rest] = [...onCore(0), process.execPath, ...args];
  const child = spawn(command, rest, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout);
  const [said] = (await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new Error(`The server of ${name} did not start`))),
  ])) as [string];
  const at = /http:\/\/[\d.:]+/.exec(said)?.[0] ?? said;
  return { name, url: `${at}${path}`, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export function startFloor(): Promise<Contestant> {
  return start("the least a server can do", "/", [fileOf("floor-server.ts")], {});
}

/** `crosscheck serve`, as people start it. */
export function startOurs(
  name: string,
  folder: string,
  settings: { appId: number; key: string; secret: string; githubHost: string; databaseUrl?: string },
): Promise<Contestant> {
  const args = [fileOf("../../src/main.ts"), "serve", "--port", "0", "--role", "web"];
  return start(name, "/webhook", args, {
    HOME: folder,
    CROSSCHECK_GITHUB_HOST: settings.githubHost,
    CROSSCHECK_APP_ID: String(settings.appId),
    CROSSCHECK_APP_KEY: settings.key,
    CROSSCHECK_WEBHOOK_SECRET: settings.secret,
    ...(settings.databaseUrl === undefined
      ? { CROSSCHECK_DATA: join(folder, "data") }
      : { DATABASE_URL: settings.databaseUrl }),
  });
}

/** Installed for this run alone, without running anything of it; throws where that cannot be done. */
export async function startProbot(
  folder: string,
  { key, secret }: { key: string; secret: string },
): Promise<Contestant> {
  const installed = join(folder, "probot");
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), '{ "private": true }\n');
  const how = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  try {
    execFileSync("npm", ["install", ...how, `probot@${probotVersion}`], { cwd: installed, stdio: "pipe" });
  } catch (error) {
    throw new Error(`Probot ${probotVersion} could not be installed, so that there is nothing to compare with`, {
      cause: error,
    });
  }
  const port = String(await freePort());
  return await start(
    `Probot ${probotVersion}`,
    "/webhook",
    [fileOf("probot-server.ts"), installed, key, secret, "/webhook", port],
    {},
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
