// Finds conditions that are always true and bot checks that can be spoofed.
import { expressionFences } from "../expressions.ts";
import type { YamlText, Workflow } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";

export const conditionsRule: WorkflowRule = (workflow) => {
  return conditionsIn(workflow).flatMap((condition) => [
    ...(isAlwaysTrue(condition) ? [alwaysTrueProblem(condition)] : []),
    ...botCheckProblems(condition, workflow),
  ]);
};

function conditionsIn(workflow: Workflow): YamlText[] {
  return workflow.jobs.flatMap((job) => [job.if, ...job.steps.map((step) => step.if)]).filter((one) => one !== null);
}

/** Any text outside `${{ }}`, even whitespace, turns the condition into a non-empty string, which is true. */
function isAlwaysTrue({ value }: YamlText): boolean {
  const [first, ...more] = expressionFences(value);
  if (!first) return false;
  const around = value.slice(0, first.start) + value.slice(first.end + 2);
  // `always()` and `true` are meant to be always true.
  const isIntended =
    /^\s*(?:always\(\)|true)\s*$/.test(value.slice(first.start + 3, first.end)) && around.trim() === "";
  return !isIntended && (more.length > 0 || around !== "");
}

function alwaysTrueProblem({ value, line, block }: YamlText): WorkflowProblem {
  const [first] = expressionFences(value);
  const isOnlyBreak = first?.start === 0 && value.slice(first.end + 2).trim() === "" && block;
  return {
    kind: "always-true-condition",
    key: value.trim(),
    line,
    confidence: 9,
    title: "This condition is always true",
    explanation: isOnlyBreak
      ? "The block keeps the line break after `}}`, so the condition is a non-empty string instead of the expression's " +
        "value, and a non-empty string is true. Write `|-` or `>-`, or remove `${{` and `}}`."
      : "There is text outside `${{ }}`, so the condition is a non-empty string instead of the expression's value, and a " +
        "non-empty string is true. Put the whole condition inside one pair, or remove `${{` and `}}`.",
  };
}

const botComparison =
  /github\.(?:triggering_)?actor\s{0,9}==\s{0,9}'[^']{1,60}\[bot\]'|'[^']{1,60}\[bot\]'\s{0,9}==\s{0,9}github\.(?:triggering_)?actor\b/i;

function botCheckProblems(condition: YamlText, workflow: Workflow): WorkflowProblem[] {
  const isOpen = workflow.events.has("pull_request_target") || workflow.events.has("workflow_run");
  const match = isOpen ? botComparison.exec(condition.raw) : null;
  if (!match) return [];
  return [
    {
      kind: "spoofable-bot-check",
      key: match[0],
      line: condition.lineAt(match.index),
      confidence: 6,
      title: "`github.actor` does not say who wrote the pull request",
      explanation:
        "It names the last actor. An attacker can make the bot act on a pull request with the attacker's commits, and " +
        "the check passes in this privileged run. Compare `github.event.pull_request.user.login` instead.",
    },
  ];
}
