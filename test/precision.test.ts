// A check posts by default only where it was judged often enough and was seldom wrong; docs/precision.md shows the counts.
import { describe, expect, test } from "vitest";
import { enough, readPrecision } from "../scripts/precision-page.ts";
import { checks } from "../src/findings/checks/index.ts";

const { checks: rows, together, repositories } = readPrecision();

describe.each(checks.map((check) => [check.id, check] as const))("%s", (id, check) => {
  test("posts only if it was proven", () => {
    const row = rows.find((one) => one.check === id);
    const proven = row !== undefined && row.judged >= enough && row.wrong <= row.judged / 10;
    expect(check.unproven === true || proven, `${id} is not proven and does not say so`).toBe(true);
  });
});

test("all checks together are quiet on well-kept repositories", () => {
  expect(repositories.length).toBeGreaterThanOrEqual(6);
  expect(together.posted / together.changes).toBeLessThanOrEqual(0.5);
});
