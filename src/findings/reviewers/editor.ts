// The editor, which says what of a review a maintainer would want fixed before merging.
import type { Reviewer } from "./reviewer.ts";

export const editor: Reviewer = {
  id: "editor",
  title: "What has to be fixed before merging",
  passes: [],
  sees: "code",
  explains:
    "A model that is asked once, after all others, about the findings of the review: for each, the claim and the " +
    "quoted lines, never the whole change. It puts findings of one cause together and says which of them should be " +
    "fixed before merging, which are minor and which are noise. It takes away nothing that is high, critical or " +
    "proven. `reviewers: editor: off` in your own config turns it off; rules alone select then.",
  when: () => true,
};
