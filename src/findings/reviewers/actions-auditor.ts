// The reviewer of GitHub Actions workflows.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const actionsAuditor: Reviewer = {
  id: "actions-auditor",
  title: "Workflows that others can steer",
  passes: ["security"],
  sees: "code",
  answers: ["ci"],
  explains:
    "Audits changed workflows and actions: text that outsiders write and a shell or an agent then runs, tokens " +
    "that can do more than the job needs, code of a fork that runs with the secrets of the repository.",
  when: inRoster("actions-auditor", "changed workflows or actions"),
};
