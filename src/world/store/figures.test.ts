// Tests the metrics queries on both databases.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databases, openForSuite } from "../../../test/support/databases.ts";
import { signals, feedbackTally } from "../../threads/learn/feedback-signals.ts";
import type { StoredReviewFacts, SavedDraft, UnitCount } from "./kept/drafts.ts";
import type { FigureScope } from "./kept/figures.ts";
import type { Store } from "./store.ts";

const week = 7 * 86_400_000;
const since = Date.UTC(2026, 9, 5);

describe.each(databases)("figures on $name", ({ skip, newPlace }) => {
  let store: Store;
  let last = 0;
  const fresh = () => `github.com/acme/shop-${++last}`;
  const scope = (repositories: readonly string[], seen: readonly string[] = []): FigureScope => ({
    repositories,
    seen,
    since,
    spanMs: week,
  });

  openForSuite({ skip, newPlace }, (opened) => {
    store = opened;
  });

  const facts = (tookMs: number | null, units: readonly UnitCount[] = []): StoredReviewFacts => ({
    title: "feat: pay",
    author: null,
    event: "COMMENT",
    worst: null,
    posted: units.reduce((sum, { posted }) => sum + posted, 0),
    advisory: units.reduce((sum, { advisory }) => sum + advisory, 0),
    files: 1,
    money: null,
    tookMs,
    units,
  });

  async function keep(repository: string, savedAt: number, more: Partial<SavedDraft> = {}): Promise<string> {
    const id = `figure-${++last}`;
    const draft = { id, place: `${repository}#7`, head: "c0ffee", draft: "{}", state: "posted", savedAt } as const;
    await store.drafts.save({ ...draft, facts: facts(null), ...more });
    return id;
  }

  describe.skipIf(skip)("reviews", () => {
    test("are counted by week, with median and p90 durations", async () => {
      const repository = fresh();
      for (let n = 1; n <= 11; n += 1) await keep(repository, since + n, { facts: facts(n * 1000) });
      await keep(repository, since - 1, { facts: facts(1) });
      await keep(repository, since + week, { facts: null });
      await keep(repository, since + 3 * week - 1, { facts: facts(5_000_000_000) });
      const none = { findings: 0, advisory: 0 };
      expect(await store.figures.reviews(scope([repository]))).toEqual([
        { span: 0, reviews: 11, posted: 11, ...none, p50Ms: 6000, p90Ms: 10_000 },
        { span: 1, reviews: 1, posted: 1, ...none, p50Ms: null, p90Ms: null },
        { span: 2, reviews: 1, posted: 1, ...none, p50Ms: 5_000_000_000, p90Ms: 5_000_000_000 },
      ]);
    });

    test("unposted ones count only for those who may see them, and findings of a cancelled one for nobody", async () => {
      const repository = fresh();
      const reviewFacts = { facts: facts(null, [{ unit: "sums", posted: 2, advisory: 1 }]) };
      for (const state of ["posted", "waiting", "cancelled"] as const)
        await keep(repository, since, { state, ...reviewFacts });
      const of = async (how: FigureScope) => {
        const [reviews] = await store.figures.reviews(how);
        const [units] = await store.figures.units(how);
        return [reviews, units].map((row) => JSON.stringify(row));
      };
      const untimed = { p50Ms: null, p90Ms: null };
      expect(await of(scope([repository]))).toEqual([
        JSON.stringify({ span: 0, reviews: 3, posted: 1, findings: 4, advisory: 2, ...untimed }),
        JSON.stringify({ span: 0, unit: "sums", posted: 4, advisory: 2 }),
      ]);
      expect(await of(scope([], [repository]))).toEqual([
        JSON.stringify({ span: 0, reviews: 1, posted: 1, findings: 2, advisory: 1, ...untimed }),
        JSON.stringify({ span: 0, unit: "sums", posted: 2, advisory: 1 }),
      ]);
      expect(await of(scope([]))).toEqual([undefined, undefined]);
      expect(await of(scope([fresh()], [fresh()]))).toEqual([undefined, undefined]);
    });
  });

  describe.skipIf(skip)("findings of checks and reviewers", () => {
    const units = async (repository: string) =>
      (await store.figures.units(scope([repository]))).map(({ unit, posted, advisory }) => [unit, posted, advisory]);

    test("follow the draft when it is edited, saved again and deleted with its repository", async () => {
      const repository = fresh();
      const two = [
        { unit: "sums", posted: 2, advisory: 0 },
        { unit: "code-reviewer", posted: 1, advisory: 1 },
      ];
      const id = await keep(repository, since, { state: "waiting", facts: facts(null, two) });
      expect(await units(repository)).toEqual([
        ["code-reviewer", 1, 1],
        ["sums", 2, 0],
      ]);
      const edited = facts(null, [{ unit: "sums", posted: 1, advisory: 1 }]);
      expect(await store.drafts.edit(id, "another", { draft: "{1}", facts: edited, savedAt: since })).toBe(false);
      expect((await units(repository)).length).toBe(2);
      expect(await store.drafts.edit(id, "{}", { draft: "{1}", facts: edited, savedAt: since })).toBe(true);
      expect(await units(repository)).toEqual([["sums", 1, 1]]);
      // Saving a draft without its finding counts leaves the stored counts unchanged.
      await store.drafts.save((await store.drafts.load(id))!);
      expect(await units(repository)).toEqual([["sums", 1, 1]]);
      await store.drafts.edit(id, "{1}", { draft: "{2}", facts: null, savedAt: since });
      expect(await units(repository)).toEqual([]);
      await store.drafts.edit(id, "{2}", { draft: "{3}", facts: edited, savedAt: since });
      await store.installations.forget([repository]);
      const kept = [];
      for await (const row of store.exported(repository)) kept.push(row);
      expect(kept).toEqual([]);
    });

    test("are stored once for a unit that is named twice, with any name", async () => {
      const repository = fresh();
      const named = { unit: "own\0check'--", posted: 1, advisory: 0 };
      await keep(repository, since, { facts: facts(null, [named, named]) });
      expect(await units(repository)).toEqual([["own\uFFFDcheck'--", 1, 0]]);
    });
  });

  describe.skipIf(skip)("verdicts of people", () => {
    test("match the tally in any order", async () => {
      const feedbackRow = fc.record({
        place: fc.constantFrom("#1", "#2"),
        identity: fc.constantFrom("a", "b"),
        unit: fc.constantFrom("sums", "code-reviewer"),
        signal: fc.constantFrom(...signals, "unheard-of"),
        actor: fc.constantFrom("ada", "kim", "eve"),
        at: fc.integer({ min: since, max: since + week - 1 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(feedbackRow, { selector: (row) => JSON.stringify({ ...row, at: 0 }), maxLength: 20 }),
          fc.option(fc.integer({ min: since, max: since + week }), { nil: null }),
          async (rows, reset) => {
            const repository = fresh();
            const kept = rows.map((row) => ({ ...row, place: `${repository}${row.place}` }));
            await store.feedback.record(kept.map((row) => ({ ...row, repository, reason: null })));
            if (reset !== null) await store.feedback.reset(repository, "sums", { by: "ada", at: reset });
            const resets = new Map(reset === null ? [] : [["sums", reset]]);
            const tally = feedbackTally(kept, resets).map(({ unit, judged, dismissed }) => ({
              span: 0,
              unit,
              useful: judged - dismissed,
              dismissed,
            }));
            expect(await store.figures.judged(scope([], [repository]))).toEqual(
              tally.toSorted((one, other) => (one.unit < other.unit ? -1 : 1)),
            );
          },
        ),
        { numRuns: 60 },
      );
    });

    test("count in the week of the latest one", async () => {
      const repository = fresh();
      const row = { repository, place: `${repository}#1`, identity: "a", unit: "sums", actor: "ada", reason: null };
      await store.feedback.record([
        { ...row, signal: "dismissed", at: since - week },
        { ...row, signal: "fixed", at: since + week },
        { ...row, identity: "b", signal: "dismissed", at: since - 1 },
      ]);
      expect(await store.figures.judged(scope([repository]))).toEqual([
        { span: 1, unit: "sums", useful: 1, dismissed: 0 },
      ]);
    });
  });

  test.skipIf(skip)("costs are summed by day and model, and calls without a price are counted", async () => {
    const [repository, other] = [fresh(), fresh()];
    const day = 86_400_000;
    const call = { run: "r", repository, unit: "u", model: "m/large", at: since, money: 0.5, call: "{}" };
    await store.records.keepCall(call);
    await store.records.keepCall({ ...call, at: since + day - 1, money: 0.25 });
    await store.records.keepCall({ ...call, model: "m/small", money: null });
    await store.records.keepCall({ ...call, at: since + day, money: null });
    await store.records.keepCall({ ...call, at: since - 1 });
    await store.records.keepCall({ ...call, repository: other });
    expect(await store.figures.costs({ repositories: [repository], since, spanMs: day })).toEqual([
      { span: 0, model: "m/large", calls: 2, money: 0.75, unpriced: 0 },
      { span: 0, model: "m/small", calls: 1, money: 0, unpriced: 1 },
      { span: 1, model: "m/large", calls: 1, money: 0, unpriced: 1 },
    ]);
    expect(await store.figures.costs({ repositories: [], since, spanMs: day })).toEqual([]);
    expect(await store.figures.paying()).toEqual(expect.arrayContaining([repository, other]));
  });

  test.skipIf(skip)("pending deliveries are counted, with the age of the oldest", async () => {
    expect(await store.figures.undelivered()).toEqual({ count: 0, oldestAt: null });
    const delivery = { event: "ping", body: "{}" };
    await store.deliveries.accept({ id: "d1", receivedAt: 5, ...delivery });
    await store.deliveries.accept({ id: "d2", receivedAt: 3, ...delivery });
    expect(await store.figures.undelivered()).toEqual({ count: 2, oldestAt: 3 });
    await store.deliveries.finish("d2", "ignored");
    expect(await store.figures.undelivered()).toEqual({ count: 1, oldestAt: 5 });
  });
});
