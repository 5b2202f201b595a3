import { describe, expect, test } from "vitest";
import type { Triage } from "../change/triage.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { reportOf } from "../../test/support/finding-of.ts";
import { passes, type Pass } from "./finding.ts";
import { findGaps, passTable } from "./gaps.ts";
import type { Report, Verdict } from "./report.ts";
import { cases } from "../../test/support/cases.ts";

const { triage } = changeOf({ head: { "a.ts": "x\n" } });
const roster = ["code-reviewer", "security-reviewer"];

function gapsOf(overrides: Partial<Triage>, ...reports: Partial<Report>[]) {
  return findGaps({ triage: { ...triage, roster, fullPass: null, ...overrides } }, reports.map(reportOf));
}

function spoke(unit: string, pass: Pass, says: Verdict["says"] = "clean", evidence = "read it all"): Partial<Report> {
  return { unit, by: "reviewer", verdicts: [{ pass, says, evidence }] };
}

describe("passes without a reviewer", () => {
  test("no model, so nobody ran", () => {
    expect(gapsOf({})).toEqual(roster.map((unit) => ({ kind: "unit", unit, why: { kind: "no-model" } })));
  });

  test("everybody ran: no gap", () => {
    expect(gapsOf({}, { unit: "code-reviewer" }, { unit: "security-reviewer" })).toEqual([]);
  });

  test("a reviewer that failed or was skipped is a gap, with its reason", () => {
    const slow = { kind: "too-slow", limitMs: 5 } as const;
    const gaps = gapsOf(
      {},
      { unit: "code-reviewer", status: "failed", why: slow },
      { unit: "security-reviewer", status: "skipped", why: { kind: "stopped" } },
    );
    expect(gaps).toEqual([
      { kind: "unit", unit: "code-reviewer", why: slow },
      { kind: "unit", unit: "security-reviewer", why: { kind: "stopped" } },
    ]);
  });

  test("a failed check is a gap; a disabled one, or one with nothing to check, is not", () => {
    const threw = { kind: "threw", message: "no" } as const;
    const gaps = gapsOf(
      { roster: [] },
      { unit: "secrets", status: "failed", why: threw },
      { unit: "workflows", status: "skipped", why: { kind: "nothing-to-check", what: "no workflow" } },
      { unit: "hooks", status: "skipped", why: { kind: "turned-off" } },
      { unit: "sums" },
    );
    expect(gaps).toEqual([{ kind: "unit", unit: "secrets", why: threw }]);
  });
});

test("a check that could judge none of the code says nothing of its pass", () => {
  const clean = { unit: "silent-failure-hunter", verdicts: spoke("", "error-handling").verdicts! };
  const read = [
    { hunk: "lib/shop.ex#1", depth: "full" as const },
    { hunk: "README.md#1", depth: "full" as const },
  ];
  const notCovered = [{ what: "error handling", paths: ["lib/shop.ex"] }];
  const errorRow = (report: Partial<Report>) =>
    passTable([reportOf(report)]).find(({ pass }) => pass === "error-handling");
  expect(errorRow({ ...clean, read })).toMatchObject({ says: "clean" });
  expect(errorRow({ ...clean, read, notCovered })).toMatchObject({ says: "gap", by: [] });
  const more = [...read, { hunk: "src/shop.ts#1", depth: "full" as const }];
  expect(errorRow({ ...clean, read: more, notCovered })).toMatchObject({ says: "clean" });
});

describe("every pass needs a verdict", () => {
  const everyone = [
    {
      unit: "code-reviewer",
      by: "reviewer" as const,
      verdicts: (["correctness", "diff-specific", "performance", "async"] as const).map((pass): Verdict => ({
        pass,
        says: "clean",
        evidence: "read",
      })),
    },
    spoke("security-reviewer", "security"),
    spoke("dependency-chain", "cross-reference"),
    spoke("silent-failure-hunter", "error-handling"),
    spoke("pr-test-analyzer", "tests"),
  ];

  test("only in full-pass mode", () => {
    const silent = [{ unit: "code-reviewer" }, { unit: "security-reviewer" }];
    expect(gapsOf({ fullPass: null }, ...silent)).toEqual([]);
    expect(gapsOf({ fullPass: "flag" }, ...silent).map((gap) => gap.kind === "pass" && gap.pass)).toEqual([...passes]);
  });

  test("every pass has a verdict: no gap", () => expect(gapsOf({ fullPass: "flag" }, ...everyone)).toEqual([]));

  test("a gap names the missing reviewer", () => {
    const gaps = gapsOf({ fullPass: "flag" }, ...everyone.filter((one) => one.unit !== "pr-test-analyzer"));
    expect(gaps).toEqual([{ kind: "pass", pass: "tests", owners: ["pr-test-analyzer"] }]);
  });

  test("a verdict by another unit does not fill a gap", () => {
    const gaps = gapsOf({ fullPass: "flag" }, ...everyone.slice(0, -1), spoke("comment-analyzer", "tests"));
    expect(gaps).toMatchObject([{ pass: "tests" }]);
  });
});

describe("the pass table", () => {
  const says = (pass: Pass, ...reports: Partial<Report>[]) =>
    passTable(reports.map(reportOf)).find((row) => row.pass === pass)!;

  test("has a row for every pass, in their order", () => {
    expect(passTable([]).map(({ pass, says: word }) => [pass, word])).toEqual(passes.map((pass) => [pass, "gap"]));
  });

  cases<[string, Pass, Partial<Report>[], string]>("%s", (_name, pass, reports) => says(pass, ...reports).says, [
    [
      "findings outweigh clean",
      "correctness",
      [spoke("code-reviewer", "correctness"), spoke("type-design-analyzer", "correctness", "findings")],
      "findings",
    ],
    [
      "clean outweighs n/a",
      "performance",
      [spoke("code-reviewer", "performance", "n/a"), spoke("code-reviewer", "performance")],
      "clean",
    ],
    ["performance may not apply", "performance", [spoke("code-reviewer", "performance", "n/a", "only text")], "n/a"],
    ["nor may async", "async", [spoke("code-reviewer", "async", "n/a", "no promises")], "n/a"],
    ["security always applies", "security", [spoke("security-reviewer", "security", "n/a", "only text")], "gap"],
    ["clean needs a line of evidence", "tests", [spoke("pr-test-analyzer", "tests", "clean", " ")], "gap"],
    ["n/a needs a reason", "async", [spoke("code-reviewer", "async", "n/a", "")], "gap"],
    ["findings are evidence enough", "tests", [spoke("pr-test-analyzer", "tests", "findings", "")], "findings"],
    ["one that failed says nothing", "tests", [{ ...spoke("pr-test-analyzer", "tests"), status: "failed" }], "gap"],
  ]);

  test("joins the evidence and names its sources", () => {
    const row = says(
      "correctness",
      spoke("code-reviewer", "correctness", "clean", "read"),
      spoke("type-design-analyzer", "correctness", "clean", "typed"),
    );
    expect(row).toMatchObject({ evidence: "read; typed", by: ["code-reviewer", "type-design-analyzer"] });
  });
});
