// The arbiter, which decides disputes between reviewers.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const arbiter: Reviewer = {
  id: "arbiter",
  title: "Decides where two models disagree",
  passes: [],
  sees: "code",
  explains:
    "A third model, asked once about all disputes. It sees the claims and the quoted lines, never the whole change.",
  when: inRoster("arbiter", "disputes between models"),
};
