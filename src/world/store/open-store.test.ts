// Tests opening the store: concurrent processes, unusable locations, killed processes.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { newDatabase, skipPostgres } from "../../../test/support/postgres.ts";
import { UserError } from "../../errors.ts";
import { bossSchema } from "./boss-jobs.ts";
import type { DataPlace } from "./data-folder.ts";
import { openStore } from "./open-store.ts";
import { openDatabase } from "./sqlite.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "crosscheck-open-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const newFolder = () => mkdtempSync(join(root, "data-"));

/** A separate process that opens the store and runs a script; `print` resolves when the text is written. */
function startChild(place: DataPlace, work: string): ChildProcess {
  const program = `
    import { writeSync } from "node:fs";
    import { openStore } from ${JSON.stringify(new URL("open-store.ts", import.meta.url).href)};
    const print = (text) => writeSync(1, text + "\\n");
    const store = await openStore(${JSON.stringify(place)});
    ${work}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "pipe"] });
}

async function outputOf(child: ChildProcess): Promise<string> {
  const [out, wrong] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect({ wrong, code: child.exitCode }).toEqual({ wrong: "", code: 0 });
  return out;
}

async function failure(place: DataPlace): Promise<UserError> {
  const error = await openStore(place).then(
    (store) => store.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe("a data folder", () => {
  test("is created if missing, private to its owner, and can be opened again", async () => {
    const folder = join(newFolder(), "deep", "er");
    const store = await openStore({ folder });
    await store.deliveries.accept({ id: "1", event: "ping", body: "{}", receivedAt: 1 });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(folder)).toBe("700");
    expect(readdirSync(folder).map((file) => mode(join(folder, file)))).toEqual(["600", "600", "600"]);
    await store.close();
    const again = await openStore({ folder });
    expect(await again.deliveries.pending(9)).toHaveLength(1);
    await again.close();
  });

  test("that cannot be created is an error with a remedy", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const error = await failure({ folder: join(file, "data") });
    expect(error.message).toContain(file);
    expect(error.remedy).toContain("--data");
  });

  test("with something else in its place is an error and left unchanged", async () => {
    const folder = newFolder();
    const file = join(folder, "crosscheck.db");
    writeFileSync(file, "not a database, ".repeat(1_000));
    expect((await failure({ folder })).message).toBe(`${file} is not a database`);
    expect(statSync(file).size).toBe(16_000);
  });

  test.each([
    ["a full disk", "pragma max_page_count = 1", /the disk is full/],
    ["a read-only folder", "pragma query_only = 1", /read-only/],
  ])("%s is reported on write", (_, pragma, acknowledged) => {
    const file = join(newFolder(), "crosscheck.db");
    const database = openDatabase(file);
    onTestFinished(() => database.close());
    database.prepare(pragma).all([]);
    const write = () => database.prepare("create table much (text text)").run([]);
    expect(write).toThrow(acknowledged);
    expect(write).toThrow(file);
  });
});

describe.skipIf(skipPostgres())("PostgreSQL", () => {
  test("that does not respond or lacks the database is reported without the password", async () => {
    const missing = (await newDatabase(inject("postgresDoor"))).replace(/test_\w+/, "nowhere");
    expect((await failure({ databaseUrl: missing })).message).toMatch(/"nowhere" does not exist/);
    for (const databaseUrl of ["postgresql://ada:secret@127.0.0.1:1/x", "postgresql://ada:secret@local host:x/x"]) {
      const { message, remedy } = await failure({ databaseUrl });
      expect(message).toContain("DATABASE_URL");
      expect(message + remedy).not.toContain("secret");
    }
  });

  test("that restarts in the middle of a transaction fails that transaction only", async () => {
    const databaseUrl = await newDatabase(inject("postgresDoor"));
    const troubles: Error[] = [];
    const store = await openStore({ databaseUrl }, { trouble: (error) => troubles.push(error) });
    onTestFinished(() => store.close());
    const broken = store.together(async (within) => {
      await within.deliveries.accept({ id: "lost", event: "ping", body: "{}", receivedAt: 1 });
      await endOtherConnections(databaseUrl);
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable/i);
    const again = () => store.deliveries.accept({ id: "again", event: "ping", body: "{}", receivedAt: 1 });
    // Idle connections of the pool were closed too; the first use of one may fail, or come before it was noticed.
    await again().catch(again).catch(again);
    expect((await store.deliveries.pending(9)).map(({ id }) => id)).toEqual(["again"]);
  });
});

describe.each(databases)("several processes on $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("may open it for the first time at once, and read and write concurrently", async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    const writes = (name: string) => `
      for (let n = 0; n < 50; n++) {
        await store.together(async (within) => {
          const seen = await within.deliveries.pending(1000);
          await within.deliveries.accept({ id: "${name}" + n, event: "ping", body: "{}", receivedAt: seen.length });
        });
      }
      await store.close();`;
    await Promise.all(["a", "b", "c"].map((name) => outputOf(startChild(place, writes(name)))));
    const store = await openStore(place);
    onTestFinished(() => store.close());
    expect(await store.deliveries.pending(1_000)).toHaveLength(150);
  });

  test.skipIf(skip)("run a job of a killed process again", async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    const store = await openStore(place, { now: () => Date.now() + 60_000, jobs: { lookMs: 5, leaseMs: 2_000 } });
    onTestFinished(() => store.close());
    await store.jobs.add({ kind: "review", key: "k", data: 7 });
    const child = startChild(
      place,
      `store.jobs.work("review", async () => { print("begun"); await new Promise(() => {}) });`,
    );
    await once(createInterface(child.stdout!), "line");
    child.kill("SIGKILL");
    await once(child, "exit");
    await passAnHour(place);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    store.jobs.work("review", async ({ data }) => resolve(data));
    expect(await promise).toBe(7);
  });
});

/** Resolves when the server has ended them, as in a restart. */
async function endOtherConnections(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const others = "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await client.query(`select pg_terminate_backend(pid) from ${others}`);
  while ((await client.query(`select 1 from ${others}`)).rowCount !== 0);
  await client.end();
}

/** For PostgreSQL, which has its own clock. */
async function passAnHour(place: DataPlace): Promise<void> {
  if ("folder" in place) return;
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query(`update ${bossSchema}.job set heartbeat_on = heartbeat_on - interval '1 hour'`);
  await client.end();
}

test("25 processes killed while they accept deliveries lose none that they acknowledged", async () => {
  const place = { folder: newFolder() };
  const acknowledged = new Set<string>();
  const acceptUntilKilled = async (name: string): Promise<void> => {
    const work = `
      for (let n = 0; ; n++) {
        await store.deliveries.accept({ id: "${name}-" + n, event: "ping", body: "x".repeat(2000), receivedAt: n });
        print("${name}-" + n + ";");
      }`;
    const child = startChild(place, work);
    const [ended, wrong] = [once(child, "exit"), text(child.stderr!)];
    let left = Math.ceil(Math.random() * 60);
    for await (const line of createInterface(child.stdout!)) {
      if (line.endsWith(";")) acknowledged.add(line.slice(0, -1));
      if (--left === 0) child.kill("SIGKILL");
    }
    // Reports why a process exited on its own.
    expect({ wrong: await wrong, signal: (await ended)[1] as unknown }).toEqual({ wrong: "", signal: "SIGKILL" });
  };
  for (let batch = 0; batch < 5; batch++) {
    await Promise.all([1, 2, 3, 4, 5].map((n) => acceptUntilKilled(`${batch}.${n}`)));
  }
  const store = await openStore(place);
  onTestFinished(() => store.close());
  const kept = new Set((await store.deliveries.pending(1_000_000)).map(({ id }) => id));
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(25);
});
