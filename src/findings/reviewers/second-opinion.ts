// The second opinion, by another model.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const secondOpinion: Reviewer = {
  id: "second-opinion",
  title: "A second model's review",
  passes: [],
  sees: "code",
  explains:
    "Another model reviews the same change without seeing the first results. The findings of both are compared; " +
    "silence is never evidence that something is fine.",
  when: inRoster("second-opinion", "a change over several layers, or one that asked for it"),
};
