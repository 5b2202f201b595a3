// Tests that several replicas together keep GitHub's write limits, even if one dies.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { githubLimits } from "./permit.ts";
import { RefusedForNow } from "../../errors.ts";
import { openSharedPermit } from "./shared-permit.ts";
import { virtualTime, type VirtualTime } from "../../../test/support/virtual-time.ts";

const { signal } = new AbortController();

describe("four replicas", () => {
  let folder: string;
  let stores: Store[];
  let time: VirtualTime;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "crosscheck-pacing-"));
    stores = [];
    for (let n = 0; n < 4; n += 1) stores.push(await openStore({ folder }));
    time = virtualTime();
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  });

  const permits = (name = "github.com 1") =>
    stores.map(({ pacing }) => openSharedPermit({ clock: time, pacing, name, random: () => 0.5 }));

  test("together write as often as GitHub allows and no more, one at a time", async () => {
    const spans: { start: number; end: number }[] = [];
    let writing = 0;
    const write = async () => {
      writing += 1;
      expect(writing).toBe(1);
      const start = time.now();
      await time.wait(400, signal);
      writing -= 1;
      spans.push({ start, end: time.now() });
    };
    const each = permits();
    const all = Array.from({ length: 510 }, async (_, n) => await each[n % 4]!.run(write, signal));
    await time.run();
    await Promise.all(all);
    expect(spans).toHaveLength(510);
    for (const { writes: most, within } of githubLimits)
      for (let at = most; at < spans.length; at += 1)
        expect(spans[at]!.start - spans[at - most]!.end).toBeGreaterThanOrEqual(within);
    expect(spans[499]!.end).toBeLessThan(3_600_000);
  });

  test("all wait while GitHub asks for it, and the rate-limited write is retried", async () => {
    const [one, other] = permits();
    const starts: [string, number][] = [];
    let isRateLimited = false;
    const first = one!.run(async () => {
      starts.push(["one", time.now()]);
      if (isRateLimited) return;
      isRateLimited = true;
      throw new RefusedForNow("GitHub", 403, "secondary rate limit", 60_000);
    }, signal);
    await time.run(0);
    const second = other!.run(async () => void starts.push(["other", time.now()]), signal);
    await time.run(200_000);
    await Promise.all([first, second]);
    expect(starts[0]).toEqual(["one", 0]);
    expect(starts.slice(1).every(([, at]) => at >= 60_000)).toBe(true);
    expect(starts).toHaveLength(3);
  });

  test("installations do not wait for each other", async () => {
    const at: number[] = [];
    const [one] = permits("github.com 1");
    const [other] = permits("github.com 2");
    const both = [one!, other!].map((permit) => permit.run(async () => void at.push(time.now()), signal));
    await time.run();
    await Promise.all(both);
    expect(at).toEqual([0, 0]);
  });

  test("one that is aborted while waiting writes nothing and blocks nobody", async () => {
    const [one, other] = permits();
    const stopping = new AbortController();
    const first = one!.run(async () => {}, signal);
    await time.run(0);
    await first;
    let sent = 0;
    const result = one!.run(async () => void (sent += 1), stopping.signal).catch((error: unknown) => String(error));
    stopping.abort(new Error("stopped"));
    const second = other!.run(async () => void (sent += 10), signal);
    await time.run();
    await second;
    expect([await result, sent]).toEqual(["Error: stopped", 10]);
  });
});

describe.each(databases)("a pace in $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("is held by one owner, and by the next one after that died", async () => {
    const { place, remove } = await newPlace();
    const [{ pacing }, { pacing: theirs }] = [await openForTest(place), await openForTest(place)];
    const tries = await Promise.all(
      ["a", "b", "c"].map(async (who) => await (who === "c" ? theirs : pacing).take("x", who, 10, 100, "empty")),
    );
    expect(tries.filter((got) => got !== null)).toEqual([{ pace: "empty", lostUntil: null }]);
    const leaseOwner = ["a", "b", "c"].find((_, n) => tries[n] !== null);
    expect(await pacing.take("x", "late", 99, 200, "empty")).toBeNull();
    expect(await theirs.take("x", "next", 100, 200, "empty")).toEqual({ pace: "empty", lostUntil: 100 });
    // An owner whose lease expired changes nothing.
    expect(await pacing.give("x", leaseOwner!, "mine")).toBe(false);
    expect(await theirs.give("x", "next", "theirs")).toBe(true);
    expect(await pacing.take("x", "a", 120, 200, "empty")).toEqual({ pace: "theirs", lostUntil: null });
    remove();
  });

  test.skipIf(skip)("allows one turn per interval", async () => {
    const { place, remove } = await newPlace();
    const { pacing } = await openForTest(place);
    const all = await Promise.all([1, 2, 3].map(async () => await pacing.turn("sweep", 1_000, 500)));
    expect(all.filter(Boolean)).toHaveLength(1);
    expect([await pacing.turn("sweep", 1_499, 500), await pacing.turn("sweep", 1_500, 500)]).toEqual([false, true]);
    remove();
  });
});
