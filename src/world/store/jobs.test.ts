// Tests jobs on both databases: per key one at a time and in order, whatever fails, stops or dies.
import fc from "fast-check";
import { CamelCasePlugin, Kysely } from "kysely";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { describe, expect, test } from "vitest";
import { databases, openForSuite, openForTest } from "../../../test/support/databases.ts";
import type { DataPlace } from "./data-folder.ts";
import { bossSchema } from "./boss-jobs.ts";
import { fullShares } from "./fair-share.ts";
import { jobQueue } from "./job-queue.ts";
import { openStore } from "./open-store.ts";
import { openSqlite } from "./sqlite.ts";
import type { StoredJob } from "./kept/jobs.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

describe.each(databases)("jobs on $name", ({ skip, newPlace }) => {
  let at: DataPlace;
  let store: Store;
  let last = 0;
  const fresh = (what: string) => `${what}-${++last}`;

  openForSuite({ skip, newPlace }, (opened, place) => {
    store = opened;
    at = place;
  });

  describe.skipIf(skip)("jobs", () => {
    const quick = { lookMs: 5, retryAfterMs: () => 0 };

    test("run per key in order and one at a time, in any process", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ key: fc.constantFrom("a", "b", "c"), fails: fc.nat(2) }), {
            minLength: 1,
            maxLength: 12,
          }),
          async (wanted) => {
            const kind = fresh("kind");
            const settings = { lookMs: 5, retryAfterMs: () => 15 };
            const workers = [
              await openStore(at, { jobs: settings }),
              await openStore(at, { jobs: { ...settings, atOnce: 2 } }),
            ];
            for (const [n, { key }] of wanted.entries()) await store.jobs.add({ kind, key, data: n });
            const [running, ended, tries] = [new Set<string>(), [] as number[], new Map<number, number>()];
            const { promise, resolve, reject } = Promise.withResolvers<void>();
            const run = async ({ key, data }: StoredJob) => {
              if (running.has(key)) reject(new Error(`two of ${key} at once`));
              running.add(key);
              await new Promise(setImmediate);
              running.delete(key);
              const n = data as number;
              tries.set(n, (tries.get(n) ?? 0) + 1);
              if (tries.get(n)! <= wanted[n]!.fails) throw new Error("not yet");
              ended.push(n);
              if (ended.length === wanted.length) resolve();
            };
            for (const worker of workers) worker.jobs.work(kind, run);
            await promise;
            for (const worker of workers) await worker.close();
            for (const key of ["a", "b", "c"]) {
              const ofKey = (n: number) => wanted[n]!.key === key;
              expect(ended.filter(ofKey)).toEqual([...wanted.keys()].filter(ofKey));
            }
          },
        ),
        { numRuns: 12 },
      );
    });

    test("record a job that keeps failing and continue with the next of its key", async () => {
      const kind = fresh("kind");
      const worker = await openForTest(at, { jobs: { ...quick, attempts: 3 } });
      const { promise, resolve } = Promise.withResolvers<void>();
      let tries = 0;
      await worker.jobs.add({ kind, key: "k", data: "bad" });
      await worker.jobs.add({ kind, key: "k", data: "good" });
      worker.jobs.work(kind, async ({ data }) => {
        if (data === "good") return resolve();
        tries++;
        throw new Error("as ever");
      });
      await promise;
      expect(tries).toBe(3);
      expect((await store.jobs.failed(1))[0]).toEqual({ kind, key: "k", data: "bad", attempts: 3, why: "as ever" });
    });

    test("run again elsewhere if their process stops renewing the lease, which is then aborted", async () => {
      const kind = fresh("kind");
      let now = 0;
      const first = await openForTest(at, { now: () => now, jobs: { ...quick, leaseMs: 90, atOnce: 1 } });
      const second = await openForTest(at, { now: () => 10_000, jobs: { ...quick, leaseMs: 90 } });
      const [started, aborted, again] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      await store.jobs.add({ kind, key: "k", data: null });
      first.jobs.work(kind, async (_, stop) => {
        started.resolve();
        await new Promise((resolve) => stop.addEventListener("abort", resolve));
        aborted.resolve();
        await again.promise;
      });
      await started.promise;
      // On SQLite, by the second process's clock the lease has expired.
      await declareDead(at, kind);
      const stop = second.jobs.work(kind, async () => {
        again.resolve();
        await aborted.promise;
      });
      await again.promise;
      await aborted.promise;
      now = 20_000;
      await stop();
      expect((await store.jobs.failed(5)).filter((job) => job.kind === kind)).toEqual([]);
    });

    test("give up a job that kills its process every time", async () => {
      const kind = fresh("kind");
      let now = 0;
      const worker = await openForTest(at, {
        now: () => now,
        jobs: { ...quick, attempts: 2, deaths: 2, leaseMs: 10_000 },
      });
      await store.jobs.add({ kind, key: "k", data: "deadly" });
      await store.jobs.add({ kind, key: "k", data: "next" });
      await claimAndDie(at, kind, now);
      await declareDead(at, kind);
      await claimAndDie(at, kind, (now += 10_000));
      await declareDead(at, kind);
      now += 10_000;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      worker.jobs.work(kind, async ({ data: what }) => resolve(what));
      expect(await promise).toBe("next");
      expect((await store.jobs.failed(1))[0]).toMatchObject({ kind, data: "deadly" });
    });

    test("on shutdown, running jobs are awaited; an aborted one is queued again", async () => {
      const kind = fresh("kind");
      const worker = await openForTest(at, { jobs: { ...quick, attempts: 1 } });
      const started = Promise.withResolvers<void>();
      await store.jobs.add({ kind, key: "k", data: 1 });
      const stop = worker.jobs.work(kind, async (_, stopped) => {
        started.resolve();
        await new Promise((resolve) => stopped.addEventListener("abort", resolve));
        throw new Error("stopped half way");
      });
      await started.promise;
      await stop();
      const again = Promise.withResolvers<StoredJob>();
      worker.jobs.work(kind, async (job) => again.resolve(job));
      expect((await again.promise).data).toBe(1);
    });

    test("wake the worker after the transaction that adds them", async () => {
      const kind = fresh("kind");
      const { promise, resolve } = Promise.withResolvers<StoredJob>();
      // Without polling, only the wake-up can start the worker.
      const another = await openForTest(at, { jobs: { lookMs: 3_600_000 } });
      another.jobs.work(kind, async (job) => resolve(job));
      expect(
        await another.together(async ({ jobs }) => {
          await jobs.add({ kind, key: "k", data: { n: 1 } });
          return 5;
        }),
      ).toBe(5);
      expect(await promise).toEqual({ kind, key: "k", data: { n: 1 } });
    });

    test("are listed as running, blocked, to be retried or failed, without their data", async () => {
      const kind = fresh("kind");
      const added = Date.now();
      const worker = await openForTest(at, { jobs: { lookMs: 5, attempts: 2, retryAfterMs: () => 3_600_000 } });
      const listed = async () => (await store.jobs.list(1000)).filter((job) => job.kind === kind);
      const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      for (const [key, data] of [
        ["slow", "canary"],
        ["slow", "canary"],
        ["bad", "canary"],
      ] as const)
        await store.jobs.add({ kind, key, data });
      expect(await listed()).toMatchObject([
        { state: "waiting", waitsFor: null },
        { state: "waiting" },
        { key: "bad" },
      ]);
      const stop = worker.jobs.work(kind, async ({ key }) => {
        if (key === "bad") throw new Error("refused:\nBearer 0123456789abcdef0123\u0000 and \ud800");
        started.resolve();
        await end.promise;
      });
      await started.promise;
      await until(async () => (await listed()).some(({ state }) => state === "retrying"));
      const [running, next, bad] = await listed();
      expect(running).toMatchObject({ kind, key: "slow", state: "running", attempts: 1, nextAt: null, waitsFor: null });
      expect(next).toMatchObject({ key: "slow", state: "waiting", attempts: 0, why: null, waitsFor: running!.id });
      expect(bad).toMatchObject({ key: "bad", state: "retrying", attempts: 1, waitsFor: null });
      expect(bad!.why).toMatch(/^refused: Bearer \*\*\*/);
      expect(bad!.nextAt! - added).toBeGreaterThan(3_000_000);
      for (const { since } of [running!, next!, bad!]) expect(Math.abs(since - added)).toBeLessThan(600_000);
      expect(JSON.stringify(await listed())).not.toContain("canary");
      // Running jobs are left alone; a waiting retry runs at once.
      expect([await store.jobs.retry(running!.id), await store.jobs.cancel(running!.id)]).toEqual([false, false]);
      expect(await store.jobs.retry(next!.id)).toBe(false);
      expect(await store.jobs.retry(bad!.id)).toBe(true);
      await until(async () => (await listed()).some(({ state }) => state === "failed"));
      const failed = (await listed()).at(-1)!;
      expect(failed).toMatchObject({ key: "bad", state: "failed", attempts: 2, nextAt: null, waitsFor: null });
      expect(await store.jobs.cancel(next!.id)).toBe(true);
      end.resolve();
      await until(async () => (await listed()).length === 1);
      await stop();
      expect((await store.jobs.list(1)).length).toBe(1);
    });

    test("that failed can be retried or deleted by a person", async () => {
      const kind = fresh("kind");
      const worker = await openForTest(at, { jobs: { ...quick, attempts: 1 } });
      const listed = async () => (await worker.jobs.list(1000)).filter((job) => job.kind === kind);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      let mended = false;
      worker.jobs.work(kind, async ({ data }) => {
        if (!mended) throw new Error("not yet");
        resolve(data);
      });
      for (const key of ["a", "b"]) await worker.jobs.add({ kind, key, data: { key } });
      await until(async () => (await listed()).filter(({ state }) => state === "failed").length === 2);
      mended = true;
      const idOf = async (wanted: string) => (await listed()).find(({ key }) => key === wanted)!.id;
      const [a, b] = [await idOf("a"), await idOf("b")];
      expect([await worker.jobs.cancel(b), await worker.jobs.cancel(b), await worker.jobs.retry(b)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await worker.jobs.retry(a)).toBe(true);
      expect(await promise).toEqual({ key: "a" });
      await until(async () => (await listed()).length === 0);
      for (const nobody of ["", "x", "-1", "99999999999999999999", "00000000-0000-4000-8000-000000000000", "1;--"])
        expect([await worker.jobs.retry(nobody), await worker.jobs.cancel(nobody)]).toEqual([false, false]);
    });

    test("of one author, one repository or one account leave workers to others", async () => {
      const kind = fresh("kind");
      const worker = await openForTest(at, { jobs: { ...quick, atOnce: 6 } });
      const add = async (key: string, author: string) => await worker.jobs.add({ kind, key, author, data: author });
      for (let n = 0; n < 9; n += 1) await add(`host/${kind}/shop#${n}`, "Mallory");
      const running: unknown[] = [];
      const stop = worker.jobs.work(kind, async ({ data }, stopped) => {
        running.push(data);
        await new Promise((resolve) => stopped.addEventListener("abort", resolve));
        throw new Error("stopped");
      });
      await until(async () => running.length === 2);
      for (const n of [11, 12, 13]) await add(`host/${kind}/shop#${n}`, `author-${n}`);
      await until(async () => running.length === 4);
      for (const n of [21, 22]) await add(`host/${kind}/other#${n}`, `author-${n}`);
      await until(async () => running.length === 5);
      await add(`host/${kind}-too/other#1`, "mallory");
      await add(`host/${kind}-too/other#2`, "bob");
      await until(async () => running.length === 6);
      await stop();
      expect(running).toEqual(["Mallory", "Mallory", "author-11", "author-12", "author-21", "bob"]);
    });

    test("take turns by account, repository and author, and of one author the oldest comes first", async () => {
      const kind = fresh("kind");
      let now = 0;
      const worker = await openForTest(at, { now: () => (now += 1), jobs: { ...quick, atOnce: 1 } });
      const add = async (key: string, author?: string) => await worker.jobs.add({ kind, key, author, data: key });
      for (const n of [1, 2, 3]) await add(`host/${kind}/shop#${n}`, "mallory");
      await add(`host/${kind}/shop#4`, "ada");
      await add(`host/${kind}/other#5`, "mallory");
      await add(`host/${kind}-too/shop#6`, "ada");
      const ended: unknown[] = [];
      worker.jobs.work(kind, async ({ data }) => void ended.push(data));
      await until(async () => ended.length === 6);
      const numbers = ended.map((key) => Number(String(key).split("#")[1]));
      expect(numbers).toEqual([1, 6, 5, 4, 2, 3]);
    });

    test("are deleted with their repository, and others stay", async () => {
      const kind = fresh("kind");
      const repository = `github.com/acme/${fresh("shop")}`;
      for (const key of [`${repository}#1`, `${repository}@abc`, `${repository}-too#1`])
        await store.jobs.add({ kind, key, data: { text: "theirs" } });
      await store.together(async ({ installations }) => await installations.forget([repository]));
      const left = (await store.jobs.list(1000)).filter((job) => job.kind === kind);
      expect(left.map(({ key }) => key)).toEqual([`${repository}-too#1`]);
    });
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The state left by a process that claims a job and dies. */
async function claimAndDie(place: DataPlace, kind: string, now: number): Promise<void> {
  if ("databaseUrl" in place) {
    await withBoss(place.databaseUrl, async (boss) => expect(await boss.fetch(kind)).toHaveLength(1));
    return;
  }
  const db = new Kysely<Tables>({ dialect: openSqlite(place.folder).dialect, plugins: [new CamelCasePlugin()] });
  expect(await jobQueue(db, () => now).claim(kind, now, 10_000, fullShares([], 6))).not.toBeNull();
  await db.destroy();
}

/** pg-boss does this with a job without heartbeat; on SQLite the next poll does it. */
async function declareDead(place: DataPlace, kind: string): Promise<void> {
  if ("folder" in place) return;
  await withBoss(place.databaseUrl, async (boss) => {
    const running = (await boss.findJobs(kind)).find(({ state }) => state === "active");
    await boss.fail(kind, running!.id);
  });
}

async function withBoss(connectionString: string, work: (boss: PgBoss) => Promise<unknown>): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: bossSchema, supervise: false, schedule: false });
  await boss.start();
  await work(boss);
  await boss.stop({ graceful: false });
}

