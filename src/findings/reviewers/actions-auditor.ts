// The reviewer of GitHub Actions workflows.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const actionsAuditor: Reviewer = {
  id: "actions-auditor",
  title: "Workflows that outsiders can influence",
  passes: ["security"],
  sees: "code",
  answers: ["ci"],
  explains:
    "Audits changed workflows and actions: text from outsiders that a shell or an agent runs, tokens with more " +
    "permissions than the job needs, code of a fork that runs with the repository's secrets.",
  when: inRoster("actions-auditor", "changed workflows or actions"),
};
