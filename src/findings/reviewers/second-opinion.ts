// The second opinion, by another model.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const secondOpinion: Reviewer = {
  id: "second-opinion",
  title: "A second model's reading",
  passes: [],
  sees: "code",
  explains:
    "Another model reads the same change without knowing what the first ones said. What only one of them sees is " +
    "compared; its silence is never evidence that something is fine.",
  when: inRoster("second-opinion", "a change over several layers, or one that asked for it"),
};
