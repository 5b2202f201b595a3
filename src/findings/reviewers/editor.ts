// The editor, which says what of a review a maintainer would want fixed before merging.
import type { Reviewer } from "./reviewer.ts";

export const editor: Reviewer = {
  id: "editor",
  title: "Selects what should be fixed before merging",
  passes: [],
  sees: "code",
  explains:
    "A model that is asked once, after all others, about the findings of the review. It sees the claims and the " +
    "quoted lines, never the whole change. It groups findings with one cause and says which should be fixed before " +
    "merging, which are minor and which are noise. It removes nothing that is high, critical or proven. " +
    "`reviewers: { editor: off }` in your own config turns it off; then rules alone select.",
  when: () => true,
};
