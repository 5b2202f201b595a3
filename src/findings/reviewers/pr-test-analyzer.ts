// The reviewer of tests.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const prTestAnalyzer: Reviewer = {
  id: "pr-test-analyzer",
  title: "What the tests would not notice",
  passes: ["tests"],
  sees: "claims",
  explains:
    "Looks for changed behaviour that could break without a test failing, and for tests that cannot fail: those " +
    "that assert nothing, that mock what they test, or that repeat the code.",
  when: inRoster("pr-test-analyzer", "a change of more than a few lines"),
};
