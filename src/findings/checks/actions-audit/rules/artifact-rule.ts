// Finds privileged jobs that unpack another run's artifact into the workspace and then run code.
import type { WorkflowStep } from "../workflow.ts";
import type { WorkflowRule } from "../workflow-rule.ts";
import { actionName, runsLocalCode } from "../scripts.ts";
import { guardLevel } from "../triggers.ts";

const downloadActions = new Set(["actions/download-artifact", "dawidd6/action-download-artifact"]);
const outsideWorkspace = /runner\.temp|RUNNER_TEMP|^\/tmp|\/tmp\//;

export const artifactRule: WorkflowRule = (workflow) => {
  if (!workflow.events.has("workflow_run")) return [];
  return workflow.jobs.flatMap((job) => {
    const at = job.steps.findIndex(isDownload);
    const step = job.steps[at];
    if (!step || guardLevel(job, step) === "own-branches") return [];
    const folder = step.with?.get("path")?.text?.value ?? step.run?.value ?? "";
    const runs = job.steps.slice(at + 1).filter(runsLocalCode);
    const isApart = outsideWorkspace.test(folder) || isOwnFolder(folder, runs);
    if (isApart || runs.length === 0) return [];
    return {
      kind: "artifact-poisoning",
      key: job.id,
      line: (step.uses ?? step.run ?? step.node).line,
      alsoLines: runs.map((one) => one.run?.line ?? one.line),
      confidence: guardLevel(job, step) === "none" ? 6 : 4,
      title: `Job "${job.id}" unpacks another run's artifact into the workspace and then runs code there`,
      explanation:
        "The artifact may come from a fork, which controls its files: they can replace a script, " +
        "a config or an action that this job runs with its token. Unpack it under `${{ runner.temp }}`, and treat the " +
        "content as untrusted data.",
    };
  });
};

function isDownload(step: WorkflowStep): boolean {
  if (step.run) return /\bgh\s+run\s+download\b/.test(step.run.value);
  const name = actionName(step.uses);
  if (name === null || !downloadActions.has(name)) return false;
  // Without a run id, this action downloads artifacts of the same run.
  return name !== "actions/download-artifact" || step.with?.get("run-id") != null;
}

/** A separate folder that no later command names holds only data. */
function isOwnFolder(folder: string, runs: readonly WorkflowStep[]): boolean {
  const name = folder.replace(/^\.\//, "").replace(/\/$/, "");
  return /^[\w.-][\w./-]*$/.test(name) && name !== "." && !runs.some((step) => step.run?.value.includes(name));
}
