import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgedOf, type FindingOf } from "../../../test/support/finding-of.ts";
import { propertyRuns } from "../../../test/support/property-runs.ts";
import { areas } from "../../change/config.ts";
import {
  atLeast,
  findingOutcomes,
  reachesAuthor,
  severities,
  severityRank,
  type Finding,
  type FindingOutcome,
  type JudgedFinding,
  type Mark,
} from "../finding.ts";
import { claimKey } from "./drop-repeats.ts";
import { editFindings, type EditorAdvice } from "./edit-findings.ts";
import { leadId } from "./group-by-cause.ts";
import { editorVerdicts } from "./select-inline.ts";

const config = { maxComments: 5, focusAreas: [] };
const line = "if (order.total > 100) discount(order);";
const defect: FindingOf = {
  id: "code-reviewer-1",
  sources: ["code-reviewer"],
  proof: "argued",
  kind: "wrong-condition",
  category: "correctness",
  severity: "high",
  confidence: 9,
  text: line,
  title: "An order of exactly 100.00 loses its discount",
  explanation: "The condition compares the total with > 100, so an order of exactly 100 gets no discount.",
};
const missingTest: FindingOf = {
  ...defect,
  id: "pr-test-analyzer-1",
  sources: ["pr-test-analyzer"],
  kind: "untested-behaviour",
  category: "tests",
  severity: "medium",
  title: "No test orders for exactly 100.00, so the lost discount goes unnoticed",
  explanation: "The discount is tested with totals of 50 and 200; an order of exactly 100 has no test.",
};
const unrelated: FindingOf = {
  ...defect,
  id: "code-reviewer-2",
  line: 40,
  text: "return fetch(url);",
  kind: "swallowed-error",
  category: "error-handling",
  severity: "low",
  confidence: 7,
  title: "A failed download is reported as an empty file",
  explanation: "The status of the response is not looked at.",
};

function held(outcome: FindingOutcome): Mark[] {
  return outcome === "inline" ? [] : [{ by: "test", why: { kind: "stopped" }, outcome }];
}

function outcomes(judged: readonly JudgedFinding[]): Record<string, string> {
  return Object.fromEntries(judged.map((one) => [one.finding.id, one.outcome]));
}

describe("one cause", () => {
  test("a missing test is listed under the defect that it restates", () => {
    const edited = editFindings([judgedOf(unrelated), judgedOf(missingTest), judgedOf(defect)], config);
    expect(edited.map((one) => [one.finding.id, one.outcome, leadId(one)])).toEqual([
      ["code-reviewer-1", "inline", null],
      ["code-reviewer-2", "listed", null],
      ["pr-test-analyzer-1", "listed", "code-reviewer-1"],
    ]);
  });

  test.each<[string, FindingOf]>([
    ["that a program has proven", { ...missingTest, proof: "proven", sources: ["PRESCAN:test-coverage"] }],
    ["that is graver", { ...missingTest, severity: "critical" }],
  ])("nothing %s is put under another finding", (_name, finding) => {
    const edited = editFindings([judgedOf(defect), judgedOf(finding)], config);
    expect(edited.map(leadId)).toEqual([null, null]);
  });

  test("what a model groups belongs together, whatever the words", () => {
    const groups = [["code-reviewer-2", "code-reviewer-1"]];
    const edited = editFindings([judgedOf(unrelated), judgedOf(defect)], config, { groups });
    expect(edited.map(leadId)).toEqual([null, "code-reviewer-1"]);
  });

  test("the same call made the same wrong way in another file is the same cause", () => {
    const waits: FindingOf = {
      ...defect,
      kind: "missing-await",
      text: "references.forEach(async (reference) => remove(reference));",
      title: "The request ends before the calendar events are deleted",
      explanation: "forEach drops the promises of its callback.",
    };
    const again: FindingOf = {
      ...waits,
      id: "code-reviewer-2",
      path: "src/cancel.ts",
      title: "Cancelling a series reports success before its calendar events are deleted",
      explanation: "Nothing waits for the callbacks, and a failed one is lost.",
    };
    const leads = (text: string) => editFindings([judgedOf(waits), judgedOf({ ...again, text })], config).map(leadId);
    expect(leads("bookings.forEach(async (booking) => cancel(booking));")).toEqual([null, "code-reviewer-1"]);
    expect(leads("for (const booking of bookings) void cancel(booking);")).toEqual([null, null]);
  });

  test("a finding stands for those under it, and goes on its line with them", () => {
    const weak = { ...defect, confidence: 5, severity: "medium", kind: "unhandled-case" } as const;
    const strong = { ...missingTest, confidence: 10, category: "security", kind: "injection" } as const;
    const edited = editFindings([judgedOf(weak), judgedOf(strong)], config);
    expect(edited.filter(({ outcome }) => outcome === "inline")).toHaveLength(1);
  });
});

