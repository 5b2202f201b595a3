// Pauses by GitHub rate limits are reported across replicas, and logged once.
import { describe, expect, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { openSharedPermit } from "../../world/github/shared-permit.ts";
import { RefusedForNow } from "../../errors.ts";
import { githubMetrics } from "./github-metrics.ts";
import { listRateLimitHolds, rateLimitGauge, writeHold, paceName, holdLogger } from "./rate-limit-holds.ts";
import { newMetrics } from "./metrics.ts";

const { signal: stop } = new AbortController();

describe.each(databases)("with its data in $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("only the rate-limited installation is held back", async () => {
    const { place } = await newPlace();
    const store = await openForTest(place);
    let time = 1_000_000;
    // Nobody else does anything meanwhile: to wait is to be there.
    const clock = { now: () => time, wait: async (ms: number) => void (time += Math.max(0, ms)) };
    const log: unknown[] = [];
    const tell = holdLogger((what, about) => log.push([what, about]), clock.now);
    const permitOf = (id: number) =>
      openSharedPermit({
        clock,
        pacing: store.pacing,
        name: paceName("github.com", id),
        longestWait: 60_000,
        random: () => 0,
        waits: (pace) => tell(id, writeHold(pace, clock.now())),
      });
    const [seven, eight] = [permitOf(7), permitOf(8)];
    for (let n = 0; n < 3; n += 1) await eight.run(async () => {}, stop);
    const refused = clock.now();
    const refuse = async () => {
      throw new RefusedForNow("GitHub", 403, "slow down", 90_000);
    };
    await expect(seven.run(refuse, stop)).rejects.toThrow("slow down");
    const until = refused + 90_000;
    expect(await listRateLimitHolds(store, clock.now())).toEqual([
      { installation: 7, until, why: "GitHub asked Crosscheck to slow down" },
    ]);
    // Those who write meanwhile wait, and it is said once.
    await Promise.all([seven.run(async () => {}, stop), seven.run(async () => {}, stop)]);
    expect(clock.now()).toBeGreaterThanOrEqual(until);
    expect(log).toEqual([
      [
        "paused by GitHub rate limit",
        { installation: 7, until: new Date(until).toISOString(), why: "GitHub asked Crosscheck to slow down" },
      ],
    ]);
    expect(await listRateLimitHolds(store, clock.now())).toEqual([]);
  });
});

test.each([
  ["nothing written", 0, 1_000, null],
  ["a write a second ago", 1, 0, null],
  ["80 within the minute", 80, 100, { until: 60_000, why: "GitHub allows 80 writes in a minute" }],
  ["500 within the hour", 500, 2_000, { until: 3_600_000, why: "GitHub allows 500 writes in an hour" }],
])("%s", (_, writes, apart, hold) => {
  const ended = Array.from({ length: writes }, (_each, n) => n * apart);
  expect(writeHold({ ended, heldUntil: 0 }, (ended.at(-1) ?? 0) + 1)).toEqual(hold);
});

test("an unresponsive GitHub is held back too; metrics report the longest wait", () => {
  const metrics = newMetrics();
  const figures = githubMetrics(metrics);
  const request = { route: "GET /x", at: 0, ms: 1 };
  const allowance = { resource: "graphql", limit: 5000, remaining: 0, resetAt: 61_000 };
  figures.onRequest("7")({
    ...request,
    status: 200,
    allowances: [allowance, { ...allowance, resource: "core", remaining: 9 }],
  });
  figures.onRequest("8")({ ...request, status: null, allowances: [allowance] });
  const held = figures.held(1_000);
  expect(held).toEqual([{ installation: 7, until: 61_000, why: "GitHub's rate limit for graphql is used up" }]);
  expect(figures.held(61_000)).toEqual([]);
  const gauge = rateLimitGauge([...held, { installation: 7, until: 2_000, why: "x" }], 1_000);
  expect(metrics.text([gauge, ...figures.gauges()])).toContain('crosscheck_held_back_seconds{installation="7"} 60\n');
  expect(metrics.text(figures.gauges())).toContain(
    'crosscheck_github_remaining{installation="7",resource="graphql"} 0\n',
  );
});
