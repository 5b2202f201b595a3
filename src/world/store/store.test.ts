// One test suite for both databases.
import fc from "fast-check";
import { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { databases, openForSuite, openForTest } from "../../../test/support/databases.ts";
import type { DataPlace } from "./data-folder.ts";
import { openStore } from "./open-store.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { SavedDraft, StoredReviewFacts } from "./kept/drafts.ts";
import type { KeptFinding, Output } from "./kept/outputs.ts";
import type { KeptCall, KeptReview } from "./kept/records.ts";
import type { Store } from "./store.ts";

const pull = "github.com/acme/shop#7";
const sent = { place: pull, kind: "review", hash: "a", again: false };
const remote = { id: "9", url: "https://github.com/acme/shop/pull/7#r9" };

describe.each(databases)("the store on $name", ({ skip, newPlace }) => {
  let at: DataPlace;
  let store: Store;
  let last = 0;
  const fresh = (what: string) => `${what}-${++last}`;

  openForSuite({ skip, newPlace }, (opened, place) => {
    store = opened;
    at = place;
  });

  describe.skipIf(skip)("drafts", () => {
    const draft = (id: string, more: Partial<SavedDraft> = {}): SavedDraft => ({
      id,
      place: pull,
      head: "c0ffee",
      draft: '{"text":"naïve 🙂 \\u0000"}',
      state: "waiting",
      savedAt: 1_793_754_000_000,
      facts: null,
      ...more,
    });

    test("a pending draft is found again, and is posted after posting", async () => {
      const id = fresh("draft");
      await store.drafts.save(draft(id));
      expect(await store.drafts.load(id)).toEqual(draft(id));
      await store.drafts.setState(id, "posted");
      expect((await store.drafts.load(id))?.state).toBe("posted");
      expect(await store.drafts.load("never saved")).toBeNull();
    });

    const facts = (more: Partial<StoredReviewFacts> = {}): StoredReviewFacts => ({
      title: "feat: pay",
      author: "ada",
      event: "COMMENT",
      worst: "high",
      posted: 2,
      advisory: 1,
      files: 3,
      money: 0.25,
      tookMs: 1200,
      ...more,
    });

    test("a page of reviews has one line each, without the draft, and continues after the previous page", async () => {
      const repository = fresh("github.com/acme/page");
      const ids = [fresh("p"), fresh("p"), fresh("p")].toSorted();
      for (const [index, id] of ids.entries())
        await store.drafts.save(draft(id, { place: `${repository}#${index}`, savedAt: 5, facts: facts() }));
      const first = await store.drafts.page({ repositories: [repository], limit: 2 });
      expect(first).toEqual(
        ids.slice(0, 2).map((id, index) => {
          const { draft: _, ...rest } = draft(id, { place: `${repository}#${index}`, savedAt: 5, facts: facts() });
          return { ...rest, repository };
        }),
      );
      const end = first.at(-1)!;
      const rest = await store.drafts.page({ repositories: [repository], limit: 2, after: end });
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await store.drafts.page({ repositories: [], limit: 2 })).toEqual([]);
      expect(await store.drafts.repositories()).toContain(repository);
    });

    test("local reviews are kept by their folder, apart from pull requests, and only so many for so long", async () => {
      const folder = fresh("/home/ada/#1 shop");
      const ids = ["old", "large", "newer", "newest"].map((name) => fresh(name));
      const now = 1e15;
      for (const [index, id] of ids.entries())
        await store.drafts.save(
          draft(id, {
            place: folder,
            state: "local",
            savedAt: now + (index === 0 ? -1000 : index),
            draft: JSON.stringify(index === 1 ? "x".repeat(500) : ""),
            facts: facts({ units: [{ unit: "sums", posted: 1, advisory: 0 }] }),
          }),
        );
      const there = async () =>
        (await store.drafts.page({ repositories: [folder], limit: 9 })).map(({ id }) => ids.indexOf(id));
      expect(await store.drafts.repositories("local")).toContain(folder);
      expect(await store.drafts.repositories()).not.toContain(folder);
      const usual = { before: 0, most: 1000, bytes: 1e9 };
      await store.drafts.limitLocal(usual);
      expect(await there()).toEqual([3, 2, 1, 0]);
      await store.drafts.limitLocal({ ...usual, before: now });
      expect(await there()).toEqual([3, 2, 1]);
      await store.drafts.limitLocal({ ...usual, bytes: 100 });
      expect(await there()).toEqual([3, 2]);
      await store.drafts.limitLocal({ ...usual, most: 1 });
      expect(await there()).toEqual([3]);
      await store.drafts.limitLocal({ ...usual, most: 0 });
    });

    test("reviews are found by words of their title or location, by event and by state", async () => {
      const repository = fresh("github.com/acme/find");
      const ids = [fresh("p"), fresh("p"), fresh("p")];
      const of = (title: string, event: string) => ({ facts: facts({ title, event }) });
      await store.drafts.save(
        draft(ids[0]!, { place: `${repository}#1`, savedAt: 3, ...of("100% Pure_Sugar", "APPROVE") }),
      );
      await store.drafts.save(
        draft(ids[1]!, { place: `${repository}#2`, savedAt: 2, ...of("100 pure sugar", "COMMENT") }),
      );
      await store.drafts.save(draft(ids[2]!, { place: `${repository}#3`, savedAt: 1, state: "posted" }));
      const idsOf = async (filter: Partial<Parameters<Store["drafts"]["page"]>[0]>) =>
        (await store.drafts.page({ repositories: [repository], limit: 9, ...filter })).map(({ id }) => ids.indexOf(id));
      expect(await idsOf({ text: "100%" })).toEqual([0]);
      expect(await idsOf({ text: "PURE_" })).toEqual([0]);
      expect(await idsOf({ text: "pure" })).toEqual([0, 1]);
      expect(await idsOf({ text: "#3" })).toEqual([2]);
      expect(await idsOf({ text: "\\" })).toEqual([]);
      expect(await idsOf({ event: "COMMENT" })).toEqual([1]);
      expect(await idsOf({ state: "posted" })).toEqual([2]);
      expect(await idsOf({ place: `${repository}#2` })).toEqual([1]);
    });

    test("the second of two concurrent edits fails, and a posted draft cannot be edited", async () => {
      const id = fresh("draft");
      await store.drafts.save(draft(id));
      const was = draft(id).draft;
      const edited = { draft: '{"text":"edited"}', facts: facts({ title: "edited" }), savedAt: 9 };
      expect(await store.drafts.edit(id, was, edited)).toBe(true);
      expect(await store.drafts.edit(id, was, { draft: "{}", facts: null, savedAt: 9 })).toBe(false);
      expect(await store.drafts.load(id)).toEqual({ ...draft(id), ...edited });
      await store.drafts.setState(id, "posted");
      expect(await store.drafts.edit(id, edited.draft, { draft: "{}", facts: null, savedAt: 9 })).toBe(false);
    });

    test("the pulse changes only when a review is added or posted", async () => {
      const id = fresh("draft");
      const before = await store.pulse();
      expect(await store.pulse()).toBe(before);
      await store.drafts.save(draft(id));
      const saved = await store.pulse();
      await store.drafts.setState(id, "posted");
      expect(new Set([before, saved, await store.pulse()]).size).toBe(3);
    });

    test("the list is newest first and can be filtered by pull request and state", async () => {
      const mine = fresh("github.com/acme/list#");
      const [old, recent, gone] = [fresh("d"), fresh("d"), fresh("d")];
      await store.drafts.save(draft(old, { place: mine, savedAt: 1 }));
      await store.drafts.save(draft(recent, { place: mine, savedAt: 3 }));
      await store.drafts.save(draft(gone, { place: mine, savedAt: 2, state: "cancelled" }));
      const ids = async (filter: Parameters<Store["drafts"]["list"]>[0]) =>
        (await store.drafts.list(filter)).map(({ id }) => id);
      expect(await ids({ place: mine })).toEqual([recent, gone, old]);
      expect(await ids({ place: mine, state: "waiting" })).toEqual([recent, old]);
      expect(await ids({})).toEqual(expect.arrayContaining([recent, gone, old]));
    });

    test("saving the same draft again replaces it", async () => {
      const id = fresh("draft");
      await store.drafts.save(draft(id));
      await store.drafts.save(draft(id, { head: "f00d", savedAt: 2 }));
      expect(await store.drafts.load(id)).toEqual(draft(id, { head: "f00d", savedAt: 2 }));
    });
  });

  describe.skipIf(skip)("records of models", () => {
    const call = (run: string, more: Partial<KeptCall> = {}): KeptCall => ({
      run,
      repository: "github.com/acme/shop",
      unit: "code-reviewer",
      model: "anthropic/claude",
      at: 100,
      money: 0.25,
      call: '{"text":"naïve 🙂"}',
      ...more,
    });

    test("calls of a run are listed in the order in which they ended", async () => {
      const run = fresh("run");
      await store.records.keepCall(call(run, { call: "1" }));
      await store.records.keepCall(call(fresh("run"), { call: "another's" }));
      await store.records.keepCall(call(run, { call: "2" }));
      expect(await store.records.callsOf(run)).toEqual(["1", "2"]);
    });

    test("spending since a day is summed, for all and for one repository; unknown prices count as zero", async () => {
      const repository = fresh("github.com/acme/");
      const before = await store.records.spent(1_000_000);
      await store.records.keepCall(call(fresh("run"), { repository, at: 1_000_000, money: 0.5 }));
      await store.records.keepCall(call(fresh("run"), { repository, at: 1_000_001, money: null }));
      await store.records.keepCall(call(fresh("run"), { repository, at: 999_999, money: 8 }));
      expect(await store.records.spent(1_000_000, repository)).toBeCloseTo(0.5);
      expect((await store.records.spent(1_000_000)) - before).toBeCloseTo(0.5);
      expect(await store.records.spent(1_000_000, "never seen")).toBe(0);
    });

    test("a review is found by its draft's id, and listed newest first", async () => {
      const kept: KeptReview = { id: fresh("draft"), run: "r", repository: "x", at: 5e12, given: "{}", draft: "{}" };
      await store.records.keepReview(kept);
      await store.records.keepReview({ ...kept, draft: '{"again":1}' });
      expect(await store.records.review(kept.id)).toEqual({ ...kept, draft: '{"again":1}' });
      expect(await store.records.review("never kept")).toBeNull();
      expect((await store.records.reviews(1)).map(({ id }) => id)).toEqual([kept.id]);
    });
  });

  describe.skipIf(skip)("thread triage", () => {
    test("is stored per pull request, replaced, listed newest first, and deleted on request", async () => {
      const [one, other] = [fresh("github.com/acme/t#"), fresh("github.com/acme/t#")];
      await store.threads.save(one, '{"a":1}', 9_000_000_000_000);
      await store.threads.save(other, '{"b":"naïve 🙂"}', 9_000_000_000_001);
      await store.threads.save(one, '{"a":2}', 9_000_000_000_002);
      expect(await store.threads.load(one)).toBe('{"a":2}');
      expect(await store.threads.latest()).toBe(one);
      expect((await store.threads.list()).slice(0, 2).map(({ place, characters }) => [place, characters])).toEqual([
        [one, 7],
        [other, 15],
      ]);
      expect(await store.threads.clear(one)).toBe(1);
      expect([await store.threads.load(one), await store.threads.latest()]).toEqual([null, other]);
      expect(await store.threads.clear("never seen")).toBe(0);
    });
  });

  describe.skipIf(skip)("outputs", () => {
    test("a key is leased, completed, and never leased again", async () => {
      const key = fresh("key");
      expect(await store.outputs.take(key, sent, "one", 0, 10)).toEqual({ got: true, before: null });
      const sending: Output = {
        key,
        place: pull,
        kind: "review",
        state: "sending",
        remote: null,
        hash: "a",
        why: null,
      };
      expect(await store.outputs.take(key, sent, "two", 5, 15)).toEqual({ got: false, before: sending });
      await store.outputs.done(key, remote, "a");
      const done: Output = { ...sending, state: "done", remote };
      expect(await store.outputs.take(key, sent, "two", 99, 199)).toEqual({ got: false, before: done });
      expect(await store.outputs.get(key)).toEqual(done);
    });

    test("an output that is updated in place is leased again only if it differs", async () => {
      const key = fresh("key");
      await store.outputs.take(key, sent, "one", 0, 10);
      await store.outputs.done(key, remote, "a");
      expect((await store.outputs.take(key, { ...sent, again: true }, "one", 0, 10)).got).toBe(false);
      const newer = await store.outputs.take(key, { ...sent, again: true, hash: "b" }, "one", 0, 10);
      expect(newer).toMatchObject({ got: true, before: { state: "done", hash: "a", remote } });
      expect((await store.outputs.take(key, { ...sent, again: true, hash: "c" }, "two", 5, 15)).got).toBe(false);
    });

    test("the owner may renew its lease", async () => {
      const key = fresh("key");
      await store.outputs.take(key, sent, "one", 0, 10);
      expect((await store.outputs.take(key, sent, "one", 9, 20)).got).toBe(true);
      expect((await store.outputs.take(key, sent, "two", 15, 30)).got).toBe(false);
    });

    test("a key of a dead owner is unfinished and can be leased after it expires", async () => {
      const key = fresh("key");
      await store.outputs.take(key, sent, "one", 1_000, 1_010);
      const unfinished = async (now: number) => (await store.outputs.unfinished(now)).some((one) => one.key === key);
      expect(await unfinished(1_009)).toBe(false);
      expect(await unfinished(1_010)).toBe(true);
      const { got, before } = await store.outputs.take(key, { ...sent, hash: "b" }, "two", 1_010, 1_020);
      expect(got).toBe(true);
      expect(before).toMatchObject({ state: "sending", hash: "a" });
    });

    test("a released key is free at once, with the reason; only its owner can release it", async () => {
      const key = fresh("key");
      await store.outputs.take(key, sent, "one", 0, 10);
      await store.outputs.release(key, "two", "not mine");
      expect((await store.outputs.take(key, sent, "two", 5, 15)).got).toBe(false);
      await store.outputs.release(key, "one", "no answer\0");
      const { got, before } = await store.outputs.take(key, sent, "two", 5, 15);
      expect(got).toBe(true);
      expect(before).toMatchObject({ why: expect.stringMatching(/^no answer/) });
    });

    test("a rejected output can be tried again; a completed one cannot be rejected", async () => {
      const key = fresh("key");
      await store.outputs.take(key, sent, "one", 0, 10);
      await store.outputs.refused(key, "one", "422");
      expect(await store.outputs.take(key, sent, "two", 5, 15)).toMatchObject({
        got: true,
        before: { state: "refused", why: "422" },
      });
      await store.outputs.done(key, remote, "a");
      await store.outputs.refused(key, "two", "late");
      expect((await store.outputs.get(key))?.state).toBe("done");
    });

    test("completing a key without a lease is a bug", async () => {
      await expect(store.outputs.done(fresh("key"), remote, "a")).rejects.toThrow("never taken");
    });

    test("of many concurrent attempts, one gets the lease", async () => {
      const stores = [store, await openForTest(at), await openForTest(at)];
      for (let round = 0; round < 10; round++) {
        const key = fresh("key");
        const tries = Array.from({ length: 12 }, (_, n) => stores[n % 3]!.outputs.take(key, sent, `h${n}`, 0, 10));
        expect((await Promise.all(tries)).filter(({ got }) => got)).toHaveLength(1);
      }
    });

    test("in any order of actions, a key has one owner at a time, and completion is final", async () => {
      const step = fc.record({
        who: fc.constantFrom("one", "two", "three"),
        does: fc.constantFrom("take", "take", "done", "release", "refused"),
        later: fc.integer({ min: 0, max: 6 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const key = fresh("key");
          let [now, done] = [0, false];
          let holds: { who: string; until: number } | null = null;
          for (const { who, does, later } of steps) {
            now += later;
            const free = holds === null || holds.until <= now || holds.who === who;
            if (does === "take") {
              const { got } = await store.outputs.take(key, sent, who, now, now + 10);
              expect(got).toBe(free && !done);
              if (got) holds = { who, until: now + 10 };
            } else if (holds?.who === who && !done) {
              if (does === "done") await store.outputs.done(key, remote, "a");
              else if (does === "release") await store.outputs.release(key, who, "lost");
              else await store.outputs.refused(key, who, "no");
              done = does === "done";
              holds = null;
            }
          }
        }),
        { numRuns: 60 },
      );
    });
  });

  describe.skipIf(skip)("findings and rounds", () => {
    const finding = (of: string, identity: string, more: Partial<KeptFinding> = {}): KeptFinding => ({
      place: of,
      identity,
      state: "open",
      about: null,
      comment: null,
      thread: null,
      ...more,
    });

    test("a finding is stored once per pull request, in its latest state", async () => {
      const [mine, other] = [fresh("pull"), fresh("pull")];
      await store.findings.keep([finding(mine, "b"), finding(mine, "a"), finding(other, "a")]);
      await store.findings.keep([finding(mine, "a"), finding(mine, "a", { state: "dismissed", comment: "5" })]);
      await store.findings.keep([]);
      expect(await store.findings.of(mine)).toEqual([
        finding(mine, "a", { state: "dismissed", comment: "5" }),
        finding(mine, "b"),
      ]);
    });

    test("thousands are stored at once", async () => {
      const mine = fresh("pull");
      await store.findings.keep(Array.from({ length: 6_000 }, (_, n) => finding(mine, `f${n}`)));
      expect(await store.findings.of(mine)).toHaveLength(6_000);
    });

    test("rounds are listed oldest first, each once", async () => {
      const mine = fresh("pull");
      const round = (head: string, when: number) => ({ place: mine, base: "b", head, hunks: [`${head}:1`], at: when });
      await store.rounds.add(round("h2", 2));
      await store.rounds.add(round("h1", 1));
      await store.rounds.add({ ...round("h2", 3), hunks: [] });
      await store.rounds.add(round("h3", 2));
      expect(await store.rounds.of(mine)).toEqual([round("h1", 1), round("h2", 2), round("h3", 2)]);
    });
  });

  describe.skipIf(skip)("deliveries", () => {
    test("each is accepted once and pending until it is done, oldest first", async () => {
      const [late, early] = [fresh("delivery"), fresh("delivery")];
      const delivery = (id: string, receivedAt: number) => ({ id, event: "pull_request", body: "{}", receivedAt });
      expect(await store.deliveries.accept(delivery(late, 20))).toBe(true);
      expect(await store.deliveries.accept(delivery(early, 10))).toBe(true);
      expect(await store.deliveries.accept(delivery(late, 30))).toBe(false);
      expect(await store.deliveries.pending(9)).toEqual([delivery(early, 10), delivery(late, 20)]);
      expect(await store.deliveries.pending(1)).toEqual([delivery(early, 10)]);
      await store.deliveries.finish(early, "reviewed");
      await store.deliveries.finish(late, "ignored");
      expect(await store.deliveries.pending(9)).toEqual([]);
      expect(await store.deliveries.accept(delivery(early, 40))).toBe(false);
    });
  });

  describe.skipIf(skip)("old data", () => {
    test("is deleted when it is done, and kept while it is pending", async () => {
      const [done, pending, late] = [fresh("delivery"), fresh("delivery"), fresh("delivery")];
      for (const [id, receivedAt] of [
        [done, 1],
        [pending, 1],
        [late, 50],
      ] as const)
        await store.deliveries.accept({ id, event: "ping", body: "{}", receivedAt });
      await store.deliveries.finish(done, "ignored");
      await store.deliveries.finish(late, "ignored");
      expect(await store.deliveries.finish(done, "again")).toBe(false);
      const place = fresh("place");
      await store.journal.keep(place, "old", "\0", 1);
      await store.journal.keep(place, "new", "x", 50);
      expect(await store.journal.answer(place, "old")).toBe("\uFFFD");
      await store.retention.clear(10);
      expect([await store.journal.answer(place, "old"), await store.journal.answer(place, "new")]).toEqual([null, "x"]);
      await store.journal.clear(place, "new");
      expect(await store.journal.answer(place, "new")).toBeNull();
      const known = await Promise.all(
        [done, pending, late].map(
          async (id) => !(await store.deliveries.accept({ id, event: "ping", body: "{}", receivedAt: 1 })),
        ),
      );
      expect(known).toEqual([false, true, true]);
      for (const id of [done, pending]) await store.deliveries.finish(id, "ignored");
    });
  });

  describe.skipIf(skip)("a deleted installation", () => {
    test("deletes its repositories in every table, and nothing else", async () => {
      const [gone, stays] = ["github.com/acme/a_b", "github.com/acme/axb"];
      for (const [repository, installation] of [
        [gone, 1],
        [stays, 2],
      ] as const) {
        const place = `${repository}#1`;
        await store.installations.seen(repository, installation, 1);
        await store.findings.keep([{ place, identity: "a", state: "open", about: null, comment: null, thread: null }]);
        await store.rounds.add({ place, base: "b", head: "h", hunks: [], at: 1 });
        await store.threads.save(place, "{}", 1);
        await store.threadOutcomes.keep({ place, thread: "t", state: "resolved", saidBy: "person", at: 1 });
        await store.journal.keep(place, "s", "x", 1);
        await store.turns.restart({ place, comment: "c", thread: "t", at: 1, author: "eve" });
        await store.records.keepCall({ run: "r", repository, unit: "u", model: "m", at: 1, money: 1, call: "{}" });
      }
      await store.installations.forget(await store.installations.of(1));
      const left = async (repository: string) => {
        const place = `${repository}#1`;
        const rows = await Promise.all([
          store.findings.of(place),
          store.rounds.of(place),
          store.threadOutcomes.of(place),
          store.turns.of(place),
        ]);
        const texts = await Promise.all([store.threads.load(place), store.journal.answer(place, "s")]);
        return [rows.flat().length, texts.filter(Boolean).length, await store.records.spent(0, repository)];
      };
      expect(await left(gone)).toEqual([0, 0, 0]);
      expect(await left(stays)).toEqual([4, 2, 1]);
      expect(await store.installations.of(1)).toEqual([]);
      await store.installations.forget([stays]);
    });
  });

  describe.skipIf(skip)("transactions", () => {
    test("are atomic", async () => {
      const id = fresh("delivery");
      const attempt = store.together(async (within) => {
        await within.deliveries.accept({ id, event: "ping", body: "{}", receivedAt: 1 });
        await within.findings.keep([
          { place: id, identity: "a", state: "open", about: null, comment: null, thread: null },
        ]);
        throw new Error("half way");
      });
      await expect(attempt).rejects.toThrow("half way");
      expect(await store.findings.of(id)).toEqual([]);
      expect(await store.deliveries.accept({ id, event: "ping", body: "{}", receivedAt: 1 })).toBe(true);
      await store.deliveries.finish(id, "done");
    });
  });

  test.skipIf(skip)("data of a newer version is rejected", async () => {
    const dialect = "folder" in at ? openSqlite(at.folder).dialect : openPostgres(at.databaseUrl, () => {}).dialect;
    const db = new Kysely<{ crosscheck_migrations: { name: string; timestamp: string } }>({ dialect });
    await db.insertInto("crosscheck_migrations").values({ name: "9999-later", timestamp: "2999-01-01" }).execute();
    await expect(openStore(at)).rejects.toThrow(/newer version/);
    await db.deleteFrom("crosscheck_migrations").where("name", "=", "9999-later").execute();
    await db.destroy();
    await openForTest(at);
  });
});
