import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingOf, quoteOf, type FindingOf } from "../../test/finding-of.ts";
import { categories, severities, type Finding } from "./finding.ts";
import { mergeFindings } from "./merge.ts";

const check: FindingOf = { id: "check", sources: ["PRESCAN:sums"], confidence: 7, severity: "high" };
const reviewer: FindingOf = { id: "reviewer", sources: ["code-reviewer"], confidence: 9, proof: "argued", line: 3 };

function merge(...findings: FindingOf[]) {
  return mergeFindings(findings.map(findingOf));
}

describe("two sources on one thing", () => {
  test("become one finding that names both, with the higher confidence", () => {
    const merged = merge(check, reviewer);
    expect(merged).toHaveLength(1);
    expect(merged[0]!.finding).toMatchObject({
      id: "reviewer",
      confidence: 9,
      sources: ["PRESCAN:sums", "code-reviewer"],
    });
    expect(merged[0]!.marks).toEqual([
      { by: "merge", why: { kind: "merged", sources: ["PRESCAN:sums", "code-reviewer"] } },
    ]);
  });

  test("keep what proves it, whoever brought the proof", () => {
    expect(merge(check, reviewer)[0]!.finding.proof).toBe("proven");
    expect(merge({ ...check, proof: "argued" }, reviewer)[0]!.finding.proof).toBe("argued");
  });

  test("keep every quote, the better one's first", () => {
    const quotes = [quoteOf("a();", 1), quoteOf("b();", 2), quoteOf("c();", 3)] as const;
    const merged = merge({ ...check, evidence: [quotes[0], quotes[1]] }, { ...reviewer, evidence: [quotes[2]] });
    expect(merged[0]!.finding.evidence).toEqual([quotes[2], quotes[0], quotes[1]]);
  });

  test("quote a line once that both of them quote", () => {
    const merged = merge({ ...check, evidence: [quoteOf("a();", 1)] }, { ...reviewer, evidence: [quoteOf("a();", 1)] });
    expect(merged[0]!.finding.evidence).toEqual([quoteOf("a();", 1)]);
  });

  test("of equal confidence: the more severe one speaks", () => {
    expect(merge({ ...check, severity: "low" }, { ...reviewer, confidence: 7, severity: "high" })[0]!.finding.id).toBe(
      "reviewer",
    );
  });
});

describe("findings are kept apart", () => {
  test.each<[string, FindingOf]>([
    ["of the same source", { ...check, id: "again" }],
    ["of another kind", { ...reviewer, kind: "unused" }],
    ["in another file", { ...reviewer, path: "src/other.ts" }],
    ["on the other side", { ...reviewer, side: "base" }],
    ["some lines away", { ...reviewer, line: 40 }],
  ])("%s", (_name, other) => {
    const merged = merge(check, other);
    expect(new Set(merged.map(({ finding }) => finding.id))).toEqual(new Set(["check", other.id]));
    expect(merged).toHaveLength(2);
    expect(merged.flatMap(({ marks }) => marks)).toEqual([]);
  });

  test("two of each source side by side become two, not one and not four", () => {
    const merged = merge(check, { ...check, line: 2 }, reviewer, { ...reviewer, line: 4 });
    expect(merged.map(({ finding }) => finding.sources.length)).toEqual([2, 2]);
  });
});

const anyFinding: fc.Arbitrary<Finding> = fc
  .record({
    id: fc.uuid(),
    path: fc.constantFrom("a.ts", "b.ts"),
    line: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom("wrong-sum", "unused"),
    severity: fc.constantFrom(...severities),
    category: fc.constantFrom(...categories),
    confidence: fc.integer({ min: 1, max: 10 }),
    sources: fc.constantFrom<Finding["sources"][]>(["one"], ["two"], ["three"]),
  })
  .map(findingOf);

test("nothing is lost: every source is in one merged finding, and every place is still quoted", () => {
  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
      const merged = mergeFindings(findings).map(({ finding }) => finding);
      const places = (list: readonly Finding[]) => new Set(list.flatMap((one) => one.evidence.map(placeOf)));
      expect(places(merged)).toEqual(places(findings));
      expect(merged.flatMap((finding) => finding.sources)).toHaveLength(findings.length);
      for (const { sources } of merged) expect(new Set(sources).size).toBe(sources.length);
    }),
  );
});

function placeOf({ path, start, text }: Finding["evidence"][0]): string {
  return `${path}:${start} ${text}`;
}

test("the worst that any source fears is kept, however sure another is of less", () => {
  const [merged] = merge(
    { ...check, confidence: 9, severity: "low" },
    { ...reviewer, confidence: 8, severity: "critical" },
  );
  expect(merged!.finding).toMatchObject({ severity: "critical", confidence: 9 });
});
