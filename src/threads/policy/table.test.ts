// Tests that the documentation page on threads matches the policy.
import { expect, test } from "vitest";
import { policyTable } from "../../../scripts/policy-table.ts";

test("what each class requires, as the policy states it", () => {
  expect(policyTable().split("\n").slice(2)).toMatchInlineSnapshot(`
    [
      "| \`valid\` | \`fixSummary\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\`; \`verification\` that passed at the head or at the fix; no comment by a person since | \`commitSha\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\` |",
      "| \`already_fixed\` | \`evidence\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\`; \`verification\` that passed at the head or at the fix; no comment by a person since | \`evidence\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\`; the class in \`autoResolveClassifications\`, or a person's \`--allow-resolve\` with a \`--reason\` |",
      "| \`stale\` | \`evidence\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\`; \`verification\` that passed at the head or at the fix; no comment by a person since | GitHub's \`isOutdated\` or \`evidence\`; its commit on the pull request after the comment, where it names one; commented code that has changed since, or \`whyUnchanged\`; the class in \`autoResolveClassifications\`, or a person's \`--allow-resolve\` with a \`--reason\` |",
      "| \`invalid\` | \`rationale\`; no comment by a person since | \`rationale\`; a person's \`--allow-resolve-invalid\` |",
      "| \`needs_human\` | never | never |",
      "",
      "Every resolution also needs \`verification\` that passed at the head or at the fix; checks that passed for the head; a stored triage of the same class; the head at which the threads were read; no comment by a person since; a person's own flag where another person took part.",
    ]
  `);
});
