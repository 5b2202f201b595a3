// Finds expressions that are expanded into scripts and whose value someone else chooses.
import type { YamlText, Workflow } from "../workflow.ts";
import { expressionsIn, type Flow } from "../expressions.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { scriptsOf } from "../scripts.ts";
import { guardLevel, isPrivileged } from "../triggers.ts";
import { authorOfFlow, type StepContext } from "../value-author.ts";

export const injectionRule: WorkflowRule = (workflow) => {
  return workflow.jobs.flatMap((job) =>
    job.steps.flatMap((step) => scriptsOf(step).flatMap((script) => findInjections(script, { workflow, job, step }))),
  );
};

function findInjections(script: YamlText, place: StepContext): WorkflowProblem[] {
  const read = expressionsIn(script).flatMap(({ flows }) =>
    flows.map((flow) => ({ flow, author: authorOfFlow(flow, place) })),
  );
  const chosen = read.filter(({ author }) => author === "outsider").map(({ flow }) => flow);
  const others = read.filter(({ author }) => author === "insider").map(({ flow }) => flow);
  return [...chosen.map((flow) => outsiderProblem(flow, place)), ...insiderProblems(others)];
}

const remedy =
  'Pass it in the step\'s `env` and let the script read the variable (`"$TITLE"`): a value that ' +
  "arrives that way is never read as code.";

function outsiderProblem({ path, line }: Flow, { workflow, job, step }: StepContext): WorkflowProblem {
  const guard = guardLevel(job, step);
  const isOpen = isPrivileged(workflow) || isCalled(workflow) || isOfCommits(path, workflow);
  return isOpen
    ? {
        kind: "script-injection",
        key: path,
        line,
        confidence: guard === "own-branches" ? 4 : 8,
        title: `\`${path}\` is expanded into a script, and anyone can write it`,
        explanation:
          "The expression is replaced before the script runs, so a title such as `$(curl …)` or a branch name with a " +
          `quote runs as code, with this workflow's token and secrets. ${remedy}`,
      }
    : {
        kind: "pull-request-injection",
        key: path,
        line,
        confidence: guard === "none" || guard === "unknown" ? 6 : 4,
        title: `\`${path}\` is expanded into a script, and the author of a pull request controls it`,
        explanation:
          "The expression is replaced before the script runs, so its text runs as code. From a fork this run has no " +
          `secrets; on a branch of this repository, a shared cache or a self-hosted runner it has more. ${remedy}`,
      };
}

/** An action or a reusable workflow may be started by anyone. */
function isCalled(workflow: Workflow): boolean {
  return workflow.kind === "action" || workflow.events.has("workflow_call");
}

/** A merged commit keeps its author's message. */
function isOfCommits(path: string, workflow: Workflow): boolean {
  return workflow.events.has("push") && /\.(?:head_commit|commits)\./.test(path);
}

/** One problem per script, because all expressions in it are fixed together. */
function insiderProblems(flows: readonly Flow[]): WorkflowProblem[] {
  const [first] = flows;
  if (!first) return [];
  const names = [...new Set(flows.map(({ path }) => path))];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return [
    {
      kind: "expression-in-script",
      key: names.toSorted().join(" "),
      line: first.line,
      alsoLines: flows.map(({ line }) => line),
      confidence: 3,
      title: `\`${first.path}\`${more} is expanded into a script instead of being passed in \`env\``,
      explanation:
        "Whoever controls the value (a caller, an earlier step, someone with write access) can end the command and " +
        `add another. ${remedy}`,
    },
  ];
}