describe("one claim", () => {
  test.each<[FindingOutcome, FindingOutcome]>([
    ["inline", "inline"],
    ["inline", "advisory"],
    ["advisory", "advisory"],
  ])("of a line is shown once: %s and %s", (first, second) => {
    const again = { ...defect, id: "adversary-1", sources: ["adversary"] as Finding["sources"] };
    const edited = editFindings([judgedOf(defect, held(first)), judgedOf(again, held(second))], config);
    expect(outcomes(edited)).toEqual({ "code-reviewer-1": first, "adversary-1": "dropped" });
  });

  describe("what a check suspects and a reviewer posts", () => {
    const posted: FindingOf = {
      ...unrelated,
      severity: "medium",
      title: "A failed save is swallowed",
      explanation: "A network error gives null and nobody logs it; the cart is lost.",
    };
    const suspected = (overrides: FindingOf = {}) =>
      judgedOf(
        {
          ...posted,
          id: "silent-failure-1",
          sources: ["PRESCAN:silent-failure"],
          title: "The `catch` in `save` returns a default for every error",
          explanation: "The caller cannot tell a failure from a real result, and nothing reports it. Log the error.",
          ...overrides,
        },
        held("advisory"),
      );
    const becomes = (check: JudgedFinding) =>
      outcomes(editFindings([judgedOf(posted), check], config))["silent-failure-1"];

    test("is one claim", () => expect(becomes(suspected())).toBe("dropped"));
    test("is another one of another area", () => expect(becomes(suspected({ category: "tests" }))).toBe("advisory"));
    test("is another one where the check fears more", () =>
      expect(becomes(suspected({ severity: "high" }))).toBe("advisory"));
  });

  test("is as grave as the gravest that makes it", () => {
    const graver = { ...defect, id: "adversary-1", severity: "critical" } as const;
    const [shown] = editFindings([judgedOf(graver, held("advisory")), judgedOf(defect)], config);
    expect(shown).toMatchObject({ finding: { id: "code-reviewer-1" }, outcome: "inline", severity: "critical" });
  });
});

