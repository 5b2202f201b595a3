import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, draftOf, judgedOf, poisoned, type FindingOf } from "../../../test/support/finding-of.ts";
import { checks } from "../../findings/checks/index.ts";
import { findingOutcomes, severities, type Mark } from "../../findings/finding.ts";
import type { Reason } from "../../findings/reason.ts";
import { explainDraftFindings, explainSavedFindings, type ExplainedFinding } from "../explained-finding.ts";
import { explainJson, explainText, findingList } from "./explain-texts.ts";
import { claimWords, wouldChange } from "./finding-outcomes.ts";

const change = changeOf({ base: {}, head: { "src/app.ts": "let total = 0;\ntotal += price;\ntotal += price;\n" } });

function explained(overrides: FindingOf = {}, marks: readonly Mark[] = []): ExplainedFinding {
  return explainDraftFindings(draftOf(change, [judgedOf(overrides, marks)]), "0.0.0")[0]!;
}
const said = (one: ExplainedFinding, colour = false) =>
  explainText(one, checks, { colour, width: 100 }).replaceAll(/\s+/g, " ");

const quoteFailed: Mark = {
  by: "quote",
  why: { kind: "quote-not-found", path: "src/app.ts", line: 2 },
  outcome: "advisory",
  confidence: 4,
};
const below: Mark = { by: "profile", why: { kind: "below-severity", floor: "high" }, outcome: "held" };
const noted: Mark = { by: "place", why: { kind: "not-commentable" }, outcome: "listed" };

describe("how it was weighed", () => {
  test("each mark in order, its effect, and the outcome", () => {
    const text = said(explained({ severity: "low", confidence: 9 }, [quoteFailed, below, noted]));
    expect(text).toContain("9/10 as it was found, now 4/10");
    expect(text).toContain(
      "1. quote: the quoted line is not at src/app.ts:2 → confidence set to 4/10, asks for advisory",
    );
    expect(text).toContain("2. profile: below high, the lowest severity that this profile posts → asks for held");
    expect(text).toContain("3. place: its line is not part of the diff → asks for listed");
    expect(text).toContain("held: counted, not posted (below high, the lowest severity that this profile posts)");
    expect(text).toContain("A lower minSeverity or a stricter profile");
  });

  test("no mark lowered it", () => {
    const text = said(explained({ sources: ["PRESCAN:comment-hygiene"], kind: "debug-leftover" }));
    expect(text).toContain("none: no rule objected");
    expect(text).toContain("posted on its line");
    expect(text).toContain("debug-leftover: a debugging statement was left in");
    expect(text).toContain(checks.find(({ id }) => id === "comment-hygiene")!.explains);
  });

  test("posted, but only in the list", () => {
    expect(said(explained({}, [noted]))).toContain(
      "posted in the review's list, not on its line (its line is not part of the diff)",
    );
  });

  test.each(findingOutcomes)("explains the outcome %s", (outcome) => {
    const one = explained({}, [{ by: "x", why: { kind: "dismissed" }, outcome }]);
    expect(one.outcome).toBe(outcome);
    expect(said(one)).toContain(
      `Outcome ${{ inline: "posted on its line", listed: "posted in the review's list" }[outcome as string] ?? `${outcome}: `}`,
    );
  });

  test.each(Object.keys(claimWords) as ExplainedFinding["claim"][])("explains the claim %s", (claim) => {
    expect(said(explained({ claim }))).toContain(`Claim ${claim}: `);
  });
});

test("the evidence with line numbers, and the suggested text", () => {
  const lines = explainText(
    explained({
      text: "total += price;\n\ttotal += price;",
      line: 9,
      fix: { at: { path: "src/app.ts", side: "head", start: 9, end: 9 }, text: "total = sum(prices);" },
    }),
    checks,
    { colour: false, width: 80 },
  ).split("\n");
  expect(lines).toContain("     9 │ total += price;");
  expect(lines).toContain("    10 │   total += price;");
  expect(lines).toContain("    total = sum(prices);");
});

