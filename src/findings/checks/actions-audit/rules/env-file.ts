// Variables and search paths that a step writes for all later ones: with a line break in the value, any of them.
import { fences } from "../expressions.ts";
import type { Job, Step, Text, Workflow } from "../read.ts";
import type { Rule, Spot } from "../rule.ts";
import { withoutComments } from "../scripts.ts";
import { authorOfText } from "../values.ts";

const target = String.raw`["']?(?:\$\{?GITHUB_(?:ENV|PATH)\}?|\$\{?env:GITHUB_(?:ENV|PATH)\}?|%GITHUB_(?:ENV|PATH)%)`;
const writes = new RegExp(
  String.raw`(?:>>?|\btee\s+(?:-a\s+)?|\b(?:out-file|add-content|set-content|tee-object)\b[^\n|;]{0,120}?)\s*${target}`,
  "i",
);
/** A value that is worked out while running: a variable, a command, another program's output. */
const workedOut =
  /\$\(|`|\$\{?(?!GITHUB_(?:ENV|PATH)\b|\{|env:GITHUB_(?:ENV|PATH)\b)[\w(:]|%(?!GITHUB_(?:ENV|PATH)%)\w{1,60}%/i;
const printsOnly = /^\s*(?:-\s+)?(?:@?echo|printf|write-output|["'])/i;

export const envFile: Rule = (workflow) => {
  const open = ["pull_request_target", "workflow_run", "issue_comment"].some((event) => workflow.events.has(event));
  if (!open && workflow.kind === "workflow") return [];
  return workflow.jobs.flatMap((job) => job.steps.flatMap((step) => spotsIn(step, job, workflow)));
};

function spotsIn(step: Step, job: Job, workflow: Workflow): Spot[] {
  if (!step.run) return [];
  const lines = step.run.raw.split("\n");
  const untrusted = variablesOfOthers(step, job, workflow);
  let offset = 0;
  const found: { line: number; by: string | null }[] = [];
  for (const text of lines) {
    const line = step.run.lineAt(offset);
    offset += text.length + 1;
    if (!writes.test(text) || withoutComments(text).trim() === "" || !isOpenValue(text)) continue;
    found.push({ line, by: untrusted.find((name) => text.includes(name)) ?? null });
  }
  const worst = found.find(({ by }) => by !== null) ?? found[0];
  return worst
    ? [
        spot(
          worst,
          found.map(({ line }) => line),
          step.run,
        ),
      ]
    : [];
}

function isOpenValue(text: string): boolean {
  // Expressions are the injection rule's; here it is what the shell works out.
  const bare = [...fences(text)].reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end + 2),
    text,
  );
  const before = bare.slice(0, bare.search(writes));
  return workedOut.test(before) || !printsOnly.test(bare);
}

function variablesOfOthers(step: Step, job: Job, workflow: Workflow): string[] {
  return [step.env, job.env, workflow.env].flatMap((env) =>
    (env?.entries ?? []).flatMap(({ key, value }) =>
      value.text && authorOfText(value.text) === "outsider" ? [`$${key}`, `\${${key}}`, `$env:${key}`] : [],
    ),
  );
}

function spot(worst: { line: number; by: string | null }, lines: readonly number[], run: Text): Spot {
  const what = worst.by === null ? "A value that is worked out here" : `\`${worst.by}\`, which anybody can write,`;
  return {
    kind: "env-file-injection",
    key:
      run.value
        .split("\n")
        .find((line) => writes.test(line))
        ?.trim() ?? "",
    line: worst.line,
    alsoLines: [...lines, run.line],
    confidence: worst.by === null ? 3 : 8,
    title: `${what} is written to the environment of all later steps`,
    explanation:
      "A line break in the value adds any other variable, such as LD_PRELOAD or NODE_OPTIONS, and later steps then run " +
      "the attacker's code. Use GITHUB_OUTPUT and read it through `env`, or write a value that is checked first.",
  };
}
