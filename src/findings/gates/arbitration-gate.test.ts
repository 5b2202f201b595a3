import { describe, expect, test } from "vitest";
import { findingOf, type FindingOf } from "../../../test/support/finding-of.ts";
import type { Arbitrated } from "../arbitrate.ts";
import type { Dispute } from "../cross-model.ts";
import { severities } from "../finding.ts";
import { applyMarks } from "../gate.ts";
import { arbitrationGate, countsAsCode } from "./arbitration-gate.ts";
import { cases } from "../../../test/support/cases.ts";

function verdict(is: "REAL_BUG" | "FALSE_POSITIVE" | "UNCERTAIN", reason = "line 4 shows it"): Dispute["outcome"] {
  return { is: "arbitrated", verdict: is, reason };
}

function about(outcome: Dispute["outcome"], more: Partial<Arbitrated> = {}): ReadonlyMap<string, Arbitrated> {
  const before = { confidence: 5 };
  return new Map([
    ["sums-1", { bucket: "second-only", severity: "medium", before, outcome, by: "google/gemini", ...more }],
  ]);
}

/** Confidence and outcome that the marks alone lead to, and why. */
function told(finding: FindingOf, verdicts: ReadonlyMap<string, Arbitrated>): string {
  const marks = arbitrationGate(findingOf(finding), verdicts);
  const { confidence, outcome } = applyMarks(findingOf(finding), marks);
  return [confidence, outcome, ...marks.map(({ why }) => why.kind)].join(" ");
}

describe("a finding in dispute", () => {
  test.each(severities)("of severity %s", (severity) => {
    const said = (outcome: Dispute["outcome"]) => told({ severity, confidence: 5 }, about(outcome, { severity }));
    const grave = severity === "critical" || severity === "high";
    expect(said(verdict("REAL_BUG"))).toBe("7 inline arbitrated");
    expect(said(verdict("FALSE_POSITIVE"))).toBe(grave ? "4 inline disputed" : "4 inline arbitrated");
    expect(said(verdict("UNCERTAIN"))).toBe("5 inline arbitrated");
    expect(said({ is: "not-arbitrated", why: { kind: "no-verdict" } })).toBe("5 inline not-arbitrated");
  });

  test("starts from the confidence that the other gates left it", () => {
    const lowered = { before: { confidence: 4 } };
    expect(told({ confidence: 9 }, about(verdict("REAL_BUG"), lowered))).toBe("7 inline arbitrated");
    expect(told({ confidence: 9 }, about(verdict("FALSE_POSITIVE"), { before: { confidence: 3 } }))).toBe(
      "3 inline arbitrated",
    );
    expect(told({ confidence: 9 }, about(verdict("REAL_BUG"), { before: { confidence: 9 } }))).toBe(
      "9 inline arbitrated",
    );
  });

  test("says who decided it, and why", () => {
    expect(arbitrationGate(findingOf(), about(verdict("REAL_BUG")))).toEqual([
      {
        by: "arbitration",
        why: { kind: "arbitrated", verdict: "REAL_BUG", by: "google/gemini", reason: "line 4 shows it" },
        confidence: 7,
      },
    ]);
    expect(arbitrationGate(findingOf(), about(verdict("FALSE_POSITIVE"), { severity: "high" }))).toEqual([
      { by: "arbitration", why: { kind: "disputed", by: "google/gemini", reason: "line 4 shows it" }, confidence: 4 },
    ]);
    const why = { kind: "over-cap", cap: 10 } as const;
    expect(arbitrationGate(findingOf(), about({ is: "not-arbitrated", why }))).toEqual([
      { by: "arbitration", why: { kind: "not-arbitrated", why } },
    ]);
  });
});

test("a finding that is in no dispute is left alone", () => {
  expect(arbitrationGate(findingOf({ id: "other-1" }), about(verdict("FALSE_POSITIVE")))).toEqual([]);
  expect(arbitrationGate(findingOf(), new Map())).toEqual([]);
});

cases<[string, Dispute["outcome"], Dispute["bucket"], boolean]>(
  "%s counts as a fault of the code or not",
  (_name, outcome, bucket) => countsAsCode(findingOf({ root: "NEW" }), about(outcome, { bucket })),
  [
    ["a real bug of the second side", verdict("REAL_BUG"), "second-only", true],
    ["a real bug of the first side", verdict("REAL_BUG"), "first-only", false],
    ["a real bug that a side calls sound", verdict("REAL_BUG"), "contradiction", false],
    ["something uncertain", verdict("UNCERTAIN"), "second-only", false],
    ["a false positive", verdict("FALSE_POSITIVE"), "second-only", false],
    ["something undecided", { is: "not-arbitrated", why: { kind: "no-arbiter" } }, "second-only", false],
  ],
);

test("what is in no dispute counts as what it is", () => {
  expect(countsAsCode(findingOf({ root: "NEW" }), new Map())).toBe(false);
});
