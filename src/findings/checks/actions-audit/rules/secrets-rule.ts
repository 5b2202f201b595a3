// Finds secrets that are passed in bulk, used in parts that logs do not mask, or written in the file.
import { expressionsIn, type Flow } from "../expressions.ts";
import { textsIn, type YamlEntry, type WorkflowJob, type YamlValue, type Workflow } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { isLocalAction } from "../scripts.ts";

export const secretsRule: WorkflowRule = (workflow) => {
  return [
    ...expressionProblems(workflow),
    ...workflow.jobs.flatMap((job) => [...inheritedProblems(job), ...passwordProblems(job)]),
  ];
};

function expressionProblems(workflow: Workflow): WorkflowProblem[] {
  return [...textsIn(workflow.node)].flatMap(({ text }) =>
    text.raw.includes("secrets")
      ? expressionsIn(text).flatMap(({ flows }) => flows.flatMap((flow) => flowProblems(flow)))
      : [],
  );
}

function flowProblems({ path, through, line }: Flow): WorkflowProblem[] {
  if (path === "secrets" || path === "secrets.*" || path === "secrets.?")
    return [
      {
        kind: "all-secrets",
        key: path,
        line,
        confidence: path === "secrets.?" ? 4 : 7,
        title: path === "secrets.?" ? "The secret is chosen at run time" : "All secrets are passed at once",
        explanation:
          "The runner receives every secret that this repository can read, whether it is used or not. Name the " +
          "secrets that are needed, one by one.",
      },
    ];
  if (through !== "fromjson" || !path.startsWith("secrets.")) return [];
  return [
    {
      kind: "unmasked-secret",
      key: path,
      line,
      confidence: 6,
      title: `A part of \`${path}\` is used, which logs do not mask`,
      explanation:
        "GitHub masks only the whole secret in logs; a field of it is printed in plain text. Keep each " +
        "value in a secret of its own, or mask it first with `::add-mask::`.",
    },
  ];
}

function inheritedProblems(job: WorkflowJob): WorkflowProblem[] {
  const secrets = job.node.get("secrets")?.text;
  if (secrets?.value !== "inherit" || !job.uses || isLocalAction(job.uses.value)) return [];
  return [
    {
      kind: "inherited-secrets",
      key: job.uses.value.replace(/@[^@]*$/, ""),
      line: job.uses.line,
      alsoLines: [secrets.line],
      confidence: 4,
      title: `\`${job.uses.value}\` receives every secret`,
      explanation: "It is in another repository and can read all of them. Pass the secrets that it needs by name.",
    },
  ];
}

function passwordProblems(job: WorkflowJob): WorkflowProblem[] {
  const services = job.node.get("services")?.entries ?? [];
  const all: (YamlValue | null)[] = [job.node.get("container"), ...services.map(({ value }) => value)];
  return all.flatMap((one) => {
    const entry = one?.get("credentials")?.entries.find(({ key }) => key === "password");
    return entry && isLiteral(entry) ? [passwordProblem(entry)] : [];
  });
}

function isLiteral({ value }: YamlEntry): boolean {
  return value.text !== null && value.text.value !== "" && !value.text.value.includes("${{");
}

function passwordProblem({ line }: YamlEntry): WorkflowProblem {
  return {
    kind: "written-password",
    key: "",
    line,
    confidence: 8,
    title: "A registry password is written in this file",
    explanation:
      "Everyone who can read the repository, its forks or its history can use it. Change it, store it as a secret, and " +
      "write `${{ secrets.NAME }}` here.",
  };
}
