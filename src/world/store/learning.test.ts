// Tests learned data on both databases.
import { describe, expect, test } from "vitest";
import { databases, openForSuite } from "../../../test/support/databases.ts";
import type { KeptEscape, KeptFeedback, KeptLesson } from "./kept/learning.ts";
import type { Store } from "./store.ts";

describe.each(databases)("learning on $name", ({ skip, newPlace }) => {
  let store: Store;
  let last = 0;
  const fresh = () => `github.com/acme/shop-${++last}`;

  openForSuite({ skip, newPlace }, (opened) => {
    store = opened;
  });

  const lesson = (repository: string, more: Partial<KeptLesson> = {}): KeptLesson => ({
    repository,
    id: "aabbccdd",
    state: "candidate",
    rule: "Use `Money` in `src/pay/`",
    unit: "sums",
    kind: "wrong-sum",
    pull: 7,
    seen: 1,
    at: 1_793_754_000_000,
    decidedBy: null,
    ...more,
  });

  describe.skipIf(skip)("lessons", () => {
    test("a repeated candidate only increases its count; the decision of a person stays", async () => {
      const repository = fresh();
      const { state: _state, decidedBy: _by, ...proposed } = lesson(repository);
      await store.lessons.propose(proposed);
      expect(await store.lessons.get(repository, "aabbccdd")).toEqual(lesson(repository));
      await store.lessons.put(lesson(repository, { state: "removed", rule: "Use `Cents`", decidedBy: "kim" }));
      await store.lessons.propose({ ...proposed, seen: 4 });
      expect(await store.lessons.of(repository)).toEqual([
        lesson(repository, { state: "removed", rule: "Use `Cents`", decidedBy: "kim", seen: 4 }),
      ]);
      expect(await store.lessons.get(fresh(), "aabbccdd")).toBeNull();
    });

    test("kinds of findings are counted once per pull request", async () => {
      const repository = fresh();
      const saw = { sightings: [{ unit: "sums", kind: "wrong-sum" }], patterns: [] };
      for (const number of [1, 2, 2]) await store.lessons.see(repository, `${repository}#${number}`, saw);
      expect(await store.lessons.seen(repository, `${repository}#2`)).toEqual([{ ...saw.sightings[0], times: 1 }]);
      expect(await store.lessons.seen(repository, `${repository}#3`)).toEqual([{ ...saw.sightings[0], times: 2 }]);
    });

    test("patterns stay in their repository until a person promotes them, and can be deleted", async () => {
      const [here, there] = [fresh(), fresh()];
      const pattern = { unit: `sums-${last}`, category: "tests", language: null, look: "race" };
      await store.lessons.see(here, `${here}#1`, { sightings: [], patterns: [pattern, pattern] });
      await store.lessons.see(here, `${here}#2`, { sightings: [], patterns: [pattern] });
      const of = async (repository: string) =>
        (await store.lessons.patterns(repository)).filter(({ unit }) => unit === pattern.unit);
      expect(await of(here)).toEqual([{ ...pattern, times: 2, own: true, promoted: false }]);
      expect(await of(there)).toEqual([]);
      await store.lessons.promote(pattern, { times: 2, by: "kim", at: 5 });
      expect(await of(there)).toEqual([{ ...pattern, times: 2, own: false, promoted: true }]);
      await store.lessons.forgetPattern(here, pattern);
      expect([...(await of(here)), ...(await of(there))]).toEqual([]);
    });
  });

  describe.skipIf(skip)("feedback", () => {
    const feedback = (repository: string, more: Partial<KeptFeedback> = {}): KeptFeedback => ({
      repository,
      place: `${repository}#1`,
      identity: "1d",
      unit: "sums",
      signal: "dismissed",
      actor: "kim",
      reason: "by design \u0000",
      at: 3,
      ...more,
    });

    test("duplicates are stored once, withdrawn feedback is omitted, and repositories are separate", async () => {
      const repository = fresh();
      await store.feedback.record([
        feedback(repository),
        feedback(repository, { at: 9 }),
        feedback(repository, { actor: "lee" }),
      ]);
      expect(new Map((await store.feedback.of(repository)).map(({ actor, at }) => [actor, at]))).toEqual(
        new Map([
          ["kim", 3],
          ["lee", 3],
        ]),
      );
      await store.feedback.withdraw(feedback(repository));
      expect((await store.feedback.of(repository)).map(({ actor }) => actor)).toEqual(["lee"]);
      expect(await store.feedback.of(fresh())).toEqual([]);
    });

    test("a reset is stored, and a later one replaces it", async () => {
      const repository = fresh();
      await store.feedback.reset(repository, "sums", { by: "kim", at: 4 });
      await store.feedback.reset(repository, "sums", { by: "lee", at: 8 });
      expect(await store.feedback.resets(repository)).toEqual(new Map([["sums", 8]]));
    });

    test("the rounds of a repository are only those of its pull requests", async () => {
      const repository = fresh();
      for (const [place, at] of [
        [`${repository}#1`, 1],
        [`${repository}#12`, 2],
        [`${repository}-x#1`, 3],
      ] as const)
        await store.rounds.add({ place, base: "b", head: "h", hunks: [], at });
      expect((await store.feedback.reviewed(repository)).map(({ place }) => place)).toEqual([
        `${repository}#12`,
        `${repository}#1`,
      ]);
    });

    test("an escaped defect is stored once for each unit that ran", async () => {
      const repository = fresh();
      const escape: KeptEscape = {
        repository,
        place: `${repository}#1`,
        mendedBy: "c0ffee",
        how: "revert",
        path: "src/a.ts",
        unit: "sums",
        said: false,
        at: 7,
      };
      const other = { ...escape, unit: "code-reviewer", said: true };
      await store.feedback.keepEscaped([escape, other, escape]);
      expect(await store.feedback.escaped(repository)).toEqual([other, escape]);
    });
  });
});
