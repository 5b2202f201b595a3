// Finds untrusted values that are written to GITHUB_ENV or GITHUB_PATH.
import { expressionFences } from "../expressions.ts";
import type { WorkflowJob, WorkflowStep, YamlText, Workflow } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { withoutComments } from "../scripts.ts";
import { authorOfText } from "../value-author.ts";

const envFile = String.raw`["']?(?:\$\{?GITHUB_(?:ENV|PATH)\}?|\$\{?env:GITHUB_(?:ENV|PATH)\}?|%GITHUB_(?:ENV|PATH)%)`;
const envFileWrite = new RegExp(
  String.raw`(?:>>?|\btee\s+(?:-a\s+)?|\b(?:out-file|add-content|set-content|tee-object)\b[^\n|;]{0,120}?)\s*${envFile}`,
  "i",
);
/** A value that is computed at run time: a variable, a command or a program's output. */
const computedValue =
  /\$\(|`|\$\{?(?!GITHUB_(?:ENV|PATH)\b|\{|env:GITHUB_(?:ENV|PATH)\b)[\w(:]|%(?!GITHUB_(?:ENV|PATH)%)\w{1,60}%/i;
const printsOnly = /^\s*(?:-\s+)?(?:@?echo|printf|write-output|["'])/i;

export const envFileRule: WorkflowRule = (workflow) => {
  const open = ["pull_request_target", "workflow_run", "issue_comment"].some((event) => workflow.events.has(event));
  if (!open && workflow.kind === "workflow") return [];
  return workflow.jobs.flatMap((job) => job.steps.flatMap((step) => findWrites(step, job, workflow)));
};

function findWrites(step: WorkflowStep, job: WorkflowJob, workflow: Workflow): WorkflowProblem[] {
  if (!step.run) return [];
  const lines = step.run.raw.split("\n");
  const untrusted = outsiderVariables(step, job, workflow);
  let offset = 0;
  const writes: { line: number; by: string | null }[] = [];
  for (const text of lines) {
    const line = step.run.lineAt(offset);
    offset += text.length + 1;
    if (!envFileWrite.test(text) || withoutComments(text).trim() === "" || !isComputedValue(text)) continue;
    writes.push({ line, by: untrusted.find((name) => text.includes(name)) ?? null });
  }
  const worst = writes.find(({ by }) => by !== null) ?? writes[0];
  return worst
    ? [
        toProblem(
          worst,
          writes.map(({ line }) => line),
          step.run,
        ),
      ]
    : [];
}

function isComputedValue(text: string): boolean {
  // Expressions belong to the injection rule; this rule covers values that the shell computes.
  const bare = [...expressionFences(text)].reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end + 2),
    text,
  );
  const before = bare.slice(0, bare.search(envFileWrite));
  return computedValue.test(before) || !printsOnly.test(bare);
}

function outsiderVariables(step: WorkflowStep, job: WorkflowJob, workflow: Workflow): string[] {
  return [step.env, job.env, workflow.env].flatMap((env) =>
    (env?.entries ?? []).flatMap(({ key, value }) =>
      value.text && authorOfText(value.text) === "outsider" ? [`$${key}`, `\${${key}}`, `$env:${key}`] : [],
    ),
  );
}

function toProblem(
  worst: { line: number; by: string | null },
  lines: readonly number[],
  run: YamlText,
): WorkflowProblem {
  const what = worst.by === null ? "A computed value" : `\`${worst.by}\`, which anyone can write,`;
  return {
    kind: "env-file-injection",
    key:
      run.value
        .split("\n")
        .find((line) => envFileWrite.test(line))
        ?.trim() ?? "",
    line: worst.line,
    alsoLines: [...lines, run.line],
    confidence: worst.by === null ? 3 : 8,
    title: `${what} is written to the environment of all later steps`,
    explanation:
      "A line break in the value adds any other variable, such as LD_PRELOAD or NODE_OPTIONS, and later steps then run " +
      "the attacker's code. Use GITHUB_OUTPUT and read it through `env`, or validate the value first.",
  };
}
