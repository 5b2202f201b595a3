// Dispatches many deliveries into jobs, on both databases.
import { describe, expect, onTestFinished, test } from "vitest";
import { databases, openForTest, run } from "../../../test/support/databases.ts";
import type { Store } from "../../world/store/store.ts";
import { dispatchDeliveries } from "./dispatch-deliveries.ts";

const host = "github.com";
const self = { slug: "crosscheck", appId: 1 };

function opened(number: number, head: number, owner = "acme"): string {
  return JSON.stringify({
    action: "synchronize",
    number,
    pull_request: { title: "x", head: { sha: String(head).padStart(40, "0") } },
    repository: { name: "shop", owner: { login: owner } },
    installation: { id: 1 },
  });
}

describe.each(databases)("deliveries in $name", ({ name, skip, newPlace }) => {
  const openPlace = async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    return { place, store: await openForTest(place) };
  };
  const open = async (): Promise<Store> => (await openPlace()).store;
  const accept = (store: Store, id: string, body: string, event = "pull_request", receivedAt = 1) =>
    store.deliveries.accept({ id, event, body, receivedAt });

  test.skipIf(skip)("become jobs in order, exactly once, whichever replica dispatches them", async () => {
    const store = await open();
    const numbers = Array.from({ length: 130 }, (_, n) => n);
    for (const n of numbers) await accept(store, `d${n}`, opened(n % 2, n), "pull_request", n);
    let lulls = 0;
    const dealt = await Promise.all([
      dispatchDeliveries(store, { host, self }, async () => void lulls++),
      dispatchDeliveries(store, { host, self }),
    ]);
    expect(dealt[0] + dealt[1]).toBe(130);
    expect(lulls).toBeGreaterThan(0);
    expect(await store.deliveries.pending(1)).toEqual([]);
    for (const pull of [0, 1]) {
      const jobs = (await store.jobs.waiting("review-pull", `${host}/acme/shop#${pull}`)) as { head: string }[];
      expect(jobs.map(({ head }) => Number(head))).toEqual(numbers.filter((n) => n % 2 === pull));
    }
    expect(await store.installations.of(1)).toEqual([`${host}/acme/shop`]);
  });

  test.skipIf(skip)("are deleted once they have become jobs", async () => {
    const { place, store } = await openPlace();
    await Promise.all([1, 2, 3].map((n) => accept(store, `d${n}`, opened(7, n))));
    const said = "select id from delivery_packs";
    expect(await run(place, said)).toHaveLength(1);
    await dispatchDeliveries(store, { host, self });
    expect(await run(place, said)).toEqual([]);
  });

  test.skipIf(skip)("waiting for the App's identity do not block others", async () => {
    const store = await open();
    for (let n = 0; n < 60; n++) await accept(store, `c${n}`, "{}", "issue_comment");
    await accept(store, "pull", opened(7, 1), "pull_request", 2);
    expect(await dispatchDeliveries(store, { host, self: null, selfToCome: true })).toBe(1);
    expect(await store.jobs.waiting("review-pull", `${host}/acme/shop#7`)).toHaveLength(1);
    expect(await dispatchDeliveries(store, { host, self })).toBe(60);
  });

  // PostgreSQL has no zero character in text; SQLite takes it.
  test.skipIf(skip || name === "SQLite")("that the store rejects do not block others", async () => {
    const store = await open();
    await accept(store, "bad", opened(7, 1, "a\0b"));
    for (let n = 0; n < 5; n++) await accept(store, `d${n}`, opened(7, n), "pull_request", n + 2);
    await expect(dispatchDeliveries(store, { host, self })).rejects.toThrow("unsupported Unicode");
    expect((await store.deliveries.pending(9)).map(({ id }) => id)).toEqual(["bad"]);
    expect(await store.jobs.waiting("review-pull", `${host}/acme/shop#7`)).toHaveLength(5);
  });

  test.skipIf(skip)("of an installation that goes and comes again leave it known", async () => {
    const store = await open();
    const gone = { action: "deleted", installation: { id: 1, account: { login: "acme" } }, repositories: [] };
    await accept(store, "1", opened(7, 1), "pull_request", 1);
    await accept(store, "2", JSON.stringify(gone), "installation", 2);
    await accept(store, "3", opened(7, 2), "pull_request", 3);
    expect(await dispatchDeliveries(store, { host, self })).toBe(3);
    expect(await store.installations.of(1)).toEqual([`${host}/acme/shop`]);
    expect(await store.jobs.waiting("review-pull", `${host}/acme/shop#7`)).toHaveLength(1);
  });
});
