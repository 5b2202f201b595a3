// The reviewer of error handling.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const silentFailureHunter: Reviewer = {
  id: "silent-failure-hunter",
  title: "Errors that go unreported",
  passes: ["error-handling"],
  sees: "claims",
  explains:
    "Follows each changed error path to its end: what is caught and lost, caught too broadly, replaced by a default " +
    "that looks like an answer, retried without end, or no longer reported since the change.",
  when: inRoster("silent-failure-hunter", "code that can fail"),
};
