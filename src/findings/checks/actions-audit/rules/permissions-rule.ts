// Finds tokens with all permissions, shared permissions or no stated permissions.
import { findEntry, type YamlEntry, type WorkflowJob, type Workflow } from "../workflow.ts";
import type { WorkflowFacts, WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { isPrivileged } from "../triggers.ts";

export const permissionsRule: WorkflowRule = (workflow, facts) => {
  if (workflow.kind === "action") return [];
  const isShared = workflow.jobs.length > 1 && workflow.jobs.some((job) => job.permissions === null);
  return [
    ...(workflow.permissions ? explicitProblems(workflow.permissions, "This workflow's token", isShared) : []),
    ...workflow.jobs.flatMap((job) => jobProblems(job)),
    ...missingPermissionsProblems(workflow, facts),
  ];
};

function jobProblems(job: WorkflowJob): WorkflowProblem[] {
  return job.permissions ? explicitProblems(job.permissions, `The token of job "${job.id}"`, false) : [];
}

function explicitProblems(entry: YamlEntry, whose: string, isShared: boolean): WorkflowProblem[] {
  const whole = entry.value.text?.value;
  if (whole === "write-all")
    return [
      {
        kind: "all-permissions",
        key: whose,
        line: entry.line,
        confidence: 7,
        title: `${whose} may write everything`,
        explanation:
          "Anything that runs here (an action, a package script, an injected command) can push code, create releases and change " +
          "workflows. State only the permissions that are needed, in the job that needs them.",
      },
    ];
  if (whole === "read-all") return [broadProblem(entry.line, `${whose} may read everything`, "read-all")];
  if (!isShared) return [];
  return entry.value.entries.flatMap(({ key, line, value }) =>
    value.text?.value === "write" ? broadProblem(line, `All jobs of this workflow get \`${key}: write\``, key) : [],
  );
}

function broadProblem(line: number, title: string, key: string): WorkflowProblem {
  return {
    kind: "broad-permissions",
    key,
    line,
    confidence: 3,
    title,
    explanation:
      "Jobs that need less get it too, and so does everything that runs in them. Set `permissions` in " +
      "the job that needs them, and the minimum for the workflow.",
  };
}

/** Reported only for a new file or a privileged event. */
function missingPermissionsProblems(workflow: Workflow, facts: WorkflowFacts): WorkflowProblem[] {
  const without = workflow.jobs.filter((job) => job.permissions === null);
  const isCalledOnly = workflow.events.size === 1 && workflow.events.has("workflow_call");
  if (workflow.permissions || without.length === 0 || isCalledOnly) return [];
  const isRisky = isPrivileged(workflow);
  if (!facts.added && !isRisky) return [];
  return [
    {
      kind: "default-permissions",
      key: isRisky ? "open" : "",
      line: workflow.node.entries[0]?.line ?? 1,
      alsoLines: [findEntry(workflow.node, "on")?.line ?? 1, ...without.map((job) => job.line)],
      confidence: 3,
      against: {
        habit: "permissions",
        confidence: 6,
        explanation: "Nearly all other workflows of this repository state their permissions.",
      },
      title: "This workflow does not state its token's permissions",
      explanation:
        "The settings of the repository or organisation decide, and in older ones the default is write access to " +
        "everything. Add `permissions: {}` or `contents: read`, and more in the jobs that need it.",
    },
  ];
}
