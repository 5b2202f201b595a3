// The security reviewer.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const securityReviewer: Reviewer = {
  id: "security-reviewer",
  title: "What an attacker gains",
  passes: ["security"],
  sees: "code",
  answers: ["security", "dependencies", "ci"],
  explains:
    "Reviews the difference in security: which trust the change moves, how far a mistake in it reaches, who could " +
    "use it, and how, step by step. Large and delicate changes are looked at in full.",
  when: inRoster("security-reviewer", "anything to read"),
};
