// The arbiter, which decides disputes between reviewers.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const arbiter: Reviewer = {
  id: "arbiter",
  title: "Who is right where two models differ",
  passes: [],
  sees: "code",
  explains:
    "A third model that is asked once, about the disputes alone: for each, the claim and the quoted lines, never " +
    "the whole change.",
  when: inRoster("arbiter", "disputes between models"),
};
