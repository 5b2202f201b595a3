import { expect, test } from "vitest";
import { changeOf } from "../../../../test/support/change-of.ts";
import { databases, openForTest } from "../../../../test/support/databases.ts";
import { draftOf, judgedOf, onPull } from "../../../../test/support/finding-of.ts";
import { onTestFinished } from "vitest";
import { keepLearned, readLearned } from "./learned.ts";
import { repositoryKey } from "../../../pull-request.ts";

async function openHere() {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  return await openForTest(place);
}

const change = onPull(changeOf({}));
const from = change.from as Extract<typeof change.from, { kind: "pull" }>;
const repository = repositoryKey(from.pull);
const other = { ...change, from: { ...from, pull: { ...from.pull, number: 8 } } };
const fault = judgedOf({ sources: ["PRESCAN:silent-failure"], path: "src/pay/charge.ts" });

test("the second pull request with the same fault creates a pattern, however often the first was reported", async () => {
  const store = await openHere();
  for (const _ of [1, 2, 3]) expect((await keepLearned(draftOf(change, [fault]), store, 1))?.candidates).toEqual([]);
  expect(await store.lessons.of(repository)).toEqual([]);
  const again = await keepLearned(draftOf(other, [fault]), store, 2);
  expect(again).toMatchObject({
    candidates: [{ seen: 2, unit: "silent-failure" }],
    patterns: [{ look: "wrong-logic" }],
  });
  expect(await store.lessons.of(repository)).toMatchObject([{ state: "candidate", pull: 8, seen: 2 }]);
  // It is no rule yet: nobody said yes.
  expect(await readLearned(store, repository)).toMatchObject({
    lessons: [],
    patterns: [{ times: 1, promoted: false }],
  });
});

test("a local change creates no pattern", async () => {
  const store = await openHere();
  expect(await keepLearned(draftOf(changeOf({}), [fault, fault]), store, 1)).toBeNull();
});

test("returns approved lessons only, and the tally since the last reset", async () => {
  const store = await openHere();
  const row = { repository, place: `${repository}#7`, unit: "sums", signal: "dismissed", actor: "kim", reason: null };
  await store.feedback.record([
    { ...row, identity: "a", at: 3 },
    { ...row, identity: "b", at: 9 },
  ]);
  const lesson = { repository, kind: null, seen: 1, at: 1, decidedBy: "kim", unit: null, pull: null };
  await store.lessons.put({ ...lesson, id: "1", state: "approved", rule: "Use `a`" });
  await store.lessons.put({ ...lesson, id: "2", state: "removed", rule: "Use `b`" });
  expect(await readLearned(store, repository)).toEqual({
    lessons: [{ rule: "Use `a`", unit: null, pull: null }],
    patterns: [],
    tallies: [{ unit: "sums", judged: 2, dismissed: 2 }],
  });
  await store.feedback.reset(repository, "sums", { by: "kim", at: 5 });
  expect((await readLearned(store, repository)).tallies).toEqual([{ unit: "sums", judged: 1, dismissed: 1 }]);
});
