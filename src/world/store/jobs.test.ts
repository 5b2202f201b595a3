// Jobs on both databases: per key one at a time and in order, whoever fails, stops or dies.
import fc from "fast-check";
import { CamelCasePlugin, Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, openForTest } from "../../../test/databases.ts";
import type { DataPlace } from "./data-folder.ts";
import { jobQueue } from "./job-queue.ts";
import { openStore } from "./open-store.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Job, Store } from "./store.ts";
import type { Tables } from "./tables.ts";

describe.each(databases)("jobs on $name", ({ skip, newPlace }) => {
  let at: DataPlace;
  let store: Store;
  let remove: () => void;
  let last = 0;
  const fresh = (what: string) => `${what}-${++last}`;

  beforeAll(async () => {
    if (skip) return;
    ({ place: at, remove } = await newPlace());
    store = await openStore(at);
  });
  afterAll(async () => {
    if (skip) return;
    await store.close();
    remove();
  });

  describe.skipIf(skip)("jobs", () => {
    const quick = { lookMs: 5, retryAfterMs: () => 0 };

    test("run per key in order and one at a time, whoever runs them", async () => {
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
            const run = async ({ key, data }: Job) => {
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

    test("one that keeps failing is recorded, and the next of its key gets its turn", async () => {
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

    test("one whose process went silent runs again elsewhere, and is told so if it still lives", async () => {
      const kind = fresh("kind");
      let now = 0;
      const first = await openForTest(at, { now: () => now, jobs: { ...quick, leaseMs: 90 } });
      const second = await openForTest(at, { now: () => 10_000, jobs: { ...quick, leaseMs: 90 } });
      const [started, told, again] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      await store.jobs.add({ kind, key: "k", data: null });
      first.jobs.work(kind, async (_, stop) => {
        started.resolve();
        await new Promise((resolve) => stop.addEventListener("abort", resolve));
        told.resolve();
      });
      await started.promise;
      // By the second's clock the lease is long over, so it may take the job.
      const stop = second.jobs.work(kind, async () => {
        again.resolve();
        await told.promise;
      });
      await again.promise;
      await told.promise;
      now = 20_000;
      await stop();
      expect((await store.jobs.failed(5)).filter((job) => job.kind === kind)).toEqual([]);
    });

    test("one that kills its process every time is given up", async () => {
      const kind = fresh("kind");
      let now = 0;
      const worker = await openForTest(at, { now: () => now, jobs: { ...quick, attempts: 2, leaseMs: 10_000 } });
      await store.jobs.add({ kind, key: "k", data: "deadly" });
      await store.jobs.add({ kind, key: "k", data: "next" });
      await claimAndDie(at, kind, now);
      await claimAndDie(at, kind, (now += 10_000));
      now += 10_000;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      worker.jobs.work(kind, async ({ data: what }) => resolve(what));
      expect(await promise).toBe("next");
      expect((await store.jobs.failed(1))[0]).toMatchObject({ kind, data: "deadly" });
    });

    test("told to stop, it waits for what is under way; one that gives up is put back unharmed", async () => {
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
      const again = Promise.withResolvers<Job>();
      worker.jobs.work(kind, async (job) => again.resolve(job));
      expect((await again.promise).data).toBe(1);
    });

    test("one added together with other things wakes the worker once all is committed", async () => {
      const kind = fresh("kind");
      const { promise, resolve } = Promise.withResolvers<Job>();
      // With nobody looking, only the bell can wake the worker.
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
  });
});

/** What a process leaves that takes a job and dies. */
async function claimAndDie(place: DataPlace, kind: string, now: number): Promise<void> {
  const dialect = "folder" in place ? openSqlite(place.folder).dialect : openPostgres(place.databaseUrl, () => {});
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  const queue = jobQueue(db, "folder" in place ? "sqlite" : "postgres");
  expect(await queue.claim(kind, now, now + 10_000)).not.toBeNull();
  await db.destroy();
}
