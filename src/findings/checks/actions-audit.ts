// Finds workflows and actions that let outsiders run code, read secrets or control a model.
import { isSubmodule, isSymlink, pathOf, type FileDiff } from "../../change/diff.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./actions-audit/examples.ts";
import { isWorkflowFile } from "./actions-audit/workflow-files.ts";
import { auditKinds } from "./actions-audit/audit-kinds.ts";
import { isSample } from "../../change/file-kinds.ts";

export const actionsAudit: Check = {
  id: "actions-audit",
  title: "Dangers in workflows and actions",
  passes: ["security"],
  explains:
    "A workflow runs with a token, often with secrets, and many of its inputs are written by people without any " +
    "rights: titles, branch names, comments, whole pull requests. This check reads every changed workflow and " +
    "composite action at both ends of the change and reports the ways in that the change opens: expressions " +
    "filled into scripts, a pull request's code or artifacts used with rights, models that act on what anybody " +
    "wrote or without limits, conditions that are always true, secrets handed out in bulk, actions that are not " +
    "what they seem. An old line counts when a new event or permission makes it dangerous. What many " +
    "repositories do by choice (tags instead of commits, caches in releases, shared permissions) is listed and " +
    "not posted, unless this repository's own workflows do otherwise; so is what zizmor was told to ignore.",
  kinds: auditKinds,
  examples,

  when(change) {
    return change.files.some(isAudited) || { kind: "nothing-to-check", what: "no workflow or action changed" };
  },

  async run(change, { code }, stop) {
    const files = change.files.filter(isAudited);
    // The parsers take longer to load than most changes take to check, and few changes touch a workflow.
    const { auditWorkflows: audit } = await import("./actions-audit/audit-workflows.ts");
    const findings = await audit(actionsAudit, files, code, stop);
    const looked = files.filter((file) => file.newPath !== null);
    return checked("security", findings, looked, `audited ${looked.length} workflows and actions`);
  },
};

function isAudited(file: FileDiff): boolean {
  const path = pathOf(file);
  if (!isWorkflowFile(path) || (isSample(path) && !path.startsWith(".github/"))) return false;
  return !file.binary && !isSubmodule(file) && !isSymlink(file);
}