test("a secret stays masked", () => {
  const quote = { path: "src/app.ts", side: "head" as const, start: 1, end: 1, text: "k=abc123", masked: "k=…" };
  const one = explained({ evidence: [quote] });
  expect([said(one), JSON.stringify(explainJson([one], checks))].join()).not.toContain("abc123");
});

describe("a saved review", () => {
  const saved = (one: ExplainedFinding) => ({ version: 1, findings: [JSON.parse(JSON.stringify(one)) as unknown] });

  test("matches the review itself", () => {
    const one = explained({ severity: "low" }, [quoteFailed, below]);
    const read = explainSavedFindings(saved(one));
    expect("findings" in read && said(read.findings[0]!)).toBe(said(one));
  });

  test("a file without marks says so", () => {
    const { before: _before, marks, ...rest } = explained({}, [below]);
    const bare = { ...rest, marks: marks.map(({ by, why, says }) => ({ by, why, says })) };
    const read = explainSavedFindings({ version: 1, findings: [bare] });
    const text = "findings" in read ? said(read.findings[0]!) : "";
    expect(text).toContain("the saved review does not say what it was before");
    expect(text).toContain("→ its effect is not saved");
    expect(text).toContain("held: counted, not posted (below high");
  });

  test.each<[string, unknown, string]>([
    ["another version", { version: 2, findings: [] }, "at version"],
    ["no findings", { version: 1 }, "at findings"],
    ["a list", [], "at its top"],
    ["a finding without a place", { version: 1, findings: [{}] }, "at findings.0."],
    ["a outcome of its own", saved({ ...explained(), outcome: "famous" as "inline" }), "at findings.0.outcome"],
  ])("an invalid file is rejected with the place: %s", (_name, data, fault) =>
    expect(explainSavedFindings(data)).toEqual({ fault: expect.stringContaining(fault) as string }),
  );

  test("an unknown reason is tolerated", () => {
    const one = explained();
    const strange = { ...one, marks: [{ by: "x", why: { kind: "constructor" }, says: "because" }] };
    expect(wouldChange(strange)).toEqual(wouldChange(one));
  });
});

test("the deciding mark always has an explanation of how to change it", () => {
  const deciding: Reason["kind"][] = [
    "quote-not-found",
    "below-severity",
    "ignored-inline",
    "suppressed-by-config",
    "advisory-check",
    "unproven-check",
    "outside-paths",
    "low-confidence",
    "moved-unchanged",
    "early-feedback",
    "root",
    "dismissed",
    "ignored-area",
  ];
  for (const kind of deciding)
    expect(wouldChange({ ...explained(), outcome: "held", marks: [{ by: "x", why: { kind }, says: "" }] }).length).toBe(
      2,
    );
});

describe("hostile text", () => {
  const ours = ["severity", "outcome", "side", "root", "category", "pass", "claim", "proof", "kind", "by", "sources"];
  const one = poisoned(explained({ severity: "low", sources: ["PRESCAN:sums"] }, [quoteFailed, below]), ours);
  const strange = { ...one, kind: `${one.kind}\u001b[31m`, sources: ["PRESCAN:\u001b]0;x\u0007"] as [string] };

  test.each([40, 80, 200])("acts on no screen, %i wide", (width) => {
    for (const line of explainText(strange, checks, { colour: false, width }).split("\n"))
      expect(line).not.toMatch(acting);
    for (const line of findingList([strange], width)) expect(line).not.toMatch(acting);
  });
});

test("a long list is truncated, with the number omitted", () => {
  const many = Array.from({ length: 35 }, () => explained());
  expect(findingList(many, 80).at(-1)).toBe("and 5 more");
});

test.each(severities)("colours only on request: %s", (severity) => {
  // oxlint-disable-next-line no-control-regex -- escapes are what is looked for
  const escapes = /\u001b\[/;
  expect(explainText(explained({ severity }), checks, { colour: true, width: 80 })).toMatch(escapes);
  expect(explainText(explained({ severity }), checks, { colour: false, width: 80 })).not.toMatch(escapes);
});
