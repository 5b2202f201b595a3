// The reviewer of comments and docs.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const commentAnalyzer: Reviewer = {
  id: "comment-analyzer",
  title: "Comments and docs against the code",
  passes: [],
  sees: "claims",
  explains:
    "Compares every changed comment, docstring and document with the code it describes, and reports what the change " +
    "left behind: notes to self, dead code, debugging output, statements that are no longer true.",
  when: inRoster("comment-analyzer", "comments or docs"),
};