describe.skipIf(databases[1]!.skip)("jobs on PostgreSQL alone", () => {
  test("a job with an expired lease is found by another process", async () => {
    const { place } = await databases[1]!.newPlace();
    const { databaseUrl } = place as { databaseUrl: string };
    const worker = await openForTest(place, { jobs: { lookMs: 5, leaseMs: 90 } });
    await worker.jobs.add({ kind: "review", key: "k", data: "\0 and \ud800" });
    await claimAndDie(place, "review", 0);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`update ${bossSchema}.job set heartbeat_on = heartbeat_on - interval '1 hour'`);
    await client.end();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    worker.jobs.work("review", async ({ data }) => resolve(data));
    expect(await promise).toBe("\0 and \ud800");
  });

  test("deleting a repository also deletes its completed jobs", async () => {
    const { place } = await databases[1]!.newPlace();
    const store = await openForTest(place, { jobs: { lookMs: 5 } });
    const done = Promise.withResolvers<void>();
    const repository = "github.com/acme/shop";
    const end = store.jobs.work("review", async () => done.resolve());
    await store.jobs.add({ kind: "review", key: `${repository}#1`, data: "theirs" });
    await done.promise;
    await end();
    const client = new Client({ connectionString: (place as { databaseUrl: string }).databaseUrl });
    await client.connect();
    const kept = async () => (await client.query(`select state from ${bossSchema}.job`)).rows;
    expect(await kept()).toEqual([{ state: "completed" }]);
    await store.installations.forget([repository]);
    expect(await kept()).toEqual([]);
    await client.end();
  });

  test("jobs of one transaction keep their order, and a rollback removes all of them", async () => {
    const { place } = await databases[1]!.newPlace();
    const store = await openForTest(place, { jobs: { lookMs: 5 } });
    const ended: unknown[] = [];
    const all = Promise.withResolvers<void>();
    const add = async (from: number, fails: boolean) =>
      await store.together(async ({ jobs }) => {
        for (let n = from; n < from + 20; n += 1) await jobs.add({ kind: "review", key: "k", data: n });
        if (fails) throw new Error("half way");
      });
    await add(0, false);
    await expect(add(100, true)).rejects.toThrow("half way");
    await add(20, false);
    store.jobs.work("review", async ({ data }) => {
      ended.push(data);
      if (ended.length === 40) all.resolve();
    });
    await all.promise;
    expect(ended).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });
});
