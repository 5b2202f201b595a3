import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingOf, quoteOf, type FindingOf } from "../../test/support/finding-of.ts";
import { categories, severities, type Finding } from "./finding.ts";
import { mergeFindings } from "./merge.ts";

const check: FindingOf = { id: "check", sources: ["PRESCAN:sums"], confidence: 7, severity: "high" };
const reviewer: FindingOf = { id: "reviewer", sources: ["code-reviewer"], confidence: 9, proof: "argued", line: 3 };

function merge(...findings: FindingOf[]) {
  return mergeFindings(findings.map(findingOf));
}

function sizes(merged: ReturnType<typeof mergeFindings>): number[] {
  return merged.map(({ finding }) => finding.sources.length).toSorted((a, b) => a - b);
}

describe("two sources on one thing", () => {
  test("become one finding that names both, with the higher confidence", () => {
    const merged = merge(check, reviewer);
    expect(merged).toHaveLength(1);
    expect(merged[0]!.finding).toMatchObject({
      id: "check",
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

  test("keep every quote, the check's first", () => {
    const quotes = [quoteOf("a();", 1), quoteOf("b();", 2), quoteOf("c();", 3)] as const;
    const merged = merge({ ...check, evidence: [quotes[0], quotes[1]] }, { ...reviewer, evidence: [quotes[2]] });
    expect(merged[0]!.finding.evidence).toEqual([quotes[0], quotes[1], quotes[2]]);
  });

  test("quote a line once that both of them quote", () => {
    const merged = merge({ ...check, evidence: [quoteOf("a();", 1)] }, { ...reviewer, evidence: [quoteOf("a();", 1)] });
    expect(merged[0]!.finding.evidence).toEqual([quoteOf("a();", 1)]);
  });

  test("of two models, the surer one speaks; of two as sure, the one that fears more", () => {
    const second: FindingOf = { ...reviewer, id: "second", sources: ["second-opinion"] };
    expect(merge(reviewer, { ...second, confidence: 10 })[0]!.finding.id).toBe("second");
    expect(merge({ ...reviewer, severity: "low" }, { ...second, severity: "high" })[0]!.finding.id).toBe("second");
  });

  test("a model that repeats a check's finding in milder words takes nothing from it", () => {
    const proven = merge(check)[0]!.finding;
    const milder: FindingOf = {
      ...reviewer,
      confidence: 10,
      severity: "nit",
      root: "DOC",
      title: "Fine",
      category: "style",
    };
    const { finding } = merge(check, { ...milder, improvement: true })[0]!;
    const { title, root, severity, category, improvement, identity } = finding;
    expect({ title, root, severity, category, improvement, identity }).toEqual({
      title: proven.title,
      root: "CODE",
      severity: proven.severity,
      category: proven.category,
      improvement: false,
      identity: proven.identity,
    });
  });
});

describe("findings are kept apart", () => {
  test.each<[string, FindingOf]>([
    ["of the same source", { ...check, id: "again" }],
    ["of another kind", { ...reviewer, kind: "unused", title: "Nobody calls it", explanation: "A dead import." }],
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

/** What two reviewers might write of one race, and a third of something else nearby. */
const race: FindingOf = {
  id: "race",
  kind: "race-condition",
  sources: ["code-reviewer"],
  proof: "argued",
  confidence: 8,
  severity: "medium",
  line: 21,
  text: "account.balance = balance - amount;",
  title: "Concurrent withdrawals lose an update of the balance",
  explanation:
    "withdraw() reads account.balance and writes it back without a lock, so two concurrent calls overdraw it.",
};
const sameRace: FindingOf = {
  ...race,
  id: "same-race",
  kind: "missing-lock",
  sources: ["second-opinion"],
  confidence: 6,
  severity: "high",
  line: 17,
  text: "const balance = account.balance;",
  title: "The balance is read and written without a lock",
  explanation:
    "Two concurrent calls of withdraw() can both read account.balance before either writes it: an update is lost.",
};
const rounding: FindingOf = {
  ...race,
  id: "rounding",
  kind: "float-money",
  sources: ["second-opinion"],
  line: 22,
  text: "return amount * 0.1;",
  title: "The fee is computed in floating point",
  explanation: "Cents are lost when amount * 0.1 is rounded; use integers.",
};
const lockCheck: FindingOf = {
  ...sameRace,
  id: "lock-check",
  kind: "unlocked-write",
  sources: ["PRESCAN:locks"],
  proof: "proven",
  confidence: 5,
  severity: "low",
};

describe("a model that says in its own words what another source says nearby", () => {
  test("is merged with it: highest confidence, worst severity, both sources, both quotes", () => {
    const merged = merge(race, sameRace, rounding);
    expect(merged.map(({ finding }) => finding.id)).toEqual(["race", "rounding"]);
    expect(merged[0]!.finding).toMatchObject({
      kind: "race-condition",
      confidence: 8,
      severity: "high",
      proof: "argued",
      sources: ["code-reviewer", "second-opinion"],
    });
    expect(merged[0]!.finding.evidence.map(({ start }) => start)).toEqual([21, 17]);
    expect(merged[1]!.marks).toEqual([]);
  });

  test.each<[string, FindingOf]>([
    ["the same source", { ...sameRace, sources: ["code-reviewer"] }],
    ["another file", { ...sameRace, path: "src/other.ts" }],
    ["the other side", { ...sameRace, side: "base" }],
    ["far away", { ...sameRace, line: 60 }],
    ["other words", { ...sameRace, title: rounding.title!, explanation: rounding.explanation! }],
  ])("is not by %s", (_name, other) => {
    expect(merge(race, other)).toHaveLength(2);
  });

  test("is merged over any distance that its lines cover", () => {
    const at = { path: "src/app.ts", side: "head", start: 1, end: 60 } as const;
    expect(merge({ ...sameRace, at }, { ...race, line: 58 })).toHaveLength(1);
  });

  test("lends a check its confidence and severity; the check's wording and proof stay", () => {
    for (const order of [
      [race, lockCheck],
      [lockCheck, race],
    ]) {
      const [merged, ...others] = merge(...order);
      expect(others).toEqual([]);
      expect(merged!.finding).toMatchObject({ id: "lock-check", proof: "proven", confidence: 8, severity: "medium" });
      expect(merged!.finding.sources).toHaveLength(2);
    }
  });

  test("does not bring two checks together that keep apart what they found", () => {
    const other: FindingOf = { ...lockCheck, id: "other-check", kind: "unlocked-read", sources: ["PRESCAN:reads"] };
    expect(merge(lockCheck, other)).toHaveLength(2);
    expect(sizes(merge(lockCheck, other, race))).toEqual([1, 2]);
  });

  test("does not chain: who agrees with one of two that differ joins only that one", () => {
    const both: FindingOf = {
      ...race,
      id: "both",
      sources: ["adversary"],
      title: `${race.title!}. ${rounding.title!}`,
      explanation: `${race.explanation!} ${rounding.explanation!}`,
    };
    const merged = merge({ ...race, kind: "a" }, { ...rounding, kind: "b" }, { ...both, kind: "c" });
    expect(sizes(merged)).toEqual([1, 2]);
  });

  test("goes with the same kind on the same lines before the same words nearby, as it always did", () => {
    const sameKind: FindingOf = { ...rounding, id: "same-kind", kind: race.kind!, sources: ["second-opinion"] };
    const together = merge(sameRace, race, sameKind).find(({ marks }) => marks.length > 0)!.finding;
    expect(together.evidence.map(({ start }) => start)).toEqual([21, 22]);
  });

  test("finds the nearest in words among several", () => {
    const vague: FindingOf = { ...sameRace, id: "vague", title: "withdraw() is not safe with concurrent calls" };
    const merged = merge(vague, { ...sameRace, line: 18 }, race);
    expect(
      merged.find(({ finding }) => finding.sources.length === 2)!.finding.evidence.map((one) => one.start),
    ).toEqual([21, 18]);
  });
});

const anyFinding: fc.Arbitrary<Finding> = fc
  .record({
    id: fc.uuid(),
    path: fc.constantFrom("a.ts", "b.ts"),
    line: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom("wrong-sum", "unused"),
    title: fc.constantFrom("The sum is wrong", race.title!, sameRace.title!, rounding.title!),
    explanation: fc.constantFrom(race.explanation!, sameRace.explanation!, rounding.explanation!),
    proof: fc.constantFrom("argued", "proven"),
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

test("nothing crosses a file or a side, and what is merged says so", () => {
  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
      for (const { finding, marks } of mergeFindings(findings)) {
        expect(finding.evidence.every(({ path }) => path === finding.at.path)).toBe(true);
        expect(marks).toHaveLength(finding.sources.length > 1 ? 1 : 0);
      }
    }),
  );
});

test("the order of the sources does not matter where no two scores tie", () => {
  const some = fc.shuffledSubarray<FindingOf>([
    race,
    sameRace,
    rounding,
    lockCheck,
    { ...rounding, id: "surer", sources: ["third"], confidence: 9 },
  ]);
  fc.assert(
    fc.property(some, (findings) => {
      const said = (list: readonly FindingOf[]) =>
        merge(...list).map(({ finding }) => [finding.id, finding.sources.toSorted(), finding.severity] as const);
      const sorted = (list: readonly FindingOf[]) => said(list).toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
      expect(sorted(findings)).toEqual(sorted(findings.toSorted((a, b) => (a.id! < b.id! ? -1 : 1))));
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
