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
    "Looks for what goes wrong when the code runs: logic, invariants, contracts between callers and callees, shared " +
    "state, growing cost, and differences from how the surrounding code does the same.",
  when: inRoster("code-reviewer", "code that runs"),
};
