import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { nodeTypesIn } from "../../../test/support/node-types.ts";
import { tricky } from "../../../test/support/summaries.ts";
import type { ArbiterVerdict, CrossModel, Dispute } from "../../findings/cross-model.ts";
import { convergence, convergenceCaveat, crossModelLines, crossModelSection } from "./cross-model-texts.ts";

const none = { agreement: 0, "first-only": 0, "second-only": 0, contradiction: 0 };

function verdict(is: ArbiterVerdict, reason = "line 4 shows it"): Dispute["outcome"] {
  return { is: "arbitrated", verdict: is, reason };
}

function disputeOf(more: Partial<Dispute> = {}): Dispute {
  return {
    id: "n-1",
    finding: "second-opinion-1",
    bucket: "second-only",
    place: "src/a.ts:12",
    severity: "medium",
    flaggedBy: ["second-opinion"],
    claim: "The index is never checked: an empty list throws.",
    outcome: verdict("REAL_BUG"),
    before: { confidence: 5 },
    after: { confidence: 7 },
    ...more,
  };
}

const several: CrossModel = {
  counts: { agreement: 2, "first-only": 3, "second-only": 1, contradiction: 1 },
  arbiter: "google/gemini",
  disputes: [
    disputeOf(),
    disputeOf({
      bucket: "first-only",
      severity: "high",
      flaggedBy: ["sums", "code-reviewer"],
      place: "b.ts:3",
      claim: "The sum is wrong",
      outcome: verdict("FALSE_POSITIVE"),
      after: { confidence: 4 },
    }),
    disputeOf({
      bucket: "contradiction",
      place: "c.ts:9",
      claim: "It races",
      outcome: verdict("UNCERTAIN", ""),
      after: { confidence: 5 },
    }),
    disputeOf({
      bucket: "first-only",
      flaggedBy: ["code-reviewer"],
      place: "d.ts:1",
      claim: "It leaks",
      outcome: { is: "not-arbitrated", why: { kind: "over-cap", cap: 3 } },
      after: { confidence: 5 },
    }),
  ],
};

test("terminal: the four counts, every dispute in full, and its outcome", () => {
  expect(crossModelLines(several).join("\n")).toMatchInlineSnapshot(`
    "2 found by both sides, 3 by the first only, 1 by the second only, 1 contradiction
    3 of 4 disputes decided by google/gemini
    src/a.ts:12 medium, flagged by second-opinion (the second side only)
      The index is never checked: an empty list throws.
      real bug: line 4 shows it
      confidence 5/10 → 7/10; counts as a code defect
    b.ts:3 high, flagged by sums and code-reviewer (the first side only)
      The sum is wrong
      false positive: line 4 shows it
      confidence 5/10 → 4/10; disputed high severity: confirm before removing it
    c.ts:9 medium, flagged by second-opinion (one side; the other, or the code, contradicts it)
      It races
      uncertain
      confidence 5/10 unchanged
    d.ts:1 medium, flagged by code-reviewer (the first side only)
      It leaks
      not arbitrated (over the limit of 3)
      confidence 5/10 unchanged
    Models that agree can share a blind spot. Their agreement is not proof; decide with the context you have."
  `);
});

test("Markdown: the same as a folded table", () => {
  expect(crossModelSection({ ...several, disputes: several.disputes.slice(0, 2) }).join("\n")).toMatchInlineSnapshot(`
    "<details>
    <summary>Cross-Model: 2 found by both sides, 3 by the first only, 1 by the second only, 1 contradiction</summary>

    2 of 2 disputes decided by google/gemini.

    | File:line | Severity | Flagged by | Claim | Verdict | Effect |
    | --- | --- | --- | --- | --- | --- |
    | \`src/a.ts:12\` | medium | second-opinion (the second side only) | The index is never checked: an empty list throws. | real bug: line 4 shows it | confidence 5/10 → 7/10; counts as a code defect |
    | \`b.ts:3\` | high | sums and code-reviewer (the first side only) | The sum is wrong | false positive: line 4 shows it | confidence 5/10 → 4/10; disputed high severity: confirm before removing it |

    Models that agree can share a blind spot. Their agreement is not proof; decide with the context you have.

    </details>"
  `);
});

