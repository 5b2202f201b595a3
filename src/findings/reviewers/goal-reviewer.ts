// The reviewer of the change's goal and the author's concerns.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const goalReviewer: Reviewer = {
  id: "goal-reviewer",
  title: "Whether the change does what it says",
  passes: [],
  sees: "words",
  explains:
    "The only reviewer that is shown all that is said about the change. Tells what behaves differently, whether the claimed " +
    "goal is reached, and what became of each thing that somebody asked to have verified, with the lines that " +
    "show it.",
  when: inRoster("goal-reviewer", "anything to read"),
};
