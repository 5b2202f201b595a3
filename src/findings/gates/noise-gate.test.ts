import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingOf, gateFactsOf, judgedOf, type FindingOf } from "../../../test/support/finding-of.ts";
import { noPast } from "../../change/change.ts";
import type { RepositoryConfig } from "../../change/config.ts";
import { decideReview } from "../../review/decide-review.ts";
import { judge } from "../gate.ts";
import type { UnitTally } from "../../change/stored-knowledge.ts";
import { noiseGate, noiseOf } from "./noise-gate.ts";

const files = { head: { "src/app.ts": "total += price;\n" } };
const tally = (unit: string, dismissed: number, of: number): UnitTally => ({ unit, dismissed, judged: of });

function facts(tallies: UnitTally[], config: RepositoryConfig = {}) {
  return gateFactsOf({ ...files, config }, { past: { ...noPast, learned: { lessons: [], patterns: [], tallies } } });
}
function judged(tallies: UnitTally[], finding: FindingOf = {}, config: RepositoryConfig = {}) {
  return judge([findingOf(finding)], facts(tallies, config))[0]!;
}

describe("a check that people dismiss", () => {
  test("is trusted as before until enough of its findings were judged", () => {
    expect(judged([tally("sums", 9, 9)])).toMatchObject({ outcome: "inline", confidence: 9 });
  });

  test("loses confidence when most are dismissed, with the numbers", () => {
    const one = judged([tally("sums", 6, 10)]);
    expect(one).toMatchObject({ outcome: "inline", confidence: 7 });
    expect(one.marks.map(({ why }) => why)).toContainEqual({
      kind: "often-dismissed",
      unit: "sums",
      judged: 10,
      dismissed: 6,
    });
  });

  test("is only counted once it is over the budget, and keeps an approval away if it is grave", () => {
    const one = judged([tally("sums", 8, 10)], { severity: "high" });
    expect(one.outcome).toBe("held");
    expect(one.marks.map(({ why }) => why)).toContainEqual({
      kind: "over-noise-budget",
      unit: "sums",
      judged: 10,
      dismissed: 8,
      percent: 70,
    });
    const { change } = facts([]);
    expect(decideReview(change, [], [one]).seriousButHeld).toBe(1);
  });

  test("speaks as before of what is critical", () => {
    expect(judged([tally("sums", 10, 10)], { severity: "critical" })).toMatchObject({
      outcome: "inline",
      confidence: 9,
    });
  });

  test("speaks as before where another source says the same", () => {
    const both = judgedOf({ sources: ["PRESCAN:sums", "code-reviewer"] });
    expect(noiseGate(both, facts([tally("sums", 10, 10)]).change)).toEqual([]);
    expect(noiseGate(both, facts([tally("sums", 10, 10), tally("code-reviewer", 6, 10)]).change)).toMatchObject([
      { why: { kind: "often-dismissed", unit: "sums" } },
      { why: { kind: "often-dismissed", unit: "code-reviewer" } },
    ]);
  });

  test("is not lifted above what another gate left", () => {
    const twice = { head: { "src/app.ts": "total += price;\nnext();\n" }, base: { "src/app.ts": "next();\n" } };
    const noisy = { ...noPast, learned: { lessons: [], patterns: [], tallies: [tally("sums", 6, 10)] } };
    const low = findingOf({ confidence: 9, evidence: [{ ...findingOf().evidence[0], text: "not there" }] });
    const confidence = (past: typeof noPast) => judge([low], gateFactsOf(twice, { past }))[0]!.confidence;
    expect(confidence(noisy)).toBeLessThan(confidence(noPast));
    expect(confidence(noPast)).toBeLessThan(7);
  });

  test("has the budget that the repository gives", () => {
    expect(judged([tally("sums", 2, 4)], {}, { noiseBudget: { percent: 40, after: 4 } }).outcome).toBe("held");
    expect(judged([tally("sums", 10, 10)], {}, { noiseBudget: { percent: 100 } }).outcome).toBe("inline");
  });
});

test("one more dismissal never makes a check more trusted", () => {
  const order = ["fine", "often-dismissed", "over-noise-budget"];
  const budget = fc.record({ percent: fc.integer({ min: 1, max: 100 }), after: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(budget, fc.nat(60), fc.nat(60), (given, total, some) => {
      const dismissed = Math.min(some, total);
      const now = noiseOf(tally("sums", dismissed, total), given);
      const then = noiseOf(tally("sums", dismissed + 1, total + 1), given);
      expect(order.indexOf(then)).toBeGreaterThanOrEqual(order.indexOf(now));
    }),
  );
});
