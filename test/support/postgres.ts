// A private PostgreSQL for one run of the tests: started when the first test asks for it, on a socket in a temporary folder,
// and ended with the run, however that ends.
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import { maySkip } from "./may-skip.ts";
import { postgresPrograms } from "./postgres-programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whoever connects is told the folder of PostgreSQL's socket. */
    postgresDoor: string;
  }
}

const owner = "crosscheck";

/** Under CI=true nothing is skipped, so a missing PostgreSQL is a failing test there. */
export function skipPostgres(): boolean {
  const skip = maySkip() && postgresPrograms() === null;
  if (skip) console.warn("Skipping tests on PostgreSQL: it is not installed.");
  return skip;
}

/** A new, empty database: its address for DATABASE_URL. */
export async function newDatabase(door: string): Promise<string> {
  const answer = JSON.parse(await text(connect(door))) as { folder: string } | { error: string };
  if ("error" in answer) throw new Error(answer.error);
  return await newDatabaseIn(answer.folder);
}

/** In the cluster whose socket is in that folder. */
export async function newDatabaseIn(folder: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const address = (database: string) => `postgresql:///${database}?host=${folder}&user=${owner}`;
  const { Client } = await import("pg");
  const client = new Client({ connectionString: address("postgres") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return address(name);
}

/** For vitest, before the first test and after the last. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-postgres-"));
  let started: Promise<ChildProcess> | null = null;
  const door = createServer((asking) => {
    started ??= startCluster(folder);
    void started.then(
      () => asking.end(JSON.stringify({ folder })),
      (error: unknown) => asking.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve) => door.listen(join(folder, "door"), resolve));
  provide("postgresDoor", join(folder, "door"));

  return async () => {
    door.close();
    await started?.then(stopped, () => {});
    rmSync(folder, { recursive: true, force: true });
  };
}

/** `durable`: with PostgreSQL's own settings, as in production; otherwise nothing waits for the disk. */
export async function startCluster(folder: string, { durable = false } = {}): Promise<ChildProcess> {
  const program = postgresPrograms();
  if (program === null) throw new Error("PostgreSQL is not installed: Debian's package is postgresql");
  const data = join(folder, "data");
  const user = otherUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const as = user ? ["--reuid", `${user.uid}`, "--regid", `${user.gid}`, "--clear-groups"] : [];

  const [initdb = "", ...how] = withSetpriv(as, program("initdb"));
  execFileSync(initdb, [...how, "--no-sync", "--auth=trust", "-E", "UTF8", "--locale=C", "-U", owner, "-D", data]);
  return await restartCluster(folder, { durable });
}

/** On the data that is there. */
export async function restartCluster(folder: string, { durable = false } = {}): Promise<ChildProcess> {
  const program = postgresPrograms();
  if (program === null) throw new Error("PostgreSQL is not installed: Debian's package is postgresql");
  const data = join(folder, "data");
  const user = otherUser();
  const as = user ? ["--reuid", `${user.uid}`, "--regid", `${user.gid}`, "--clear-groups"] : [];

  // Were the run killed, the kernel would tell PostgreSQL to stop.
  const [postgres = "", ...options] = withSetpriv([...as, "--pdeathsig", "INT"], program("postgres"));
  const careless = durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const quick = careless.flatMap((setting) => ["-c", setting]);
  const child = spawn(postgres, [...options, "-D", data, "-k", folder, "-h", "", ...quick], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await ready(child);
  return child;
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (of: "-u" | "-g") => spawnSync("id", [of, "postgres"], { encoding: "utf8" });
  const nobody = 65_534;
  const [uid, gid] = [id("-u"), id("-g")].map(({ status, stdout }) => (status === 0 ? Number(stdout) : nobody));
  return { uid: uid!, gid: gid! };
}

function withSetpriv(options: readonly string[], program: string): string[] {
  return process.platform === "linux" ? ["setpriv", ...options, program] : [program];
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    createInterface(child.stderr!).on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${said.join("\n")}`)));
  });
}

export function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    // The quick way: connections that a failed test left open are cut.
    child.kill("SIGINT");
  });
}
