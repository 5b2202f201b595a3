// Tests which lists count as acceptance criteria.
import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptanceCriteria } from "./acceptance.ts";
import { cases } from "../../test/support/cases.ts";

cases("%s", (_, body) => acceptanceCriteria(body), [
  [
    "a list below the heading",
    "Story\n\n## Acceptance criteria\n\n- It opens\n- It closes\n\n## Notes\n\n- no\n",
    ["It opens", "It closes"],
  ],
  ["task boxes and numbers", "**Acceptance Criteria:**\n1. [ ] One\n2) [x] Two\n", ["One", "Two"]],
  ["until the next heading, even a bold one", "# Acceptance criteria\n* a b\n**Out of scope**\n* c d\n", ["a b"]],
  ["none without a heading", "- It opens\n", []],
  ["none without a list", "## Acceptance criteria\nIt works.\n", []],
  ["none in a template's comment", "<!--\n## Acceptance criteria\n- fill in\n-->\n", []],
]);

test("of any text there are at most ten, each on one line and not too long", () => {
  const text = fc.array(fc.constantFrom("## Acceptance criteria", "- a", "- [x] b", "# c", "", "- ".repeat(300), "\t"));
  fc.assert(
    fc.property(text, (lines) => {
      const criteria = acceptanceCriteria(lines.join("\n"));
      expect(criteria.length).toBeLessThanOrEqual(10);
      expect(criteria.every((one) => one.length <= 200 && !one.includes("\n"))).toBe(true);
    }),
  );
});
