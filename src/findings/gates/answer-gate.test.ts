import fc from "fast-check";
import { expect, test } from "vitest";
import { findingOf, gateFactsOf, reportOf } from "../../../test/support/finding-of.ts";
import { propertyRuns } from "../../../test/support/property-runs.ts";
import { areas } from "../../change/config.ts";
import { findingOutcomes, severities, type JudgedFinding } from "../finding.ts";
import { judge } from "../gate.ts";
import type { Report } from "../report.ts";
import { answersIn, withConfirmations } from "./answer-gate.ts";

const reviewers = ["code-reviewer", "security-reviewer"];
const lines = Array.from({ length: 40 }, (_, at) => `run(${at});`);
const facts = { ...gateFactsOf({ head: { "src/app.ts": lines.join("\n") } }), unproven: new Set(["hooks"]) };

const finding = fc.record({
  line: fc.integer({ min: 1, max: 40 }),
  kind: fc.constantFrom("auto-run", "wrong-sum"),
  severity: fc.constantFrom(...severities),
  category: fc.constantFrom(...areas),
  root: fc.constantFrom("CODE" as const, "DOC" as const),
  proof: fc.constantFrom("proven" as const, "argued" as const),
});
/** Of one check: those of several can be merged. */
const check = fc.constantFrom("hooks", "sums");
const answer = fc.record({
  by: fc.constantFrom(...reviewers),
  finding: fc.integer({ min: 0, max: 5 }),
  verdict: fc.constantFrom("confirmed" as const, "refuted" as const),
});

function judged(reports: readonly Report[]): Map<string, JudgedFinding> {
  const all = judge(withConfirmations(reports), { ...facts, answers: answersIn(reports) });
  const byId = new Map(all.map((one) => [one.finding.id, one]));
  expect(byId.size).toBe(all.length);
  return byId;
}

test("whatever reviewers answer, no finding is lost or lowered, and only a confirmation lifts one", () => {
  fc.assert(
    fc.property(
      check,
      fc.array(finding, { maxLength: 6 }),
      fc.array(answer, { maxLength: 6 }),
      (source, drawn, answers) => {
        const findings = drawn.map((given, at) =>
          findingOf({ ...given, text: lines[given.line - 1]!, id: `f-${at}`, sources: [`PRESCAN:${source}`] }),
        );
        const checked = reportOf({ findings });
        const answered = reviewers.map((unit) =>
          reportOf({
            unit,
            by: "reviewer",
            answers: answers
              .filter(({ by }) => by === unit)
              .map((one) => ({ finding: `f-${one.finding}`, verdict: one.verdict, reason: "so it is" })),
          }),
        );
        const [before, after] = [judged([checked]), judged([checked, ...answered])];
        expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
        for (const [id, { outcome, severity, finding: was }] of before) {
          const now = after.get(id)!;
          const by = answersIn(answered).get(id) ?? [];
          const confirming = by.filter(({ verdict }) => verdict === "confirmed");
          expect(now.severity).toBe(severity);
          expect(findingOutcomes.indexOf(now.outcome)).toBeLessThanOrEqual(findingOutcomes.indexOf(outcome));
          if (confirming.length === 0) expect([now.outcome, now.finding.sources]).toEqual([outcome, was.sources]);
          else expect(now.finding.sources).toEqual(expect.arrayContaining(confirming.map((one) => one.by)));
          expect(now.marks.filter(({ why }) => why.kind === "refuted")).toHaveLength(by.length - confirming.length);
        }
      },
    ),
    propertyRuns(2000),
  );
}, 120_000);
