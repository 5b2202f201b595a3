import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { quoteOf } from "../../test/support/finding-of.ts";
import { buildFinding, type FindingInput } from "./build-finding.ts";
import { checked, hunksOf } from "./read-all.ts";
import type { Check } from "./report.ts";

const check: Pick<Check, "id" | "kinds" | "passes"> = {
  id: "sums",
  passes: ["correctness", "tests"],
  kinds: { "wrong-sum": { severity: "high", category: "performance", says: "a sum that is wrong" } },
};
const what: FindingInput = {
  kind: "wrong-sum",
  path: "a.ts",
  line: 3,
  text: "sum += x;",
  title: "Wrong",
  explanation: "Twice.",
};

describe("a check's finding", () => {
  test("quotes its own line, and is proven, certain and CODE by default", () => {
    expect(buildFinding(check, what)).toEqual({
      kind: "wrong-sum",
      at: { path: "a.ts", side: "head", start: 3, end: 3 },
      evidence: [{ path: "a.ts", side: "head", start: 3, end: 3, text: "sum += x;" }],
      claim: "present",
      proof: "proven",
      severity: "high",
      confidence: 9,
      root: "CODE",
      category: "performance",
      pass: "correctness",
      improvement: false,
      title: "Wrong",
      explanation: "Twice.",
      sources: ["PRESCAN:sums"],
    });
  });

  test("uses values that the check provides", () => {
    const other = quoteOf("sum = 0;", 1, "a.ts", "base");
    const raw = buildFinding(check, {
      ...what,
      side: "base",
      claim: "mismatch",
      confidence: 6,
      root: "DOC",
      improvement: true,
      and: [other],
    });
    expect(raw).toMatchObject({ claim: "mismatch", confidence: 6, root: "DOC", improvement: true });
    expect(raw.evidence).toEqual([quoteOf("sum += x;", 3, "a.ts", "base"), other]);
  });

  test("may suggest a replacement line, even an empty one", () => {
    const at = { path: "a.ts", side: "head", start: 3, end: 3 };
    expect(buildFinding(check, { ...what, fix: "sum = x;" }).fix).toEqual({ at, text: "sum = x;" });
    expect(buildFinding(check, { ...what, fix: "" }).fix).toEqual({ at, text: "" });
    expect(buildFinding(check, what)).not.toHaveProperty("fix");
  });

  test("cannot be of a kind that the check does not list", () => {
    expect(() => buildFinding(check, { ...what, kind: "wrong-tax" })).toThrow("sums has no kind wrong-tax");
    expect(() => buildFinding({ ...check, passes: [] }, what)).toThrow("or no pass");
  });
});

describe("a check that reads every line", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const { files } = changeOf({
    base: { "a.ts": lines.join("\n") },
    head: { "a.ts": lines.with(2, "changed").with(35, "changed").join("\n"), "b.ts": "new\n" },
  });

  test("has read every hunk of every file", () => {
    expect(hunksOf(files).map(({ hunk }) => hunk)).toEqual(["a.ts#1", "a.ts#2", "b.ts#1"]);
  });

  test("is clean only if it found nothing", () => {
    expect(checked("security", [], files, "2 files").verdicts).toEqual([
      { pass: "security", says: "clean", evidence: "2 files" },
    ]);
    expect(checked("security", [buildFinding(check, what)], files, "2 files").verdicts[0]!.says).toBe("findings");
  });
});