describe("on its line", () => {
  const many = (count: number, overrides: FindingOf): JudgedFinding[] =>
    Array.from({ length: count }, (_, index) =>
      judgedOf({
        ...defect,
        line: 100 * (index + 1),
        id: `code-reviewer-${index + 1}`,
        title: `Number ${index}`,
        explanation: "",
        text: `line ${index}`,
        kind: `kind-${index}`,
        ...overrides,
      }),
    );
  const inline = (judged: readonly JudgedFinding[]) => judged.filter(({ outcome }) => outcome === "inline").length;

  test.each([0, 3, 5, 10])("are at most %i", (maxComments) => {
    const edited = editFindings(many(20, {}), { ...config, maxComments });
    expect(inline(edited)).toBe(maxComments);
    expect(edited.filter(({ outcome }) => outcome === "listed")).toHaveLength(20 - maxComments);
  });

  test.each<[string, FindingOf]>([
    ["critical", { severity: "critical" }],
    ["high in security", { severity: "high", category: "security" }],
  ])("is what is %s, however many there are", (_name, overrides) => {
    expect(inline(editFindings(many(20, overrides), config))).toBe(20);
  });

  test("are findings of a focus area, first and all of them", () => {
    const focused = { ...config, focusAreas: ["tests" as const] };
    expect(inline(editFindings(many(20, { category: "tests", severity: "low" }), focused))).toBe(20);
  });

  test.each<[string, FindingOf, number]>([
    ["a sure defect", { severity: "medium" }, 1],
    ["a missing test", { severity: "medium", category: "tests" }, 0],
    ["a comment that is off", { severity: "medium", category: "docs" }, 0],
    ["a case that is not handled", { severity: "medium", kind: "unhandled-case" }, 0],
    ["an unsure defect", { severity: "low", confidence: 5 }, 0],
    ["a grave case that is not handled", { severity: "high", kind: "unhandled-case" }, 1],
    ["a test that proves nothing of a grave risk", { severity: "high", category: "tests", kind: "vacuous-test" }, 1],
    ["a test that is missing", { severity: "high", category: "tests", kind: "untested-behaviour" }, 0],
  ])("%s: %j", (_name, overrides, expected) => {
    expect(inline(editFindings(many(1, overrides), config))).toBe(expected);
  });

  test.each<[string, FindingOf, FindingOutcome]>([
    ["fix", { severity: "medium" }, "inline"],
    ["fix", { severity: "low", confidence: 7 }, "listed"],
    ["minor", { severity: "medium", confidence: 7 }, "listed"],
    ["fix", { severity: "medium", confidence: 7 }, "inline"],
    ["minor", { severity: "medium" }, "inline"],
    ["noise", { severity: "medium" }, "advisory"],
    ["noise", { severity: "critical" }, "inline"],
    ["noise", { severity: "medium", proof: "proven" }, "inline"],
    ["minor", { severity: "medium", proof: "proven" }, "inline"],
    ["minor", { severity: "medium", sources: ["code-reviewer", "adversary", "security-reviewer"] }, "inline"],
  ])("a model's verdict %s on %j", (verdict, overrides, expected) => {
    const verdicts = new Map([["code-reviewer-1", { verdict: verdict as "fix", reason: "so it is" }]]);
    expect(editFindings(many(1, overrides), config, { verdicts })[0]!.outcome).toBe(expected);
  });
});

describe("a claim that a program doubts", () => {
  const doubt: Mark[] = [
    { by: "claim", why: { kind: "unknown-name", name: "total" }, outcome: "advisory", confidence: 4 },
    { by: "confidence", why: { kind: "low-confidence", confidence: 4 }, outcome: "advisory" },
  ];
  const edited = (advice: EditorAdvice) => editFindings([judgedOf(defect, doubt)], config, advice)[0]!;
  const opinion = (verdict: (typeof editorVerdicts)[number]): EditorAdvice => ({
    verdicts: new Map([[defect.id!, { verdict, reason: "By the code" }]]),
  });

  test("stays advisory without a second look, and where that calls it noise", () => {
    expect(edited({}).outcome).toBe("advisory");
    expect(edited(opinion("noise")).outcome).toBe("advisory");
  });

  test("is posted as sure as it was where a model takes it for true", () => {
    expect(edited(opinion("fix"))).toMatchObject({ outcome: "inline", confidence: defect.confidence });
  });
});

