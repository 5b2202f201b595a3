// Tests group commit.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inGroups } from "./group.ts";

const small = { most: 3, size: (item: number) => item, mostSize: 10 };

test("concurrent writes are committed together, in order, up to the size of a group", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12), { maxLength: 20 }), async (items) => {
      const groups: (readonly number[])[] = [];
      const add = inGroups(async (group: readonly number[]) => {
        groups.push(group);
        return group.map((item) => item * 2);
      }, small);
      expect(await Promise.all(items.map(add))).toEqual(items.map((item) => item * 2));
      expect(groups.flat()).toEqual(items);
      for (const group of groups) {
        expect(group.length).toBeLessThanOrEqual(3);
        expect(group.slice(0, -1).reduce((sum, item) => sum + item, 0)).toBeLessThan(10);
      }
      // Never one by one while several are waiting.
      if (items.length > 1 && items[0]! < 10) expect(groups[0]!.length).toBeGreaterThan(1);
    }),
  );
});

test("a failed commit fails its whole group, but not the next", async () => {
  let commits = 0;
  const add = inGroups(async (group: readonly number[]) => {
    commits++;
    if (group.includes(13)) throw new Error("no disk");
    return group;
  }, small);
  const results = await Promise.allSettled([1, 13, 2, 3].map(add));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "fulfilled"]);
  expect(await add(4)).toBe(4);
  expect(commits).toBe(3);
});

test("writes during a commit wait for the next one", async () => {
  const groups: (readonly number[])[] = [];
  const { promise: first, resolve: finish } = Promise.withResolvers<void>();
  const add = inGroups(
    async (group: readonly number[]) => {
      groups.push(group);
      if (groups.length === 1) await first;
      return group;
    },
    { ...small, most: 10 },
  );
  const early = add(1);
  while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const late = [add(2), add(3)];
  expect(groups).toEqual([[1]]);
  finish();
  expect(await Promise.all([early, ...late])).toEqual([1, 2, 3]);
  expect(groups).toEqual([[1], [2, 3]]);
});
