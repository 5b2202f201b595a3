// Tests the error rate of a check, computed from people's judgements.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { checkPrecisions, readJudgements, sampleFindings, wilsonInterval } from "./judgements.ts";
import type { Backtest, ReplayedFinding } from "./backtest-result.ts";

function finding(number: number, check: string, outcome: ReplayedFinding["outcome"] = "inline"): ReplayedFinding {
  const id = number.toString(16).padStart(12, "0");
  return {
    id,
    check,
    kind: "k",
    severity: "low",
    outcome,
    path: "a",
    line: 1,
    side: "head",
    title: "t",
    explanation: "e",
    quotes: [],
    around: [],
    again: "kept",
  };
}

function backtest(findings: ReplayedFinding[]): Backtest {
  const checks = Object.fromEntries(findings.map(({ check }) => [check, { ms: 1, failed: null }]));
  const change = { sha: "a".repeat(40), subject: "s", when: 0, files: 1, lines: 1, ms: 1, checks, findings };
  return {
    repository: "r",
    head: "b",
    checks: Object.keys(checks),
    unproven: [],
    changes: [change],
    unread: [],
    memory: 1,
  };
}

describe("the share of wrong findings", () => {
  test("excludes unclear, unjudged and unposted findings", () => {
    const all = [finding(1, "x"), finding(2, "x"), finding(3, "x"), finding(4, "x"), finding(5, "x", "advisory")];
    const ids = all.map(({ id }) => id);
    const [row] = checkPrecisions([backtest(all)], {
      [ids[0]!]: "right",
      [ids[1]!]: "wrong",
      [ids[2]!]: "unclear",
      [ids[4]!]: "wrong",
    });
    expect(row).toMatchObject({ check: "x", posted: 4, judged: 2, wrong: 1, unclear: 1 });
  });

  test("0 wrong of 30 still means up to 11%", () => {
    const [low, high] = wilsonInterval(0, 30);
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(["0.000", "0.114"]);
  });

  test("the interval holds the share and narrows with more judged", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 200 }), (wrong, of) => {
        fc.pre(wrong <= of);
        const [low, high] = wilsonInterval(wrong, of);
        const [lower, higher] = wilsonInterval(wrong * 10, of * 10);
        expect(low).toBeLessThanOrEqual(wrong / of + 1e-9);
        expect(high).toBeGreaterThanOrEqual(wrong / of - 1e-9);
        expect(higher - lower).toBeLessThan(high - low);
      }),
    );
  });
});

describe("samples", () => {
  test("samples a fixed number per check, reproducibly, from posted findings only", () => {
    const all = [
      ...Array.from({ length: 40 }, (_, index) => finding(index + 1, "x")),
      finding(99, "y"),
      finding(100, "y", "held"),
    ];
    const chosen = sampleFindings([backtest(all.toReversed())], 30);
    expect(chosen.filter(({ check }) => check === "x")).toHaveLength(30);
    expect(chosen.filter(({ check }) => check === "y").map(({ id }) => id)).toEqual([finding(99, "y").id]);
    expect(sampleFindings([backtest(all)], 30)).toEqual(chosen);
  });
});

describe("a file of judgements", () => {
  test("is read", () => {
    expect(readJudgements('{"judgements":{"a":"wrong"}}', "j.json")).toEqual({ a: "wrong" });
  });

  test.each([
    ["not JSON", "{"],
    ["another file", "[]"],
    ["another word", '{"judgements":{"a":"maybe"}}'],
  ])("%s is refused with its name", (_what, text) => {
    expect(() => readJudgements(text, "j.json")).toThrow(UserError);
    expect(() => readJudgements(text, "j.json")).toThrow(/j\.json/);
  });
});
