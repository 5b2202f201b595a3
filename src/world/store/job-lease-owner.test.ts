// Tests that jobs of dead processes are released at once.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";

/** Claims the job and exits before finishing it. */
function takeIn(folder: string, leaseMs: number): void {
  const store = fileURLToPath(new URL("open-store.ts", import.meta.url));
  const program = `
    import { openStore } from ${JSON.stringify(store)};
    const store = await openStore({ folder: ${JSON.stringify(folder)} }, { jobs: { leaseMs: ${leaseMs}, lookMs: 5 } });
    store.jobs.work("review", async () => process.kill(process.pid, "SIGKILL"));
    setInterval(() => {}, 1000);`;
  try {
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], { stdio: "ignore" });
  } catch (error) {
    expect((error as { signal: string }).signal).toBe("SIGKILL");
  }
}

test("a job of a dead process runs as soon as the next one starts, even before its lease ends", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const { folder } = place as { folder: string };
  const store = await openForTest(place);
  await store.jobs.add({ kind: "review", key: "k", data: 1 });
  takeIn(folder, 3_600_000);
  expect(await store.jobs.depth()).toMatchObject([{ running: 1 }]);
  const next = await openForTest(place, { jobs: { lookMs: 5 } });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  next.jobs.work("review", async ({ data }) => resolve(data));
  expect(await promise).toBe(1);
});

test("a job of a running process is not taken over", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place, { jobs: { lookMs: 5, atOnce: 1 } });
  const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  store.jobs.work("review", async () => {
    runs++;
    started.resolve();
    await end.promise;
  });
  await store.jobs.add({ kind: "review", key: "k", data: 1 });
  await started.promise;
  const other = await openForTest(place, { jobs: { lookMs: 5 } });
  const second = Promise.withResolvers<void>();
  other.jobs.work("review", async ({ data }) => (data === 2 ? second.resolve() : void runs++));
  await store.jobs.add({ kind: "review", key: "other", data: 2 });
  await second.promise;
  expect(runs).toBe(1);
  end.resolve();
});
