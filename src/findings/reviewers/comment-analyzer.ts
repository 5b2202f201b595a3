// The reviewer of comments and docs.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const commentAnalyzer: Reviewer = {
  id: "comment-analyzer",
  title: "Comments and docs against the code",
  passes: [],
  sees: "claims",
  explains:
    "Holds every changed comment, docstring and document against the code that it speaks of, and names what the " +
    "change left behind: notes to self, dead code, traces of debugging, sentences that are no longer true.",
  when: inRoster("comment-analyzer", "comments or docs"),
};
