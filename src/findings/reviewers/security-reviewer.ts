// The security reviewer.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const securityReviewer: Reviewer = {
  id: "security-reviewer",
  title: "What an attacker could gain",
  passes: ["security"],
  sees: "code",
  answers: ["security", "dependencies", "ci"],
  explains:
    "Reviews how the change affects security: which trust boundaries move, how far a mistake would reach, who could " +
    "exploit it, and how, step by step. Large and sensitive changes are reviewed in full.",
  when: inRoster("security-reviewer", "anything to read"),
};