describe("without disputes", () => {
  const quiet: CrossModel = { counts: { ...none, "second-only": 1 }, disputes: [], arbiter: null };

  test("the counts are still shown", () => {
    const counts = "0 found by both sides, 0 by the first only, 1 by the second only, 0 contradictions";
    expect(crossModelLines(quiet)).toEqual([counts, "no disputes"]);
    expect(crossModelSection(quiet)).toEqual([
      "<details>",
      `<summary>Cross-Model: ${counts}</summary>`,
      "",
      "no disputes.",
      "",
      "</details>",
    ]);
  });
});

test.each([
  [{ kind: "no-arbiter" } as const, "not arbitrated (no third model is configured)"],
  [{ kind: "failed", message: "no answer" } as const, "not arbitrated (the arbiter failed: no answer)"],
  [{ kind: "no-verdict" } as const, "not arbitrated (the arbiter gave no verdict on it)"],
])("an undecided dispute has its reason: %j", (why, words) => {
  const dispute = disputeOf({ outcome: { is: "not-arbitrated", why }, after: { confidence: 5 } });
  const lines = crossModelLines({ counts: none, disputes: [dispute], arbiter: null });
  expect(lines).toContain("0 of 1 dispute decided");
  expect(lines).toContain(`  ${words}`);
  expect(lines).toContain("  confidence 5/10 unchanged");
});

test.each<[string, number, (ArbiterVerdict | null)[], boolean]>([
  ["something is agreed on", 1, [], true],
  ["something is agreed on, and the verdicts differ", 1, ["REAL_BUG", "FALSE_POSITIVE"], true],
  ["all are real bugs", 0, ["REAL_BUG", "REAL_BUG"], true],
  ["all are false positives", 0, ["FALSE_POSITIVE"], true],
  ["all that were decided went one way", 0, ["REAL_BUG", "UNCERTAIN", null], true],
  ["the verdicts differ", 0, ["REAL_BUG", "FALSE_POSITIVE"], false],
  ["nothing was decided", 0, ["UNCERTAIN", null], false],
  ["there is nothing", 0, [], false],
])("the caveat is shown if the models agree: %s", (_name, agreement, verdicts, expected) => {
  const disputes = verdicts.map((is) =>
    disputeOf({ outcome: is === null ? { is: "not-arbitrated", why: { kind: "no-verdict" } } : verdict(is) }),
  );
  const cross: CrossModel = { counts: { ...none, agreement }, disputes, arbiter: "m" };
  expect(convergence(cross)).toBe(expected);
  expect(crossModelLines(cross).includes(convergenceCaveat)).toBe(expected);
  expect(crossModelSection(cross).includes(convergenceCaveat)).toBe(expected);
});

test("untrusted text is escaped on the screen and in tables", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...tricky, hostile), fc.string({ unit: "grapheme", maxLength: 12 })), {
      maxLength: 4,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, text, text, text, (place, claim, reason, source, arbiter) => {
      const outcome = verdict("REAL_BUG", reason);
      const dispute = disputeOf({ place, claim, flaggedBy: [source], outcome });
      const failed = disputeOf({ outcome: { is: "not-arbitrated", why: { kind: "failed", message: reason } } });
      const cross: CrossModel = { counts: none, disputes: [dispute, failed], arbiter };
      const lines = crossModelLines(cross);
      expect(lines).toHaveLength(11);
      for (const line of lines) expect(line).not.toMatch(acting);
      const section = crossModelSection(cross);
      expect(section).toHaveLength(13);
      const allowed = ["root", "html", "paragraph", "text", "table", "tableRow", "tableCell", "inlineCode"];
      expect([...nodeTypesIn(section.join("\n"))].filter((type) => !allowed.includes(type))).toEqual([]);
      const rows = section.filter((line) => line.startsWith("| "));
      const cells = rows.map((line) => line.replaceAll(/\\./g, "").split("|").length);
      expect(cells).toEqual([8, 8, 8, 8]);
    }),
    { numRuns: 500 },
  );
});
