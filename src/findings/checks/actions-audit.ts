// Finds workflows and actions that let outsiders run code, read secrets or control a model.
import { isSubmodule, isSymlink, pathOf, type FileDiff } from "../../change/diff.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./actions-audit/examples.ts";
import { isWorkflowFile } from "./actions-audit/workflow-files.ts";
import { auditKinds } from "./actions-audit/audit-kinds.ts";
import { isSample } from "../../change/file-kinds.ts";

export const actionsAudit: Check = {
  id: "actions-audit",
  title: "Security risks in workflows and actions",
  passes: ["security"],
  explains:
    "A workflow runs with a token and often with secrets, while outsiders write many of its inputs: titles, " +
    "branch names, comments and whole pull requests. This check reads every changed workflow and composite action " +
    "at base and head and reports what the change opens: expressions expanded into scripts, a pull request's code " +
    "or artifacts used in a privileged job, AI agents that read untrusted text or run without limits, conditions " +
    "that are always true, secrets passed in bulk, and look-alike actions. An old line counts when a new event or " +
    "permission makes it dangerous. Common practices (tags instead of commits, caches in releases, shared " +
    "permissions) are listed and not posted, unless the repository's other workflows do better. So are lines that " +
    "a zizmor comment ignores.",
  kinds: auditKinds,
  examples,

  when: whenAnyFile(isAudited, "no workflow or action changed"),

  async run(change, { code }, stop) {
    const files = change.files.filter(isAudited);
    // The parsers take longer to load than most changes take to check, and few changes touch a workflow.
    const { auditWorkflows: audit } = await import("./actions-audit/audit-workflows.ts");
    const findings = await audit(actionsAudit, files, code, stop);
    const present = files.filter((file) => file.newPath !== null);
    return checked("security", findings, present, `workflows and actions audited: ${present.length}`);
  },
};

function isAudited(file: FileDiff): boolean {
  const path = pathOf(file);
  if (!isWorkflowFile(path) || (isSample(path) && !path.startsWith(".github/"))) return false;
  return !file.binary && !isSubmodule(file) && !isSymlink(file);
}
