import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { nodeTypesIn } from "../../../test/support/node-types.ts";
import { tricky } from "../../../test/support/summaries.ts";
import type { ProbeEvidence } from "../../findings/execution/probe-contract.ts";
import { probeLines, probeMarkdown, probeSection, probeUnderHeading } from "./probe-texts.ts";

const evidence: ProbeEvidence = {
  by: "model",
  lowered: { from: "C", to: "B" },
  tooLow: true,
  probe: {
    break_point: { path: "src/pay.ts", line: 4 },
    failure_chain: [
      { step: "A client calls POST /pay", at: { path: "src/routes.ts", line: 9 }, external: null, verified: false },
      {
        step: "pay, which this change alters, runs",
        at: { path: "src/pay.ts", line: 4 },
        external: null,
        verified: true,
      },
      { step: "pay uses Stripe", at: { path: "src/pay.ts", line: 6 }, external: "Stripe", verified: false },
    ],
    unit_coverage: ["src/pay.test.ts"],
    runtime_gap: "What Stripe really does was not seen.",
    probe_decision: { verified_at: "B", evidence: [{ command: "vitest run", output: "3 passed" }] },
    residual_uncertainty: [
      { assumption: "Stripe behaves as the code expects", probability: "medium", failure_mode: "nothing is charged" },
    ],
    recommended_human_probe: [
      { action: "Call POST /pay with a test card", steps_covered: [1, 2, 3], cost: "10 minutes", gain: "D" },
    ],
  },
};

describe("Break-point Coverage", () => {
  test("for a terminal", () => {
    expect(probeLines(evidence).join("\n")).toMatchInlineSnapshot(`
      "Break-point: src/pay.ts:4, traced by rules and a model
      Failure chain: 3 steps, 1 verified at level B (tests ran)
      Verified runtime steps: [2]
      Unverified runtime steps: [1, 3]
      Tests that ran through it: src/pay.test.ts
      Not shown by tests: What Stripe really does was not seen.
      Steps:
        1. A client calls POST /pay at src/routes.ts:9, not verified
        2. pay, which this change alters, runs at src/pay.ts:4, verified
        3. pay uses Stripe at src/pay.ts:6 (outside: Stripe), not verified
      Residual uncertainty:
        - Stripe behaves as the code expects (probability: medium) → nothing is charged
      Recommended follow-up (optional, before merge):
        - Call POST /pay with a test card — covers steps [1, 2, 3], cost 10 minutes, gain D (end to end)
      Level C was claimed, but the runs only show B (tests ran).
      Below level C for an external system: this review does not approve."
    `);
  });

  test("in Markdown", () => {
    expect(probeMarkdown(evidence).join("\n")).toMatchInlineSnapshot(`
      "- **Break-point:** \`src/pay.ts:4\`, traced by rules and a model
      - **Failure chain:** 3 steps, 1 verified at level B (tests ran)
      - **Verified runtime steps:** [2]
      - **Unverified runtime steps:** [1, 3]
      - **Tests that ran through it:** \`src/pay.test.ts\`
      - **Not shown by tests:** What Stripe really does was not seen.

      Steps:

      1. A client calls POST /pay at \`src/routes.ts:9\`, not verified
      2. pay, which this change alters, runs at \`src/pay.ts:4\`, verified
      3. pay uses Stripe at \`src/pay.ts:6\` (outside: Stripe), not verified

      Residual uncertainty:

      - Stripe behaves as the code expects (probability: medium) → nothing is charged

      Recommended follow-up (optional, before merge):

      - Call POST /pay with a test card — covers steps [1, 2, 3], cost 10 minutes, gain D (end to end)

      Level C was claimed, but the runs only show B (tests ran).

      Below level C for an external system: this review does not approve."
    `);
  });

  test("closed for the details, open under a heading for the body", () => {
    expect(probeSection(evidence).slice(0, 3)).toEqual([
      "<details>",
      "<summary>Break-point Coverage: 3 steps, 1 verified at level B (tests ran)</summary>",
      "",
    ]);
    expect(probeUnderHeading(evidence)[0]).toBe("### Break-point Coverage");
    expect(probeUnderHeading(evidence, "##")[0]).toBe("## Break-point Coverage");
  });

  test("missing values have no line", () => {
    const probe = {
      ...evidence.probe,
      unit_coverage: [],
      runtime_gap: "",
      recommended_human_probe: [],
      failure_chain: [],
    };
    const lines = probeLines({ ...evidence, probe, by: "rules", lowered: null, tooLow: false });
    expect(lines).toEqual([
      "Break-point: src/pay.ts:4, traced by rules",
      "Failure chain: 0 steps, 0 verified at level B (tests ran)",
      "Verified runtime steps: none",
      "Unverified runtime steps: none",
      "Residual uncertainty:",
      "  - Stripe behaves as the code expects (probability: medium) → nothing is charged",
    ]);
  });
});

test("untrusted text is escaped on the screen and in lists", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...tricky, hostile), fc.string({ unit: "grapheme", maxLength: 12 })), {
      maxLength: 4,
    })
    .map((parts) => parts.join(""));
  const [lines, markdown] = [probeLines(evidence).length, probeMarkdown(evidence).length];
  fc.assert(
    fc.property(fc.array(text, { minLength: 9, maxLength: 9 }), (said) => {
      const [path, step, external, gap, test_, assumption, mode, action, cost] = said;
      const {
        failure_chain,
        recommended_human_probe: [human],
        residual_uncertainty: [residual],
      } = evidence.probe;
      const probe = {
        ...evidence.probe,
        break_point: { path: path!, line: 1 },
        failure_chain: [
          { step: step!, at: { path: path!, line: 2 }, external: external!, verified: false },
          ...failure_chain.slice(1),
        ],
        unit_coverage: [test_!],
        runtime_gap: `x${gap!}`,
        residual_uncertainty: [{ ...residual!, assumption: assumption!, failure_mode: mode! }],
        recommended_human_probe: [{ ...human!, action: action!, cost: cost! }],
      };
      const plain = probeLines({ ...evidence, probe });
      expect(plain).toHaveLength(lines);
      for (const line of plain) expect(line).not.toMatch(acting);
      const made = probeMarkdown({ ...evidence, probe });
      expect(made).toHaveLength(markdown);
      expect(made.join("\n").split("\n")).toHaveLength(markdown);
      const allowed = ["root", "paragraph", "text", "list", "listItem", "inlineCode", "strong"];
      expect([...nodeTypesIn(made.join("\n"))].filter((type) => !allowed.includes(type))).toEqual([]);
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
