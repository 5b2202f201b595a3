// Looks for mistakes in the workflows of a repository that use Crosscheck's Action.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readWorkflow, type Workflow, type WorkflowJob } from "../../findings/checks/actions-audit/workflow.ts";

export type ActionFault =
  | "no-permission"
  | "reads-no-artifacts"
  | "forks-unposted"
  | "runs-change"
  | "checks-out-change"
  | "label-starts-nothing"
  | "no-event";

export interface ActionWorkflow {
  /** From the top of the repository. */
  path: string;
  /** In the order of their weight. */
  faults: readonly { fault: ActionFault; line: number }[];
}

const folder = ".github/workflows";
const largestFile = 200_000;
const ours = /^[\w.-]+\/[\w.-]*crosscheck[\w.-]*\/action@/i;

export function actionWorkflows(workTree: string): ActionWorkflow[] {
  return workflowFiles(workTree).flatMap((name) => {
    const path = `${folder}/${name}`;
    const workflow = readWorkflow(path, readFileSync(join(workTree, path), "utf8"));
    const jobs = workflow?.jobs.filter((job) => job.steps.some(({ uses }) => ours.test(uses?.value ?? ""))) ?? [];
    if (workflow === null || jobs.length === 0) return [];
    return [{ path, faults: jobs.flatMap((job) => faultsOf(workflow, job)) }];
  });
}

function workflowFiles(workTree: string): string[] {
  try {
    return readdirSync(join(workTree, folder)).filter((name) => {
      const file = lstatSync(join(workTree, folder, name));
      return /\.ya?ml$/.test(name) && file.isFile() && file.size <= largestFile;
    });
  } catch {
    return [];
  }
}

const events = ["pull_request_target", "pull_request", "push", "workflow_run", "merge_group"];

function faultsOf(workflow: Workflow, job: WorkflowJob): ActionWorkflow["faults"] {
  const step = job.steps.find(({ uses }) => ours.test(uses?.value ?? ""))!;
  const input = (name: string) => step.with?.get(name)?.text?.value ?? "";
  const has = (event: string) => workflow.events.has(event);
  const mayWrite = has("pull_request_target") || has("workflow_run");
  const posts = input("post") !== "none";
  const checkout = job.steps.find(({ uses, with: given }) => {
    const ref = given?.get("ref")?.text?.value ?? "";
    return /^actions\/checkout@/.test(uses?.value ?? "") && /head|refs\/pull/.test(ref);
  });
  const types = workflow.events.get("pull_request_target")?.value.get("types")?.items ?? [];
  const isLabelled = types.some(({ text }) => text?.value === "labeled");
  const found: [ActionFault, boolean, number][] = [
    ["runs-change", mayWrite && input("run-tests") === "true", step.line],
    ["checks-out-change", mayWrite && checkout !== undefined, checkout?.line ?? 0],
    ["no-event", !events.some(has), step.line],
    ["no-permission", posts && !["pull-requests", "checks"].every((name) => grants(workflow, job, name)), job.line],
    ["reads-no-artifacts", has("workflow_run") && !grants(workflow, job, "actions", "read"), job.line],
    ["forks-unposted", posts && has("pull_request") && !mayWrite, workflow.events.get("pull_request")?.line ?? 0],
    ["label-starts-nothing", has("pull_request_target") && input("allow").includes("label:") && !isLabelled, step.line],
  ];
  return found.filter(([, holds]) => holds).map(([fault, , line]) => ({ fault, line }));
}

/** Without a list, the repository's own default holds, which is to read. */
function grants(workflow: Workflow, job: WorkflowJob, name: string, level: "read" | "write" = "write"): boolean {
  const permissions = (job.permissions ?? workflow.permissions)?.value;
  const given = permissions?.text?.value ?? permissions?.get(name)?.text?.value;
  return given === "write" || given === "write-all" || (level === "read" && (given === "read" || given === "read-all"));
}
