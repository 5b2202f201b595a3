// The reviewer of correctness.
import { categories } from "../finding.ts";
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const codeReviewer: Reviewer = {
  id: "code-reviewer",
  title: "Logic, contracts and conventions",
  passes: ["correctness", "diff-specific", "performance", "async"],
  sees: "claims",
  answers: categories,
  explains:
    "Reads the change for what goes wrong when it runs: logic, invariants, contracts between callers and callees, " +
    "state shared over time, cost that grows, and drift from how the code around it does the same.",
  when: inRoster("code-reviewer", "code that runs"),
};
