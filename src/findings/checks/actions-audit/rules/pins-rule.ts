// Finds actions that are referenced by a tag or branch instead of a commit.
import type { YamlText } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { isLocalAction } from "../scripts.ts";

export const pinsRule: WorkflowRule = (workflow) => {
  const all = workflow.jobs.flatMap((job) => [job.uses, ...job.steps.map((step) => step.uses)]);
  const byName = Object.groupBy(
    all.flatMap((uses) => (uses && isUnpinned(uses.value) ? uses : [])),
    actionPath,
  );
  return Object.entries(byName).map(([name, uses]) => toProblem(name, uses ?? []));
};

const pinnedToCommit = /@(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

function isUnpinned(uses: string): boolean {
  // Local paths, images and computed names cannot be pinned.
  if (isLocalAction(uses) || uses.startsWith("docker://") || uses.includes("${{")) return false;
  return uses.includes("/") && !pinnedToCommit.test(uses);
}

function actionPath(uses: YamlText): string {
  return uses.value.replace(/@[^@]*$/, "");
}

function toProblem(name: string, uses: readonly YamlText[]): WorkflowProblem {
  const [first] = uses;
  const ref = first?.value.slice(name.length) ?? "";
  return {
    kind: "unpinned-action",
    key: name,
    line: first?.line ?? 1,
    alsoLines: uses.map(({ line }) => line),
    confidence: 3,
    against: {
      habit: { pins: name.slice(0, name.indexOf("/")) },
      confidence: 7,
      explanation: "This repository pins its other actions to commits.",
    },
    title: `\`${name}${ref}\` is not pinned to a commit`,
    explanation:
      "A tag or branch can move to other code at any time, and that code runs here with this job's token and " +
      "secrets. Use the full commit, with the version in a comment.",
  };
}
