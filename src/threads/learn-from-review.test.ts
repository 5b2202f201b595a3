import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, type FindingOf } from "../../test/support/finding-of.ts";
import { severities } from "../findings/finding.ts";
import { lessonFaults } from "../findings/lessons/actionable.ts";
import { learnFromReview, type LearnFacts } from "./learn-from-review.ts";

const known = new Set(["sums", "doc-claim", "code-reviewer"]);
const advisory = [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }] as const;
const never: LearnFacts = { known, seenBefore: () => 0 };

function learned(findings: readonly FindingOf[], facts = never) {
  const judged = findings.map((one) => judgedOf(one, one.root === undefined ? [] : advisory));
  return learnFromReview(draftOf(changeOf({}), judged), facts);
}

test("an outdated document is a candidate with an actionable rule", () => {
  const { candidates, patterns } = learned([
    { root: "DOC", path: "docs/api.md", title: "The limit is 20, not 10", sources: ["PRESCAN:doc-claim"] },
  ]);
  expect(candidates).toMatchObject([
    {
      unit: "doc-claim",
      seen: 1,
      rule: "Update `docs/api.md` when the code that it describes changes: The limit is 20, not 10",
    },
  ]);
  expect(lessonFaults(candidates[0]!.rule)).toEqual([]);
  expect(patterns).toEqual([
    { unit: "doc-claim", category: "correctness", language: "Markdown", look: "stale-document" },
  ]);
});

test("a code defect becomes a candidate the second time, here or in an earlier pull request", () => {
  expect(learned([{}])).toMatchObject({
    candidates: [],
    patterns: [],
    sightings: [{ unit: "sums", kind: "wrong-sum" }],
  });
  expect(learned([{}, { path: "src/b.ts" }]).candidates).toMatchObject([{ seen: 2 }]);
  const before = {
    known,
    seenBefore: ({ unit, kind }: { unit: string; kind: string }) => Number(`${unit}/${kind}` === "sums/wrong-sum"),
  };
  expect(learned([{}], before).candidates).toMatchObject([{ seen: 2, unit: "sums" }]);
});

test("a minor finding becomes a candidate only when repeated", () => {
  const small = { root: "NEW", severity: "low", path: "src/a.ts" } as const;
  expect(learned([small])).toMatchObject({ candidates: [], refused: [{ why: "small" }] });
  expect(learned([small, { ...small, line: 9 }]).candidates).toHaveLength(1);
});

test("a finding without an actionable rule is counted with the reason", () => {
  const vague = { root: "NEW", title: "Be careful with this", path: "src/a.ts" } as const;
  expect(learned([vague]).refused).toMatchObject([{ why: [{ fault: "vague" }] }]);
});

test("suppressed and dropped findings are ignored", () => {
  const dropped = judgedOf({ root: "DOC" }, [{ by: "x", why: { kind: "dismissed" }, outcome: "suppressed" }]);
  expect(learnFromReview(draftOf(changeOf({}), [dropped]), never)).toMatchObject({ candidates: [], sightings: [] });
});

test("for any review, candidates are actionable and unique, and patterns contain none of its text", () => {
  const text = fc.string({ unit: "binary", maxLength: 120 }).map((one) => `Zq${one}`);
  const finding = fc.record({
    root: fc.constantFrom("DOC" as const, "NEW" as const),
    severity: fc.constantFrom(...severities),
    title: text,
    kind: text,
    path: fc.constantFrom("src/a.ts", "docs/b.md", "Zq`/`c.ts", "Zq.ts"),
    sources: fc.constantFrom<[string]>(["PRESCAN:sums"], ["code-reviewer"], ["PRESCAN:Zq"]),
  });
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 6 }), (findings) => {
      const { candidates, patterns } = learned(findings);
      for (const { rule } of candidates) expect(lessonFaults(rule)).toEqual([]);
      expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length);
      expect(JSON.stringify(patterns)).not.toContain("Zq");
    }),
  );
});
