// Tells who can start a workflow and with which privileges it runs.
import { conditionFlows } from "./expressions.ts";
import type { WorkflowJob, WorkflowStep, YamlText, Workflow } from "./workflow.ts";

/** Anyone can trigger these, and the run has the repository's token and secrets. */
const privileged = new Set([
  "pull_request_target",
  "workflow_run",
  "issue_comment",
  "issues",
  "discussion",
  "discussion_comment",
  "gollum",
  "fork",
  "watch",
]);
/** Anyone can trigger these; from a fork they run with a read-only token and without secrets. */
const unprivileged = new Set(["pull_request", "pull_request_review", "pull_request_review_comment"]);

/** Whether people without write access can start it with the repository's token. */
export function isPrivileged(workflow: Workflow): boolean {
  return [...workflow.events.keys()].some((event) => privileged.has(event));
}

export function isOpenToForks(workflow: Workflow): boolean {
  return [...workflow.events.keys()].some((event) => unprivileged.has(event) || privileged.has(event));
}

/**
 * What a condition lets through: everything, something that depends on other steps, only changes that someone with
 * write access approved, or nothing from a fork.
 */
export type GuardLevel = "none" | "unknown" | "approval" | "own-branches";
const guardLevels: readonly GuardLevel[] = ["none", "unknown", "approval", "own-branches"];

const ownBranches = new RegExp(
  [
    String.raw`head(?:\.repo|_repository)\.(?:full_name|owner\.login|id)\s{0,9}==`,
    String.raw`==\s{0,9}github\.event\.[\w.]{1,60}\.head(?:\.repo|_repository)\.`,
    String.raw`!\s{0,9}github\.event\.pull_request\.head\.repo\.fork`,
    String.raw`head\.repo\.fork\s{0,9}==\s{0,9}false`,
  ].join("|"),
);

export function guardLevel(job: WorkflowJob, step?: WorkflowStep): GuardLevel {
  const levels: GuardLevel[] = [job.if, step?.if ?? null].map(conditionGuard);
  if (job.node.get("environment") !== null) levels.push("approval");
  return guardLevels.findLast((guard) => levels.includes(guard)) ?? "none";
}

const authorCheck = /author_association|\.labels?(?:\.|$)|^github\.(?:triggering_)?actor|\.(?:login|merged)$/;
const otherStepCheck = /^(?:needs|steps|vars|env)\.|^github\.event\.workflow_run\.event$/;

function conditionGuard(condition: YamlText | null): GuardLevel {
  if (!condition) return "none";
  if (ownBranches.test(condition.value) || isForOtherEvents(condition.value)) return "own-branches";
  const paths = conditionFlows(condition).map(({ path }) => path);
  if (paths.some((path) => authorCheck.test(path))) return "approval";
  return paths.some((path) => otherStepCheck.test(path)) ? "unknown" : "none";
}

/** `github.event_name == 'push'` with no alternative that lets another event through. */
function isForOtherEvents(condition: string): boolean {
  const named = [...condition.matchAll(/github\.event_name\s{0,9}==\s{0,9}'(\w{1,40})'/g)].map(
    (match) => match[1] ?? "",
  );
  const parts = condition.split("||");
  return (
    named.length > 0 && parts.every((part) => named.some((event) => part.includes(`'${event}'`) && !isOpenEvent(event)))
  );
}

function isOpenEvent(event: string): boolean {
  return privileged.has(event) || unprivileged.has(event);
}
