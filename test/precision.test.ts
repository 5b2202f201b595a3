// A check posts by default only if its precision was measured; docs/precision.md has the counts.
import { describe, expect, test } from "vitest";
import { isProven, otherProof, readPrecision, withSearched } from "../scripts/precision-page.ts";
import { checks } from "../src/findings/checks/index.ts";
import { advisingOnly } from "../src/findings/report.ts";

const file = readPrecision();
const { checks: rows, together, repositories } = file;

describe.each(checks.map((check) => [check.id, check] as const))("%s", (id, check) => {
  test("posts only if something proves it", () => {
    const row = rows.find((one) => one.check === id);
    // Until it was replayed, a check only advises.
    if (row === undefined && check.unproven === true) return;
    expect(row, "it was replayed").toBeDefined();
    const unproven = new Set(advisingOnly(id, check.unproven));
    const shown = isProven(withSearched(row!, file, unproven)) || id in otherProof;
    // One that only advises with some of its kinds is measured by the others.
    expect(check.unproven === true || shown, `${id} is not proven and does not say so`).toBe(true);
  });
});

test("kinds that only advise are kinds of their check, and leave it some that it posts", () => {
  for (const { unproven, kinds } of checks) {
    if (!Array.isArray(unproven)) continue;
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining([...unproven]));
    expect(unproven.length).toBeLessThan(Object.keys(kinds).length);
  }
});

test("all checks together are quiet on well-kept repositories", () => {
  expect(repositories.length).toBeGreaterThanOrEqual(6);
  expect(together.posted / together.changes).toBeLessThanOrEqual(0.5);
});
