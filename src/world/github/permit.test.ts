// Tests that GitHub's write limits hold, however long writes take and however GitHub answers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refused, RefusedForNow, Unavailable } from "../../errors.ts";
import { quickClock } from "../../../test/support/github/loopback-github.ts";
import { githubLimits, openPermit } from "./permit.ts";

const { signal } = new AbortController();

test("no time window has more writes than GitHub allows, and never two at once", async () => {
  const lasting = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 }));
  const ending = fc.constantFrom("done", "refused", "lost", "early" as const);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(lasting, ending), { minLength: 1, maxLength: 700 }), async (writes) => {
      const clock = quickClock();
      const permit = openPermit({ clock });
      const spans: { start: number; end: number }[] = [];
      let running = 0;
      const write = async (lasts: number, ends: (typeof writes)[number][1]) => {
        running += 1;
        expect(running).toBe(1);
        const start = clock.now();
        await clock.wait(lasts, signal);
        spans.push({ start, end: clock.now() });
        running -= 1;
        if (ends === "refused") throw new Refused("GitHub", 422, "no");
        if (ends === "lost") throw new Unavailable("GitHub", "502");
        if (ends === "early") throw new RefusedForNow("GitHub", 403, "slow down", 2_000);
      };
      await Promise.allSettled(writes.map(async (one) => await permit.run(async () => await write(...one), signal)));
      for (const { writes: most, within } of githubLimits)
        for (let at = most; at < spans.length; at += 1)
          // From the end of one write to the start of the next, because GitHub may count either.
          expect(spans[at]!.start - spans[at - most]!.end).toBeGreaterThanOrEqual(within);
    }),
    { numRuns: 40 },
  );
});

test("the limits are fully used: 80 writes take little more than 80 seconds", async () => {
  const clock = quickClock(0);
  const permit = openPermit({ clock });
  for (let n = 0; n < 80; n += 1) await permit.run(async () => undefined, signal);
  expect(clock.now()).toBe(79_000);
  for (let n = 80; n < 501; n += 1) await permit.run(async () => undefined, signal);
  expect(clock.now()).toBe(3_600_000);
});

describe("a rate-limited write", () => {
  test("is retried when GitHub allows, and delays those behind it", async () => {
    const clock = quickClock(0);
    const permit = openPermit({ clock });
    const starts: [string, number][] = [];
    let isRateLimited = false;
    const first = permit.run(async () => {
      starts.push(["first", clock.now()]);
      if (isRateLimited) return "written";
      isRateLimited = true;
      throw new RefusedForNow("GitHub", 403, "secondary rate limit", 30_000);
    }, signal);
    const second = permit.run(async () => void starts.push(["second", clock.now()]), signal);
    expect(await first).toBe("written");
    await second;
    expect(starts).toEqual([
      ["first", 0],
      ["first", 30_000],
      ["second", 31_000],
    ]);
  });

  test("fails if GitHub asks for a very long wait, and the next one respects it", async () => {
    const clock = quickClock(0);
    const permit = openPermit({ clock, longestWait: 10_000 });
    let sent = 0;
    const early = permit.run(async () => {
      sent += 1;
      throw new RefusedForNow("GitHub", 429, "later", 11_000);
    }, signal);
    await expect(early).rejects.toThrow("later");
    expect(sent).toBe(1);
    expect(await permit.run(async () => clock.now(), signal)).toBe(11_000);
  });

  test("fails after the second attempt", async () => {
    const permit = openPermit({ clock: quickClock(0) });
    let sent = 0;
    const early = permit.run(async () => {
      sent += 1;
      throw new RefusedForNow("GitHub", 403, "later", 1_000);
    }, signal);
    await expect(early).rejects.toBeInstanceOf(RefusedForNow);
    expect(sent).toBe(2);
  });
});

test("a write whose response was lost is not retried", async () => {
  const permit = openPermit({ clock: quickClock(0) });
  let sent = 0;
  const write = permit.run(async () => {
    sent += 1;
    throw new Unavailable("GitHub", "502");
  }, signal);
  await expect(write).rejects.toBeInstanceOf(Unavailable);
  expect(sent).toBe(1);
});

test("a write that is aborted while waiting is not sent", async () => {
  const permit = openPermit({ clock: quickClock(0) });
  const stopping = new AbortController();
  await permit.run(async () => undefined, signal);
  stopping.abort(new Error("stopped"));
  let sent = 0;
  await expect(permit.run(async () => void (sent += 1), stopping.signal)).rejects.toThrow("stopped");
  expect(sent).toBe(0);
});
