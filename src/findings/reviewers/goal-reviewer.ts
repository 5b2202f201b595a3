// The reviewer of the change's goal and the author's concerns.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const goalReviewer: Reviewer = {
  id: "goal-reviewer",
  title: "Whether the change does what it says",
  passes: [],
  sees: "words",
  explains:
    "The only reviewer that sees everything the author wrote about the change. Says what behaves differently, whether " +
    "the claimed goal is reached, and whether each concern that somebody asked to have verified is met, with the " +
    "lines that show it.",
  when: inRoster("goal-reviewer", "anything to read"),
};
