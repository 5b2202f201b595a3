// Tests conversation limits.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databases, openForSuite, openForTest } from "../../../test/support/databases.ts";
import type { DataPlace } from "./data-folder.ts";
import type { Store } from "./store.ts";

describe.each(databases)("turns on $name", ({ skip, newPlace }) => {
  let at: DataPlace;
  let store: Store;
  let last = 0;
  const fresh = () => `github.com/acme/shop#${++last}`;
  /** One comment a minute, each in its own thread, so that only the tested limit applies. */
  const turn = (place: string, comment: number, more: { thread?: string; at?: number; author?: string } = {}) => ({
    place,
    comment: `c${comment}`,
    thread: `thread/${comment}`,
    at: comment * 61_000,
    author: "eve",
    ...more,
  });

  openForSuite({ skip, newPlace }, (opened, place) => {
    store = opened;
    at = place;
  });

  describe.skipIf(skip)("a pull request", () => {
    test("gets its replies, one notice, and then none until a maintainer continues", async () => {
      const place = fresh();
      const take = (comment: number) => store.turns.take(turn(place, comment), 2);
      expect([await take(1), await take(2), await take(3), await take(4)]).toEqual([
        "reply",
        "reply",
        "notice",
        "silent",
      ]);
      await store.turns.restart(turn(place, 5));
      expect([await take(6), await take(7), await take(8), await take(9)]).toEqual([
        "reply",
        "reply",
        "notice",
        "silent",
      ]);
      expect((await store.turns.of(place)).map(({ kind }) => kind)).toContain("continue");
    });

    test("counts a comment once, even if it is processed repeatedly", async () => {
      const place = fresh();
      for (let again = 0; again < 3; again += 1) expect(await store.turns.take(turn(place, 1), 1)).toBe("reply");
      for (let again = 0; again < 3; again += 1) expect(await store.turns.take(turn(place, 2), 1)).toBe("notice");
      await store.turns.restart(turn(place, 3));
      expect(await store.turns.take(turn(place, 4), 1)).toBe("reply");
      // The same command, repeated after a crash, has no effect.
      await store.turns.restart(turn(place, 3));
      expect(await store.turns.take(turn(place, 5), 1)).toBe("notice");
    });

    test("leaves nobody waiting in vain: with those that wait, the limit counts too", async () => {
      const place = fresh();
      const take = (comment: number) => store.turns.take(turn(place, comment, { thread: "page", at: comment }), 4);
      const taken = [await take(1), await take(2), await take(3), await take(4), await take(5), await take(6)];
      expect(taken).toEqual(["reply", "reply", "hushed", "hushed", "notice", "silent"]);
    });

    test("of a busy repository: one person gets 20 answers in an hour, and all strangers 60", async () => {
      const repository = `github.com/acme/${crypto.randomUUID()}`;
      let comment = 0;
      const take = (author: string, group: "anyone" | "writers" = "anyone", time = 0) => {
        comment += 1;
        return store.turns.take(turn(`${repository}#${comment % 7}`, comment, { at: time, author }), 50, group);
      };
      const answered = async (author: string, times: number) => {
        const kinds: string[] = [];
        for (let nth = 0; nth < times; nth += 1) kinds.push(await take(author));
        return kinds.filter((kind) => kind === "reply").length;
      };
      expect([await answered("eve", 22), await answered("mallory", 22), await answered("trudy", 22)]).toEqual([
        20, 20, 20,
      ]);
      expect([await take("bob"), await take("ada", "writers"), await take("eve", "anyone", 3_600_001)]).toEqual([
        "silent",
        "reply",
        "reply",
      ]);
    });

    test("answers twice a minute in a thread, and in others meanwhile", async () => {
      const place = fresh();
      const take = (comment: number, thread: string, time: number) =>
        store.turns.take(turn(place, comment, { thread, at: time }), 50);
      expect([
        await take(1, "page", 1_000_000),
        await take(2, "page", 1_001_000),
        await take(3, "page", 1_002_000),
        await take(4, "thread/9", 1_002_000),
        await take(5, "page", 1_061_500),
      ]).toEqual(["reply", "reply", "hushed", "reply", "reply"]);
    });

    test("is counted separately", async () => {
      const [one, other] = [fresh(), fresh()];
      expect(await store.turns.take(turn(one, 1), 1)).toBe("reply");
      expect(await store.turns.take(turn(other, 1), 1)).toBe("reply");
      expect(await store.turns.take(turn(one, 2), 1)).toBe("notice");
    });

    test("keeps its count across restarts and concurrent processes", async () => {
      const place = fresh();
      // Two SQLite connections in one process would deadlock.
      const [here, there] = "folder" in at ? [store, store] : [await openForTest(at), await openForTest(at)];
      const turns = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? here : there).turns.take(turn(place, 100 + index), 7),
        ),
      );
      const many = (kind: string) => turns.filter((one) => one === kind).length;
      expect([many("reply"), many("notice"), many("silent")]).toEqual([7, 1, 12]);
      expect(await (await openForTest(at)).turns.take(turn(place, 200), 7)).toBe("silent");
    });

    test("never gets more replies than allowed and one notice between two continuations", async () => {
      const calls = fc.array(fc.record({ is: fc.constantFrom("call", "call", "call", "go on"), comment: fc.nat(15) }), {
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), async (all, most) => {
          const place = fresh();
          for (const { is, comment } of all)
            if (is === "call") await store.turns.take(turn(place, comment), most);
            else await store.turns.restart(turn(place, comment));
          let [replies, notices] = [0, 0];
          for (const { kind } of await store.turns.of(place)) {
            if (kind === "continue") [replies, notices] = [0, 0];
            if (kind === "reply") replies += 1;
            if (kind === "notice") notices += 1;
            expect(replies).toBeLessThanOrEqual(most);
            expect(notices).toBeLessThanOrEqual(1);
          }
        }),
        { numRuns: 25 },
      );
    });
  });

  describe.skipIf(skip)("dismissals", () => {
    test("store the latest reason for a finding", async () => {
      const place = fresh();
      const dismissal = { place, identity: "abc", reason: "tested\0", saidBy: "ada", comment: "c1", at: 5 };
      await store.dismissals.keep(dismissal);
      await store.dismissals.keep({ ...dismissal, reason: "never empty", comment: "c2", at: 6 });
      expect(await store.dismissals.of(place)).toEqual([{ ...dismissal, reason: "never empty", comment: "c2", at: 6 }]);
    });
  });
});
