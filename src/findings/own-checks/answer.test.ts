import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notApplicable, parseOwnCheckAnswer } from "./answer.ts";

const check = {
  title: "No FIXME is merged",
  passes: ["correctness", "tests"],
  kinds: { fixme: { severity: "high", category: "docs", says: "a line is marked FIXME" } },
};
const short = { kind: "fixme", path: "a.ts", line: 3, text: "// FIXME", title: "A FIXME", explanation: "Mend it." };
const at = { path: "a.ts", side: "head", start: 3, end: 3 };
const whole = {
  kind: "fixme",
  at,
  evidence: [{ ...at, text: "// FIXME" }],
  claim: "present",
  proof: "argued",
  severity: "nit",
  confidence: 7,
  root: "CODE",
  category: "style",
  pass: "tests",
  improvement: true,
  title: "A FIXME",
  explanation: "Mend it.",
};
const answer = (...findings: unknown[]) => parseOwnCheckAnswer("no-fixme", { check, result: { findings } });

describe("an own check's answer", () => {
  test("a finding in short has the severity and the area of its kind", () => {
    expect(answer(short)).toEqual({
      findings: [
        expect.objectContaining({
          at,
          evidence: [{ ...at, text: "// FIXME" }],
          severity: "high",
          category: "docs",
          pass: "correctness",
          sources: ["PRESCAN:no-fixme"],
        }),
      ],
      verdicts: [{ pass: "correctness", says: "findings", evidence: "1 found by no-fixme" }],
      read: [],
    });
  });

  test("a full finding sets its own fields, and others are dropped", () => {
    const sly = { ...whole, sources: ["security-reviewer"], id: "x", identity: "y", extra: 1 };
    expect(answer(sly).findings).toEqual([{ ...whole, sources: ["PRESCAN:no-fixme"] }]);
  });

  test("no findings means clean; verdicts and files read are its own", () => {
    expect(answer().verdicts[0]).toMatchObject({ says: "clean" });
    const verdicts = [{ pass: "tests", says: "n/a", evidence: "no tests here" }];
    const read = [{ hunk: "a.ts#1", depth: "summary" }];
    expect(
      parseOwnCheckAnswer("no-fixme", { check, result: { findings: [], verdicts, read, cost: { money: 1 } } }),
    ).toEqual({
      findings: [],
      verdicts,
      read,
    });
  });

  test("cannot choose the check's name", () => {
    const posing = { ...check, id: "agent-rules" };
    const { findings } = parseOwnCheckAnswer("no-fixme", { check: posing, result: { findings: [short] } });
    expect(findings[0]?.sources).toEqual(["PRESCAN:no-fixme"]);
  });

  test("nothing to check is a verdict", () => {
    expect(notApplicable("no-fixme", { check, what: "no TypeScript" })).toEqual({
      findings: [],
      verdicts: [{ pass: "correctness", says: "n/a", evidence: "no TypeScript" }],
      read: [],
    });
  });
});

describe("rejected answers and their messages", () => {
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "findings[0]: "],
    ["a kind that it has not declared", { ...short, kind: "todo" }, 'findings[0]: this check has no kind "todo"'],
    ["a kind of everyone's", { ...short, kind: "constructor" }, 'this check has no kind "constructor"'],
    ["a kind that is no name", { ...short, kind: "FIX ME" }, "findings[0].kind: kinds are named like-this"],
    ["no title", { ...short, title: " " }, "findings[0].title: "],
    ["a title without end", { ...short, title: "x".repeat(201) }, "findings[0].title: "],
    ["an explanation without end", { ...short, explanation: "x".repeat(4001) }, "findings[0].explanation: "],
    ["no line", { ...short, line: 0 }, "findings[0].line: "],
    ["no quote", { ...short, text: undefined }, "findings[0].text: "],
    ["a made-up severity", { ...whole, severity: "catastrophic" }, "findings[0].severity: "],
    ["a made-up side", { ...whole, at: { ...at, side: "left" } }, "findings[0].at.side: "],
    [
      "a place that ends before it starts",
      { ...whole, at: { ...at, end: 1 } },
      "findings[0].at: ends before it starts",
    ],
    ["no evidence", { ...whole, evidence: [] }, "findings[0].evidence"],
    [
      "evidence without end",
      { ...whole, evidence: Array.from({ length: 11 }, () => whole.evidence[0]) },
      "has more than 10 quotes",
    ],
    ["more confidence than there is", { ...whole, confidence: 11 }, "findings[0].confidence: "],
  ])("%s", (_, finding, words) => {
    expect(() => answer(finding)).toThrow(words);
  });

  test.each<[string, object, string]>([
    ["no passes", { ...check, passes: [] }, "the check.passes: "],
    ["a made-up pass", { ...check, passes: ["luck"] }, "the check.passes.0: "],
    ["no kinds", { ...check, kinds: {} }, "the check.kinds: names no kind of finding"],
    [
      "a kind without a severity",
      { ...check, kinds: { fixme: { category: "docs", says: "x" } } },
      "the check.kinds.fixme",
    ],
  ])("a check with %s", (_, about, words) => {
    expect(() => parseOwnCheckAnswer("no-fixme", { check: about, result: { findings: [] } })).toThrow(words);
  });

  test("no answer at all, and a flood of them", () => {
    expect(() => parseOwnCheckAnswer("no-fixme", { check, result: undefined })).toThrow("the answer: ");
    expect(() => answer(...Array.from({ length: 5001 }, () => short))).toThrow("the answer.findings: ");
  });

  test("any input is a valid result or an error in one short sentence", () => {
    const values = fc.oneof(
      fc.anything(),
      fc.record({ findings: fc.array(fc.oneof(fc.anything(), fc.constant(short))) }),
    );
    fc.assert(
      fc.property(values, (result) => {
        try {
          for (const one of parseOwnCheckAnswer("no-fixme", { check, result }).findings)
            expect(one.sources).toHaveLength(1);
        } catch (error) {
          expect((error as Error).message.length).toBeLessThan(500);
        }
      }),
      { numRuns: 300 },
    );
  });
});