describe("for any findings", () => {
  const finding = fc.record({
    line: fc.integer({ min: 1, max: 4 }),
    path: fc.constantFrom("src/app.ts", "src/other.ts"),
    title: fc.constantFrom("The sum is wrong", "the sum, is wrong", "No test adds up the sum", "A timeout is missing"),
    explanation: fc.constantFrom("", "The sum of the orders leaves out the last one."),
    kind: fc.constantFrom("wrong-condition", "untested-behaviour", "swallowed-error"),
    category: fc.constantFrom(...areas),
    severity: fc.constantFrom(...severities),
    confidence: fc.integer({ min: 1, max: 10 }),
    proof: fc.constantFrom("proven" as const, "argued" as const),
    improvement: fc.boolean(),
    sources: fc.constantFrom<Finding["sources"]>(["code-reviewer"], ["PRESCAN:sums"], ["adversary", "second-opinion"]),
    outcome: fc.constantFrom(...findingOutcomes),
    verdict: fc.option(fc.constantFrom(...editorVerdicts)),
    group: fc.option(fc.integer({ min: 0, max: 2 })),
  });
  const isShown = (one: JudgedFinding) => reachesAuthor(one) || one.outcome === "advisory";

  test("nothing grave is lost, counts add up, and no claim is shown twice", () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 14 }), fc.integer({ min: 0, max: 6 }), (drawn, maxComments) => {
        const judged = drawn.map(({ outcome, verdict: _verdict, group: _group, ...rest }, at) =>
          judgedOf({ ...rest, id: `f-${at}` }, held(outcome)),
        );
        const verdicts: NonNullable<EditorAdvice["verdicts"]> = new Map(
          drawn.flatMap(({ verdict }, at) =>
            verdict === null ? [] : [[`f-${at}`, { verdict, reason: "so it is" }] as const],
          ),
        );
        const groups = [0, 1, 2].map((of) => drawn.flatMap(({ group }, at) => (group === of ? [`f-${at}`] : [])));
        const edited = editFindings(judged, { maxComments, focusAreas: [] }, { verdicts, groups });
        const byId = new Map(edited.map((one) => [one.finding.id, one]));

        expect(edited.map(({ finding: { id } }) => id).toSorted()).toEqual(
          judged.map(({ finding: { id } }) => id).toSorted(),
        );
        const shown = edited.filter(isShown).map((one) => `${claimKey(one)} ${one.finding.improvement}`);
        expect(new Set(shown).size).toBe(shown.length);
        for (const before of judged.filter(isShown)) {
          const after = byId.get(before.finding.id)!;
          const repeated = after.marks.flatMap(({ why }) => (why.kind === "same-claim" ? [why.as] : []));
          const standing = repeated.length === 0 ? after : byId.get(repeated[0]!)!;
          // What stands for it is shown, no less prominently in kind, and no less grave.
          expect(isShown(standing)).toBe(true);
          expect(severityRank(standing.severity)).toBeLessThanOrEqual(severityRank(before.severity));
          if (reachesAuthor(before) && atLeast(before.severity, "high")) expect(reachesAuthor(standing)).toBe(true);
          // A suggestion never blocks: a defect is not shown as part of one.
          if (!before.finding.improvement) expect(standing.finding.improvement).toBe(false);
          const lead = leadId(after);
          if (after.finding.proof === "proven" && repeated.length === 0)
            expect(reachesAuthor(after)).toBe(reachesAuthor(before));
          if (lead !== null) {
            expect(after.finding.proof).toBe("argued");
            expect(reachesAuthor(byId.get(lead)!)).toBe(true);
            if (!after.finding.improvement) expect(byId.get(lead)!.finding.improvement).toBe(false);
            expect(
              byId.get(lead)!.severity === after.severity || !atLeast(after.severity, byId.get(lead)!.severity),
            ).toBe(true);
          }
          if (before.outcome === "inline" && after.severity === "critical" && lead === null && repeated.length === 0)
            expect(after.outcome).toBe("inline");
        }
        const inline = edited.filter(({ outcome }) => outcome === "inline");
        const cuttable = inline.filter(
          ({ severity, finding: { category } }) =>
            severity !== "critical" && !(severity === "high" && category === "security"),
        );
        if (inline.every((one) => edited.every((other) => leadId(other) !== one.finding.id)))
          expect(cuttable.length).toBeLessThanOrEqual(maxComments);
      }),
      propertyRuns(10_000),
    );
  });
});
