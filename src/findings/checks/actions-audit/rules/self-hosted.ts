// Machines of one's own, which keep what one job left there for the next.
import type { Job, Value } from "../read.ts";
import type { Rule } from "../rule.ts";
import { isOpenToForks } from "../triggers.ts";

export const selfHosted: Rule = (workflow) => {
  const isOpen = isOpenToForks(workflow);
  return workflow.jobs.flatMap((job) => {
    const runner = job.at.entries.find(({ key }) => key === "runs-on");
    if (!runner || !isOwn(runner.value, job)) return [];
    return {
      kind: "self-hosted-runner",
      key: job.id,
      line: runner.line,
      confidence: isOpen ? 4 : 3,
      title: `Job "${job.id}" runs on a self-hosted runner`,
      explanation: isOpen
        ? "In a public repository a fork's pull request can run its code there, and leave something behind for the " +
          "next job, or reach what the machine reaches. Use GitHub's runners for pull requests, or machines that are " +
          "made anew for each job, and ask for approval of runs from forks."
        : "What a job leaves on the machine is there for the next. Use machines that are made anew for each job.",
    };
  });
};

function isOwn(value: Value, job: Job): boolean {
  if (value.is === "map") return value.get("group") !== null || listed(value.get("labels"), job);
  return listed(value, job);
}

function listed(value: Value | null, job: Job): boolean {
  const labels = [...(value?.text ? [value.text] : []), ...(value?.items ?? []).flatMap((one) => one.text ?? [])];
  return labels.some((label) => {
    const name = /^\$\{\{\s*matrix\.([\w-]{1,100})\s*\}\}$/.exec(label.value.trim())?.[1];
    return name === undefined ? label.value === "self-hosted" : inMatrix(name, job);
  });
}

function inMatrix(name: string, job: Job): boolean {
  const matrix = job.at.get("strategy")?.get("matrix");
  const named = (list: string) => (matrix?.get(list)?.items ?? []).flatMap((one) => one.get(name) ?? []);
  const left = (matrix?.get(name)?.items ?? []).filter(
    (value) => !named("exclude").some((other) => other.text !== null && other.text.value === value.text?.value),
  );
  return [...left, ...named("include")].some((value) => words(value).some((word) => word.includes("self-hosted")));
}

function words(value: Value): string[] {
  return [...(value.text ? [value.text.value] : []), ...value.items.flatMap((item) => item.text?.value ?? [])];
}
