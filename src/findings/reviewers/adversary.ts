// The reviewer that tries to break the change.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const adversary: Reviewer = {
  id: "adversary",
  title: "Failures across parts of a large change",
  passes: [],
  sees: "code",
  explains:
    "Reads a large change as a whole and looks for ways to make it fail in production, above all where two of its " +
    "parts interact.",
  when: inRoster("adversary", "a change of the Full tier"),
};
