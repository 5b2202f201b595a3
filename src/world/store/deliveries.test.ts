// Tests concurrent deliveries on both databases.
import { describe, expect, onTestFinished, test } from "vitest";
import { databases, openForTest, run } from "../../../test/support/databases.ts";
import type { DataPlace } from "./data-folder.ts";
import type { NewDelivery } from "./kept/deliveries.ts";
import type { Store } from "./store.ts";

const delivery = (id: string, more: Partial<NewDelivery> = {}) => ({
  id,
  event: "ping",
  body: "{}",
  receivedAt: 1,
  ...more,
});

describe.each(databases)("deliveries in $name", ({ skip, newPlace }) => {
  describe.skipIf(skip)("that arrive at once", () => {
    const open = async (): Promise<{ place: DataPlace; store: Store }> => {
      const { place, remove } = await newPlace();
      onTestFinished(remove);
      return { place, store: await openForTest(place) };
    };

    test("are each accepted once: of two with the same id, the second is a duplicate", async () => {
      const { store } = await open();
      const ids = ["a", "b", "a", "c", "b", "a"];
      const results = await Promise.all(
        ids.map((id, n) => store.deliveries.accept(delivery(id, { body: `{"n":${n}}` }))),
      );
      expect(results).toEqual([true, true, false, true, false, false]);
      expect(await store.deliveries.accept(delivery("b"))).toBe(false);
      const kept = await store.deliveries.pending(10);
      expect(kept.map(({ id, body }) => [id, body])).toEqual([
        ["a", '{"n":0}'],
        ["b", '{"n":1}'],
        ["c", '{"n":3}'],
      ]);
    });

    test("are visible to other processes as soon as they are accepted", async () => {
      const { place, store } = await open();
      const other = await openForTest(place);
      const visible = Array.from({ length: 40 }, async (_, n) => {
        await store.deliveries.accept(delivery(`d${n}`));
        return (await other.deliveries.pending(100)).some(({ id }) => id === `d${n}`);
      });
      expect(await Promise.all(visible)).not.toContain(false);
    });

    test("are all rejected if the store fails, and the next ones are accepted", async () => {
      const { place, store } = await open();
      await store.deliveries.accept(delivery("before"));
      await run(place, "alter table deliveries rename to elsewhere");
      const ids = ["a", "b", "a", "c"];
      const results = await Promise.allSettled(ids.map((id) => store.deliveries.accept(delivery(id))));
      expect(results.map(({ status }) => status)).toEqual(ids.map(() => "rejected"));
      await run(place, "alter table elsewhere rename to deliveries");
      expect(await store.deliveries.pending(10)).toHaveLength(1);
      expect(await Promise.all(ids.map((id) => store.deliveries.accept(delivery(id))))).toEqual([
        true,
        true,
        false,
        true,
      ]);
    });

    test("are stored with their exact bytes", async () => {
      const { store } = await open();
      const bodies = ['{"title":"é 🦊 \\u0000"}', "x".repeat(3_000_000), "a\0b"];
      const bytes = [...bodies.map((body) => Buffer.from(body)), Buffer.from([0x7b, 0xff, 0x7d])];
      const results = [...bodies, ...bytes].map((body, n) => store.deliveries.accept(delivery(`d${n}`, { body })));
      expect(await Promise.all(results)).not.toContain(false);
      const kept = (await store.deliveries.pending(10)).map(({ body }) => body);
      expect(kept).toEqual([...bodies, ...bodies, "{\uFFFD}"]);
    });

    test("are deleted when their whole batch is done; those of the old format are read, too", async () => {
      const { place, store } = await open();
      const packs = () => run(place, "select id from delivery_packs");
      await run(
        place,
        `insert into deliveries (id, event, body, received_at) values ('old', 'ping', '{"from":"before"}', 0)`,
      );
      await Promise.all(["a", "b", "c"].map((id) => store.deliveries.accept(delivery(id, { body: `{"of":"${id}"}` }))));
      await store.deliveries.accept(delivery("a", { body: '{"again":1}' }));
      expect(await packs()).not.toEqual([]);
      for (const id of ["a", "c", "old"]) expect(await store.deliveries.finish(id, "done")).toBe(true);
      await store.deliveries.discard();
      expect((await store.deliveries.pending(9)).map(({ id, body }) => [id, body])).toEqual([["b", '{"of":"b"}']]);
      await store.deliveries.finish("b", "done");
      await store.deliveries.discard();
      expect(await packs()).toEqual([]);
      expect(await run(place, "select body from deliveries where body <> ''")).toEqual([]);
      expect(await store.deliveries.accept(delivery("b"))).toBe(false);
    });

    test("are processed once each, in the order of arrival", async () => {
      const { place, store } = await open();
      // SQLite runs in this thread: a second connection would deadlock with the first.
      const other = "folder" in place ? store : await openForTest(place);
      const ids = Array.from({ length: 30 }, (_, n) => `d${n}`);
      for (const [n, id] of ids.entries())
        await store.deliveries.accept(delivery(id, { receivedAt: n, event: n % 10 === 9 ? "later" : "ping" }));
      const processed: string[] = [];
      const takeAll = async (from: Store) => {
        for (let count = 1; count > 0;) {
          const takes = await from.deliveries.takes();
          const taking = from.together(async ({ deliveries }) => {
            const some = await deliveries.take(takes, 4, ["later"]);
            if (some === null) throw new Error("begun too early");
            for (const { id } of some) {
              processed.push(id);
              await deliveries.finish(id, "done");
            }
            return some.length;
          });
          count = await taking.catch((error: unknown) => {
            expect(String(error)).toContain("begun too early");
            return 1;
          });
        }
      };
      await Promise.all([takeAll(store), takeAll(other)]);
      expect(processed).toEqual(ids.filter((_, n) => n % 10 !== 9));
      expect((await store.deliveries.pending(10)).map(({ id }) => id)).toEqual(["d9", "d19", "d29"]);
    });
  });
});
