import { expect, test } from "vitest";
import type { ObjectRead } from "./cat-file.ts";
import { KeptObjects } from "./kept-objects.ts";

const megabyte = 1024 * 1024;

function blob(oid: string, size: number): ObjectRead {
  return { oid, type: "blob", size, bytes: Buffer.alloc(size, oid) };
}

/** A store whose objects are named by their size in bytes and what follows. */
function reads(known = (id: string): ObjectRead | null => blob(id, Number.parseInt(id, 10))) {
  const requests: string[] = [];
  const kept = new KeptObjects(async (id) => {
    requests.push(id);
    return known(id);
  });
  return { requests, kept };
}

test("an object is read once, also for concurrent requests, and returned as the same array", async () => {
  const { requests, kept } = reads();
  const [one, other] = await Promise.all([kept.read("10a"), kept.read("10a")]);
  expect((await kept.read("10a"))?.bytes).toBe(one?.bytes);
  expect([other?.bytes === one?.bytes, one?.bytes?.toString()]).toEqual([true, "10a10a10a1"]);
  expect((await kept.same(blob("10a", 10)))?.bytes).toBe(one?.bytes);
  const named = await kept.same(blob("20b", 20));
  expect((await kept.read("20b"))?.bytes).toBe(named?.bytes);
  expect(requests).toEqual(["10a"]);
});

test("the least recently used objects are evicted, and large ones are never cached", async () => {
  const { requests, kept } = reads();
  const quarter = `${megabyte / 4}`;
  await kept.read("100first");
  await kept.read("100used");
  for (let index = 0; index < 140; index++) {
    await kept.read(`${quarter}x${index}`);
    await kept.read("100used");
  }
  requests.splice(0);
  for (const id of ["100used", `${quarter}x139`, "100first", `${quarter}x0`, `${megabyte}large`, `${megabyte}large`])
    await kept.read(id);
  expect(requests).toEqual(["100first", `${quarter}x0`, `${megabyte}large`, `${megabyte}large`]);
});

test("missing objects and failed reads are not cached", async () => {
  let there: "no" | "broken" | "yes" = "no";
  const { requests, kept } = reads((id) => {
    if (there === "broken") throw new Error("git ended");
    return there === "no" ? null : blob(id, 3);
  });
  expect(await kept.read("3")).toBe(null);
  there = "broken";
  await expect(kept.read("3")).rejects.toThrow("git ended");
  there = "yes";
  expect((await kept.read("3"))?.bytes?.toString()).toBe("333");
  expect(requests).toHaveLength(3);
});

test("a small object does not retain the large buffer that it was read from", async () => {
  const piece = Buffer.alloc(64 * 1024, "x");
  const { kept } = reads((oid) => ({ oid, type: "blob", size: 5, bytes: piece.subarray(7, 12) }));
  const bytes = (await kept.read("5"))?.bytes;
  expect([bytes?.toString(), bytes?.buffer === piece.buffer]).toEqual(["xxxxx", false]);
});
