// Tests that the documentation page on threads matches the policy.
import { expect, test } from "vitest";
import { policyTable } from "../../../scripts/policy-table.ts";

test("what each class requires, as the policy states it", () => {
  expect(policyTable().split("\n").slice(2)).toMatchInlineSnapshot(`
    [
      "| \`valid\` | \`fixSummary\`; its commit in the head, where it names one; \`verification\` that passed at the head or at the fix | \`commitSha\`; its commit in the head, where it names one; \`verification\` that passed at the head or at the fix |",
      "| \`already_fixed\` | \`evidence\`; \`verification\` that passed at the head or at the fix | \`evidence\`; \`verification\` that passed at the head or at the fix; the class in \`autoResolveClassifications\` |",
      "| \`stale\` | \`evidence\`; \`verification\` that passed at the head or at the fix | GitHub's \`isOutdated\` or \`evidence\`; the class in \`autoResolveClassifications\` |",
      "| \`invalid\` | \`rationale\` | \`rationale\`; a person's \`--allow-resolve-invalid\` |",
      "| \`needs_human\` | never | never |",
      "",
      "Every resolution also needs checks that passed for the head; a triage that leaves it to no person; a person's own flag where another person took part.",
    ]
  `);
});
