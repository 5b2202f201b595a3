// Finds jobs that run on self-hosted runners.
import type { WorkflowJob, YamlValue } from "../workflow.ts";
import type { WorkflowRule } from "../workflow-rule.ts";
import { isOpenToForks } from "../triggers.ts";

export const selfHostedRule: WorkflowRule = (workflow) => {
  const isOpen = isOpenToForks(workflow);
  return workflow.jobs.flatMap((job) => {
    const runner = job.node.entries.find(({ key }) => key === "runs-on");
    if (!runner || !isSelfHosted(runner.value, job)) return [];
    return {
      kind: "self-hosted-runner",
      key: job.id,
      line: runner.line,
      confidence: isOpen ? 4 : 3,
      title: `Job "${job.id}" runs on a self-hosted runner`,
      explanation: isOpen
        ? "In a public repository, a fork's pull request can run code there, leave something behind for the " +
          "next job, or reach the machine's network. Use GitHub's runners for pull requests, or ephemeral " +
          "runners, and require approval for runs from forks."
        : "What a job leaves on the machine is there for the next job. Use ephemeral runners.",
    };
  });
};

function isSelfHosted(value: YamlValue, job: WorkflowJob): boolean {
  if (value.type === "map") return value.get("group") !== null || hasSelfHostedLabel(value.get("labels"), job);
  return hasSelfHostedLabel(value, job);
}

function hasSelfHostedLabel(value: YamlValue | null, job: WorkflowJob): boolean {
  const labels = [...(value?.text ? [value.text] : []), ...(value?.items ?? []).flatMap((one) => one.text ?? [])];
  return labels.some((label) => {
    const name = /^\$\{\{\s*matrix\.([\w-]{1,100})\s*\}\}$/.exec(label.value.trim())?.[1];
    return name === undefined ? label.value === "self-hosted" : isInMatrix(name, job);
  });
}

function isInMatrix(name: string, job: WorkflowJob): boolean {
  const matrix = job.node.get("strategy")?.get("matrix");
  const named = (list: string) => (matrix?.get(list)?.items ?? []).flatMap((one) => one.get(name) ?? []);
  const left = (matrix?.get(name)?.items ?? []).filter(
    (value) => !named("exclude").some((other) => other.text !== null && other.text.value === value.text?.value),
  );
  return [...left, ...named("include")].some((value) => labelWords(value).some((word) => word.includes("self-hosted")));
}

function labelWords(value: YamlValue): string[] {
  return [...(value.text ? [value.text.value] : []), ...value.items.flatMap((item) => item.text?.value ?? [])];
}
