// Tests which commits of a long change are read.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleCommits } from "./sample-commits.ts";

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index + 1);
}

describe("which commits are read", () => {
  test.each([0, 1, 50])("all of %d", (length) => expect(sampleCommits(count(length))).toEqual(count(length)));

  test("of 51 both ends and every fifth between", () => {
    const first = count(10);
    const last = count(51).slice(-10);
    expect(sampleCommits(count(51))).toEqual([...first, 11, 16, 21, 26, 31, 36, 41, ...last]);
  });

  test("of any number: in order, none twice, both ends whole, no gap over five", () => {
    fc.assert(
      fc.property(fc.integer({ min: 51, max: 400 }), (length) => {
        const sample = sampleCommits(count(length));
        expect(sample.slice(0, 10)).toEqual(count(10));
        expect(sample.slice(-10)).toEqual(count(length).slice(-10));
        const gaps = sample.slice(1).map((one, index) => one - sample[index]!);
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(5);
        expect(sample.length).toBe(20 + Math.ceil((length - 20) / 5));
      }),
    );
  });
});
