// Finds caches that are restored in jobs that publish a release.
import { findCacheSetting, restoresCache } from "../cache-settings.ts";
import type { WorkflowJob, Workflow } from "../workflow.ts";
import type { WorkflowRule } from "../workflow-rule.ts";
import { actionName } from "../scripts.ts";

export const cacheRule: WorkflowRule = (workflow) => {
  if (workflow.kind === "action") return [];
  const release = releaseEvents(workflow);
  return workflow.jobs.flatMap((job) => {
    if (release.length === 0 && !publishes(job)) return [];
    const onlyTags = release.length > 0 && !release.includes("branch");
    return job.steps.flatMap((step) => {
      const how = findCacheSetting(step);
      if (!how || !step.uses || !restoresCache(step, how, onlyTags)) return [];
      return {
        kind: "cache-poisoning",
        key: `${job.id} ${actionName(step.uses)}`,
        line: step.uses.line,
        confidence: 3,
        title: `\`${actionName(step.uses)}\` restores a cache in a job that publishes`,
        explanation:
          "Less trusted runs can write the same cache, and a poisoned entry would end up in what is " +
          `released. Turn caching off in release jobs${how.how === "always" ? "" : ` (\`${how.input}\`)`}.`,
      };
    });
  });
};

function releaseEvents(workflow: Workflow): ("tag" | "branch" | "release")[] {
  const push = workflow.events.get("push")?.value;
  const branches = push?.get("branches")?.items ?? [];
  return [
    ...(workflow.events.has("release") ? (["release"] as const) : []),
    ...(push?.get("tags") || push?.get("tags-ignore") ? (["tag"] as const) : []),
    ...(branches.some((one) => /release/i.test(one.text?.value ?? "")) ? (["branch"] as const) : []),
  ];
}

const publishingActions = new Set(
  (
    "pypa/gh-action-pypi-publish rubygems/release-gem jreleaser/release-action goreleaser/goreleaser-action " +
    "softprops/action-gh-release release-drafter/release-drafter googleapis/release-please-action " +
    "docker/build-push-action redhat-actions/push-to-registry aws-actions/amazon-ecs-deploy-task-definition " +
    "aws-actions/aws-cloudformation-github-deploy azure/aci-deploy azure/container-apps-deploy-action " +
    "azure/functions-action azure/sql-action cloudflare/wrangler-action google-github-actions/deploy-appengine " +
    "google-github-actions/deploy-cloudrun google-github-actions/deploy-cloud-functions"
  ).split(" "),
);

function publishes(job: WorkflowJob): boolean {
  return job.steps.some((step) => {
    const name = actionName(step.uses);
    if (name === null || !publishingActions.has(name)) return false;
    return name !== "docker/build-push-action" || step.with?.get("push")?.text?.value !== "false";
  });
}
