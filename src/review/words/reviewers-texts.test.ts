import type { ModelCost } from "../../model-cost.ts";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, hostile, rawOf, reportOf } from "../../../test/support/finding-of.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report.ts";
import {
  depthLine,
  estimateLine,
  reviewerRows,
  rosterLine,
  spentLine,
  agentLine,
  tokensAndMoney,
} from "./reviewers-texts.ts";
import { cases } from "../../../test/support/cases.ts";

const cost: ModelCost = { tokensIn: 1_200, cacheReads: 9_000, cacheWrites: 0, tokensOut: 800, money: 0.04 };
const finding = { ...rawOf(), id: "a-1", identity: "x" } as unknown as Finding;

function reviewer(unit: string, more: Partial<Report> = {}): Report {
  return reportOf({ unit, by: "reviewer", model: "anthropic/claude", cost, ...more });
}

describe("reviewers", () => {
  const roster = { roster: ["a", "b"] };

  test("none if no model is configured", () =>
    expect(rosterLine(roster, [reportOf()])).toBe("no model configured: 2 reviewers did not run (a, b)"));

  test("each that answered, that failed, and that has no model", () => {
    const why = { kind: "model-failed", model: "m", fault: "timeout", message: "" } as const;
    const failed = reportOf({ unit: "b", by: "reviewer", status: "failed", why });
    expect(rosterLine({ roster: ["a", "b", "c"] }, [reviewer("a"), failed])).toBe("a; failed: b; did not run: c");
  });

  test("each with its result, model and price", () => {
    const why = { kind: "model-failed", model: "m", fault: "timeout", message: "300 s" } as const;
    const failed = reportOf({ unit: "b", by: "reviewer", status: "failed", why });
    expect(reviewerRows([reportOf(), reviewer("a", { findings: [finding] }), failed])).toEqual([
      {
        unit: "a",
        said: "1 finding",
        model: "anthropic/claude",
        took: "11k tokens (9k cached), 0.04 dollars",
      },
      { unit: "b", said: "failed: m took too long: 300 s", model: "", took: "" },
    ]);
  });

  test("a model's name cannot act on the screen", () =>
    expect(reviewerRows([reviewer("a", { model: hostile })])[0]!.model).not.toMatch(acting));
});

describe("size of the change", () => {
  cases<[string, string]>("%s", (said) => said, [
    [spentLine({ reports: [reviewer("a"), reviewer("b")] })!, "22k tokens (18k cached), 0.08 dollars"],
    [
      spentLine({ reports: [reviewer("a", { cost: { ...cost, money: null } })] })!,
      "11k tokens (9k cached), price unknown",
    ],
    [tokensAndMoney({ ...cost, cacheReads: 0, money: 0.002 }), "2k tokens, less than 0.01 dollars"],
    [estimateLine({ tokens: 0, money: 0 }), "no tokens, no cost"],
    [estimateLine({ tokens: 61_200, money: 0.918 }), "about 61k tokens, about 0.92 dollars"],
    [estimateLine({ tokens: 500, money: null }), "about 500 tokens, price unknown"],
  ]);
});

describe("how closely", () => {
  const change = changeOf({ head: { "src/a.ts": "a\n", "src/b.ts": "b\n" } });
  const read = (depth: "full" | "summary") => reviewer("a", { read: [{ hunk: "src/a.ts#1", depth }] });

  test("nothing to report if everything was read in full", () => expect(depthLine(change, [read("full")])).toBeNull());

  test("names what was only summarised", () =>
    expect(depthLine(change, [read("summary")])).toBe(
      "too large to read in full: 1 file read as a summary (src/a.ts)",
    ));

  test("unless another reviewer read it in full", () =>
    expect(depthLine(change, [read("summary"), read("full")])).toBeNull());
});

describe("a coding agent that answers", () => {
  const agent = { name: "host/claude-code", answered: 3, separate: 3 };

  test("does not tell what it costs", () => {
    expect(spentLine({ reports: [reviewer("a")], agent })).toBeNull();
    expect(spentLine({ reports: [] })).toBeNull();
    const unknown = { ...cost, tokensIn: 0, cacheReads: 0, cacheWrites: 0, tokensOut: 0, money: null };
    expect(reviewerRows([reviewer("a", { cost: unknown })])[0]!.took).toBe("");
  });

  test("says in which contexts", () => {
    expect(agentLine({ agent })).toBe("3 questions by host/claude-code, each in a separate context, as it says");
    expect(agentLine({ agent: { ...agent, answered: 1, separate: 0 } })).toBe(
      "1 question by host/claude-code, 0 of them in a separate context, as it says",
    );
    expect(agentLine({})).toBeNull();
  });
});
