// Finds privileged jobs that check out and run a pull request's code.
import type { WorkflowJob, WorkflowStep, Workflow } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { actionName, runsLocalCode } from "../scripts.ts";
import { guardLevel, type GuardLevel } from "../triggers.ts";

const privilegedEvents = ["pull_request_target", "workflow_run", "issue_comment"] as const;
const pullRequestRef =
  /pull_request\.head\.(?:sha|ref|repo)|github\.head_ref|refs\/pull\/|pull_request\.merge_commit_sha|workflow_run\.(?:head_sha|head_branch|head_repository|head_commit)|pull_request\.number/;
const branchName = /workflow_run\.head_branch|github\.head_ref|pull_request\.head\.ref/g;
const fetchCommand =
  /\bgh\s+pr\s+checkout\b|\bgit\s+fetch\b[^\n]{0,200}\bpull\/|\bgit\s+(?:checkout|switch)\b[^\n]{0,200}(?:head\.sha|head\.ref|head_ref)/;

export const checkoutRule: WorkflowRule = (workflow) => {
  const event = privilegedEvents.find((name) => workflow.events.has(name));
  if (!event) return [];
  return workflow.jobs.flatMap((job) => {
    const at = job.steps.findIndex(checksOutPullRequest);
    const step = job.steps[at];
    if (!step) return [];
    const guard = guardLevel(job, step);
    return guard === "own-branches"
      ? []
      : toProblem({ workflow, job, step, event, guard, later: job.steps.slice(at + 1) });
  });
};

function checksOutPullRequest(step: WorkflowStep): boolean {
  if (step.run) return fetchCommand.test(step.run.value);
  if (actionName(step.uses) !== "actions/checkout") return false;
  const [ref, repository] = ["ref", "repository"].map((input) => step.with?.get(input)?.text?.value ?? "");
  // A branch name alone means a branch of the base repository, not the fork's code.
  const source = repository ? `${ref} ${repository}` : (ref ?? "").replaceAll(branchName, "");
  return pullRequestRef.test(source);
}

interface UntrustedCheckout {
  workflow: Workflow;
  job: WorkflowJob;
  step: WorkflowStep;
  event: string;
  guard: GuardLevel;
  later: readonly WorkflowStep[];
}

function toProblem({ workflow, job, step, event, guard, later }: UntrustedCheckout): WorkflowProblem {
  const folder = step.with?.get("path")?.text?.value ?? null;
  const runs = later.filter((one) => runsLocalCode(one) && (folder === null || mentions(one, folder)));
  const line = (step.with?.get("ref") ?? step.with?.get("repository") ?? step.node).line;
  const isSure = runs.length > 0 && guard === "none" && hasRights(workflow, job);
  return {
    kind: "untrusted-checkout",
    key: `${job.id} ${runs.length > 0 ? "runs" : "reads"}`,
    line,
    alsoLines: runs.map((one) => one.run?.line ?? one.uses?.line ?? one.line),
    confidence: isSure ? 8 : 4,
    title: `Job "${job.id}" checks out a pull request's code on \`${event}\`${runs.length > 0 ? " and runs it" : ""}`,
    explanation:
      `On \`${event}\` a job has the repository's token, secrets and caches, even if a fork started it. Build scripts, ` +
      "package scripts and configs of the pull request can steal them. Do the work in an unprivileged `pull_request` " +
      "workflow and pass its result to a second workflow, or check out the base only.",
  };
}

function mentions(step: WorkflowStep, folder: string): boolean {
  const name = folder.replace(/^\.\//, "");
  const where = step.node.get("working-directory")?.text?.value ?? "";
  return [where, step.run?.value ?? "", step.uses?.value ?? ""].some((text) => text.includes(name));
}

/** Without permissions and secrets there is little to steal. */
function hasRights(workflow: Workflow, job: WorkflowJob): boolean {
  const permissions = (job.permissions ?? workflow.permissions)?.value;
  const mayWrite =
    !permissions ||
    permissions.text?.value === "write-all" ||
    permissions.entries.some(({ value }) => value.text?.value === "write");
  const source = workflow.text;
  return mayWrite || /secrets\.(?!github_token\b)\w/i.test(source);
}
